import { createHmac } from 'node:crypto'
import type { Platform } from '#base/platform.ts'
import type { Settings } from '#lib/env.ts'
import { fetchPublic } from '#lib/http/egress/egress.ts'
import { parsePlainJson } from '#lib/http/plain-json.ts'
import type { Carrier } from './mail.ts'
import { type WaitingCall, webhookSecret } from './queries.ts'

/** A slow receiver must not delay others for long. */
const TIMEOUT = 5000

/**
 * Posts JSON to a URL that a user entered, signed over the time and the body: `x-vitrine-signature:
 * t=SECONDS,v1=HMAC-SHA256(secret, "SECONDS.BODY")`. Throws unless the response is 2xx.
 */
export function webhookCarrier({
  seal,
  clock,
  settings,
}: Pick<Platform, 'seal' | 'clock'> & { settings: Pick<Settings, 'LOCAL_HOSTS'> }): Carrier {
  return async ({ id, to, text }) => {
    const { ruleId, body } = parsePlainJson(text) as WaitingCall
    const seconds = Math.floor(clock.now() / 1000)
    const hash = createHmac('sha256', webhookSecret(seal, ruleId)).update(`${seconds}.${body}`).digest('hex')
    const { status } = await fetchPublic(to, {
      json: body,
      // The same for every attempt, so that receivers can drop duplicates.
      headers: { 'x-vitrine-message': id, 'x-vitrine-signature': `t=${seconds},v1=${hash}` },
      localHosts: settings.LOCAL_HOSTS,
      maxBytes: 100_000,
      timeout: TIMEOUT,
    })
    if (status < 200 || status > 299) throw new Error(`The webhook returned status ${status}`)
  }
}
