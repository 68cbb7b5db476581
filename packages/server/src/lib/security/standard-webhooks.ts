import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { equalHashes } from './tokens.ts'

/** Signatures as Standard Webhooks defines them (https://www.standardwebhooks.com), of calls to us and from us. */

/** Milliseconds that a caller's clock may differ. */
const TOLERANCE = 5 * 60_000

/** A key as people copy it. */
export const keyText = (key: Buffer): string => `whsec_${key.toString('base64')}`

/** The headers of a message with this body. `now`: milliseconds; each attempt has its own time. */
export function signedHeaders(
  { id, text, key }: { id: string; text: string; key: Buffer },
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf({ id, timestamp, text, key }),
  }
}

/** Base64 of HMAC-SHA256 over `id.timestamp.body`, with the time in seconds. */
const signatureOf = ({
  id,
  timestamp,
  text,
  key,
}: Record<'id' | 'timestamp' | 'text', string> & { key: Buffer }) =>
  `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`

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
  const expected = signatureOf({ id, timestamp, text, key })
  return signatures.split(' ').some((each) => equalHashes(each, expected)) ? id : undefined
}
