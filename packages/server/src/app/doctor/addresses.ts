import { STREAM_GAP_MS } from '#app/health/health.ts'
import { systemClock } from '#lib/clock.ts'
import { bad, type Finding, good } from './finding.ts'

/** An address that people or screens open, and a path that Vitrine answers there. */
export interface Address {
  name: string
  url: string
  path: string
  /** False for this machine's own address, which applies without a setting. */
  isSet: boolean
}

const ANSWER_MS = 10_000
/** Seconds of difference that a person or a schedule would notice. */
const CLOCK_MOST = 5

/** What the reasons of failed requests mean, and what to do. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name has no address. Check the spelling and the DNS',
  EAI_AGAIN: "The name server doesn't answer. Check the network of this machine",
  ECONNREFUSED: 'Nothing listens there. Start Vitrine or the proxy, and check the port and the firewall',
  ECONNRESET: 'The connection was cut. Check that the proxy forwards to the right port',
  ETIMEDOUT: 'No answer. A firewall may block the port',
  UND_ERR_CONNECT_TIMEOUT: 'No answer. A firewall may block the port',
  CERT_HAS_EXPIRED: 'The certificate has expired. Renew it',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed. Screens and browsers will refuse it',
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate is from an authority that this machine doesn't know",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The chain of the certificate is incomplete. Add the intermediate one',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name',
}

/** Whether Vitrine answers at an address, with the right time. */
export async function checkAddress({ url, path, isSet }: Address, fetcher: typeof fetch): Promise<Finding[]> {
  const asked = systemClock.now()
  let answer: Response
  let answered: number
  try {
    answer = await fetcher(`${url}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) })
    answered = systemClock.now()
    await answer.body?.cancel()
  } catch (error) {
    return [bad(`${url} can't be reached. ${reasonOf(error)}.`)]
  }
  if (answer.status >= 300 && answer.status < 400)
    return [
      bad(`${url} redirects to ${answer.headers.get('location')}. Set the address that it redirects to.`),
    ]
  if (answer.status !== 200)
    return [
      bad(`${url}${path} returns ${answer.status}. Check that the proxy forwards this address to Vitrine.`),
    ]
  const found = [
    good(`${url} is Vitrine${isSet ? '' : ' (not set, so only its own machine is sure to reach it)'}.`),
  ]
  // Read about halfway between question and answer, as NTP assumes.
  const date = Date.parse(answer.headers.get('date') ?? '')
  const off = Math.round(Math.abs(date - (asked + answered) / 2) / 1000)
  if (off > CLOCK_MOST)
    found.push(bad(`The clocks of this machine and of ${url} differ by ${off} seconds. Set up NTP on both.`))
  return found
}

/** Whether events pass without being collected on the way: the second one is sent a while after the first. */
export async function checkStream(addresses: readonly Address[], fetcher: typeof fetch): Promise<Finding[]> {
  const streaming = addresses.filter(({ path }) => path === '/api/health')
  return Promise.all(streaming.map(({ url }) => streamFinding(url, fetcher)))
}

async function streamFinding(url: string, fetcher: typeof fetch): Promise<Finding> {
  try {
    const { body, status } = await fetcher(`${url}/api/health/stream`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (!body || status !== 200) return bad(`${url} sends no events: it returns ${status}.`)
    const times: number[] = []
    for await (const _ of body) times.push(performance.now())
    const gap = (times.at(-1) ?? 0) - (times[0] ?? 0)
    if (times.length > 1 && gap > STREAM_GAP_MS / 2) return good(`Events arrive immediately through ${url}.`)
    return bad(
      `${url} collects events before it passes them on, so screens follow changes late. Turn off buffering in the proxy (nginx: proxy_buffering off).`,
    )
  } catch (error) {
    return bad(`${url} sends no events. ${reasonOf(error)}.`)
  }
}

function reasonOf(error: unknown): string {
  const { name, cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return REASONS.ETIMEDOUT ?? ''
  return REASONS[cause?.code ?? ''] ?? (cause?.message || message).replace(/\.$/, '')
}
