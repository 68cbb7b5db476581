import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { equalHashes } from './tokens.ts'

/** Milliseconds that a caller's clock may differ. */
const TOLERANCE = 5 * 60_000

/** The key of signatures as receivers and senders get it. */
export const keyText = (key: Buffer): string => `whsec_${key.toString('base64')}`

/** The headers of a message, as Standard Webhooks defines them. `seconds`: the time of this attempt. */
export const signedHeaders = (
  { id, text, key }: { id: string; text: string; key: Buffer },
  seconds: number,
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': `v1,${signatureOf({ id, timestamp: String(seconds), text, key })}`,
})

/** Base64 of HMAC-SHA256 over `id.timestamp.body`, with the time in seconds. */
const signatureOf = ({ id, timestamp, text, key }: { id: string; timestamp: string; text: string; key: Buffer }) =>
  createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')

/** Checks a message's signature. Returns its id, or undefined if the signature is missing, wrong, or old. */
export function signedId(
  { headers, text, key }: { headers: IncomingHttpHeaders; text: string; key: Buffer },
  now: number,
): string | undefined {
  const [id = '', timestamp = '', signatures = ''] = ['id', 'timestamp', 'signature'].map((name) => {
    const value = headers[`webhook-${name}`]
    return typeof value === 'string' ? value : ''
  })
  if (!id || id.length > 100 || !/^\d{1,12}$/.test(timestamp)) return undefined
  if (Math.abs(now - Number(timestamp) * 1000) > TOLERANCE) return undefined
  const expected = `v1,${signatureOf({ id, timestamp, text, key })}`
  return signatures.split(' ').some((each) => equalHashes(each, expected)) ? id : undefined
}
