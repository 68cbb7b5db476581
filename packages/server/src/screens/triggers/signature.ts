import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { equalHashes } from '#lib/security/tokens.ts'

/** Milliseconds that a caller's clock may differ. */
const TOLERANCE = 5 * 60_000

/**
 * Checks a signature as Standard Webhooks defines it: base64 of HMAC-SHA256 over `id.timestamp.body`, with the time in
 * seconds. Returns the message's id, or undefined if the signature is missing, wrong, or old.
 */
export function signedId(
  { headers, text, secret }: { headers: IncomingHttpHeaders; text: string; secret: Buffer },
  now: number,
): string | undefined {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => {
    const value = headers[`webhook-${name}`]
    return typeof value === 'string' ? value : ''
  })
  if (!id || id.length > 100 || !/^\d{1,12}$/.test(timestamp ?? '')) return undefined
  if (Math.abs(now - Number(timestamp) * 1000) > TOLERANCE) return undefined
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${text}`).digest('base64')
  const isRight = (signatures ?? '').split(' ').some((each) => equalHashes(each, `v1,${expected}`))
  return isRight ? id : undefined
}
