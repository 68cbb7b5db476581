import { fetchPublic } from '#lib/http/egress/egress.ts'
import type { Carrier } from './mail.ts'

/**
 * Sends through an HTTP provider that takes a form with To, From and Body and basic authentication, like Twilio's API:
 * `https://ACCOUNT:TOKEN@api.twilio.com/2010-04-01/Accounts/ACCOUNT/Messages.json`.
 */
export function smsCarrier(address: string, from: string): Carrier {
  const url = new URL(address)
  const credentials =
    url.username && `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  url.username = ''
  url.password = ''
  return async ({ to, text }) => {
    const { status } = await fetchPublic(url.href, {
      form: { To: to, From: from, Body: text },
      localHosts: [url.host],
      maxBytes: 100_000,
      ...(credentials && { credentials }),
    })
    if (status < 200 || status > 299) throw new Error(`The SMS provider returned status ${status}`)
  }
}
