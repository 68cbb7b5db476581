import type { Platform } from '#base/platform.ts'
import type { Settings } from '#lib/env.ts'
import { fetchPublic } from '#lib/http/egress/egress.ts'
import { parsePlainJson } from '#lib/http/plain-json.ts'
import { signedHeaders } from '#lib/security/standard-webhooks.ts'
import type { Carrier } from './mail.ts'
import { type WaitingCall, webhookKey } from './queries.ts'

/** A slow receiver must not delay others for long. */
const TIMEOUT = 5000

/**
 * Posts JSON to a URL that a user entered, signed after Standard Webhooks. The id is the same for every attempt, so that
 * receivers can drop duplicates. Throws unless the response is 2xx.
 */
export function webhookCarrier({
  seal,
  clock,
  settings,
}: Pick<Platform, 'seal' | 'clock'> & { settings: Pick<Settings, 'LOCAL_HOSTS'> }): Carrier {
  return async ({ id, to, text }) => {
    const { ruleId, body } = parsePlainJson(text) as WaitingCall
    const { status } = await fetchPublic(to, {
      json: body,
      headers: signedHeaders({ id, text: body, key: webhookKey(seal, ruleId) }, clock.now()),
      localHosts: settings.LOCAL_HOSTS,
      maxBytes: 100_000,
      timeout: TIMEOUT,
    })
    if (status < 200 || status > 299) throw new Error(`The webhook returned status ${status}`)
  }
}
