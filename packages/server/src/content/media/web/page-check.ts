import { setTimeout as sleep } from 'node:timers/promises'
import type { WebCheck } from '@vitrine/contract/api/content/web-media'
import { isStreamAddress } from '@vitrine/contract/sites/web-address'
import type { Clock } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { fetchPublic } from '#lib/http/egress/egress.ts'
import { EgressRefused } from '#lib/http/egress/refused.ts'
import { egressTurns } from '#lib/http/egress/turns.ts'
import type { Owner } from '#lib/work/turns.ts'
import { checkStream } from './stream-check.ts'

interface Look {
  /** Local network hosts that the operator allowed. */
  localHosts: readonly string[]
  /** Origin of the player, which frames the page. */
  playerOrigin: string
  /** Aborts the check. */
  signal?: AbortSignal
}

const BYTES_MAX = 8 * 1024 * 1024
const TIMEOUT_MS = 6000

/** Loads a page like a frame of the player, or a live video like the player, and reports why it would fail. */
export async function checkPage(address: string, look: Look): Promise<WebCheck> {
  const { playerOrigin } = look
  const found = (problem: WebCheck['problem'], detail = '', last = address): WebCheck => ({
    ...{ problem, looked: true, detail, address: last },
  })
  if (playerOrigin.startsWith('https:') && address.startsWith('http:')) return found('mixed-content')
  try {
    if (isStreamAddress(address)) return await checkStream(address, look)
    const options = { ...look, timeout: TIMEOUT_MS, maxBytes: BYTES_MAX, accept: 'text/html,*/*;q=0.8' }
    const answer = await fetchPublic(address, options)
    const { status, contentType, headers, body, address: last } = answer
    if (status >= 400) return found('status', String(status), last)
    if (body.subarray(0, 7).toString('latin1') === '#EXTM3U') return await checkStream(address, look, answer)
    const framing = refusalOf(headers, last, playerOrigin)
    if (framing) return found(framing.problem, framing.detail, last)
    if (playerOrigin.startsWith('https:') && last.startsWith('http:')) return found('mixed-content', '', last)
    if (!/^(text\/|image\/|application\/(xhtml|pdf))/.test(contentType || 'text/html'))
      return found('not-a-page', contentType.slice(0, 100), last)
    if (/html/.test(contentType) && isBlank(body)) return found('blank', '', last)
    return found(null, '', last)
  } catch (error) {
    if (error instanceof EgressRefused) {
      if (error.reason === 'local') return unlooked(address)
      if (error.reason === 'size') return found('too-large')
      if (error.reason === 'redirects') return found('redirects')
      return found('unreachable')
    }
    const { name, code } = error as Error & { code?: string }
    const isLate = name === 'TimeoutError' || /TIMEOUT/.test(code ?? '')
    return found(isLate ? 'timeout' : 'unreachable', typeof code === 'string' ? code.slice(0, 60) : '')
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

const headerOf = (headers: Headers, name: string) => [headers[name] ?? []].flat().join(', ')

/** Whether a page's headers forbid framing. `frame-ancestors` overrides `X-Frame-Options`. */
export function refusalOf(
  headers: Headers,
  address: string,
  playerOrigin: string,
): { problem: 'frame-options' | 'frame-ancestors'; detail: string } | undefined {
  const policies = headerOf(headers, 'content-security-policy').split(',')
  const ancestors = policies.flatMap((policy) => {
    const rule = policy.split(';').find((part) => /^\s*frame-ancestors(\s|$)/i.test(part))
    return rule === undefined ? [] : [rule.trim().split(/\s+/).slice(1)]
  })
  if (ancestors.length > 0) {
    const refusing = ancestors.find((sources) => !sources.some((one) => matches(one, address, playerOrigin)))
    return refusing && { problem: 'frame-ancestors', detail: refusing.join(' ').slice(0, 200) || "'none'" }
  }
  const option = headerOf(headers, 'x-frame-options').trim()
  if (!/\b(deny|sameorigin)\b/i.test(option)) return undefined
  const isSame = new URL(address).origin === playerOrigin && !/deny/i.test(option)
  return isSame ? undefined : { problem: 'frame-options', detail: option.slice(0, 100) }
}

function matches(source: string, address: string, playerOrigin: string): boolean {
  const player = new URL(playerOrigin)
  if (source === '*') return true
  if (source.toLowerCase() === "'self'") return new URL(address).origin === player.origin
  if (/^https?:$/i.test(source)) return source.toLowerCase() === player.protocol
  const [, scheme, host = '', port] = /^(?:(https?):\/\/)?([^:/]+)(?::(\d+|\*))?\/?$/i.exec(source) ?? []
  if (scheme && `${scheme.toLowerCase()}:` !== player.protocol && scheme.toLowerCase() !== 'http')
    return false
  const isHost = host.startsWith('*.')
    ? player.hostname.endsWith(host.slice(1).toLowerCase())
    : player.hostname === host.toLowerCase()
  const own = player.port || (player.protocol === 'https:' ? '443' : '80')
  const isPort = port === '*' || own === (port ?? (player.protocol === 'https:' ? '443' : '80'))
  return isHost && isPort
}

/** A longer body isn't searched for text. */
const BLANK_BYTES_MAX = 64 * 1024
const DRAWS = /<(script|img|svg|canvas|iframe|video|object|embed|link|style|meta\s+http-equiv)\b/i

/** Whether a body has neither text nor scripts or other content that could render. */
function isBlank(body: Buffer): boolean {
  if (body.length > BLANK_BYTES_MAX) return false
  const html = body.toString('utf8')
  if (DRAWS.test(html)) return false
  const [before = '', ...tags] = html.split('<')
  const words = tags.map((tag) => (tag.includes('>') ? tag.slice(tag.indexOf('>') + 1) : ''))
  return [before, ...words].join('').replaceAll('&nbsp;', '').trim() === ''
}

/** Thousands of screens may show one page: milliseconds to cache a result, shorter for problems. */
const GOOD_FOR_MS = 60_000
const BAD_FOR_MS = 15_000
/** A person who checks again expects a fresh result. */
const FRESH_MS = 3000
/** Milliseconds that a screen waits for a slow site; then it gets the last result unless that is older than this. */
const PATIENCE_MS = 800
const STALE_MS = 600_000
const REMEMBERED = 1000

/** Maximum callers in whose turn a page may be checked. */
const OWNERS_MAX = 100

interface Known {
  /** Who waits for the check. */
  owners: Owner[]
  at: number
  goodFor: number
  check: Promise<WebCheck>
  /** Set once known. */
  found?: WebCheck
}

/** Checks each page once a minute for all screens. Organizations take turns. */
export class PageChecks {
  readonly #clock: Clock
  readonly #look: (address: string, signal: AbortSignal) => Promise<WebCheck>
  readonly #known = new Map<string, Known>()
  readonly #turns = egressTurns([30, 60])

  constructor(clock: Clock, look: (address: string, signal: AbortSignal) => Promise<WebCheck>) {
    this.#clock = clock
    this.#look = look
  }

  /** For a person who is waiting. */
  now(address: string, owner: Owner): Promise<WebCheck> {
    return this.#at(address, owner, FRESH_MS).check
  }

  /** For a screen. */
  async soon(address: string, owner: Owner): Promise<WebCheck> {
    const before = this.#known.get(address)
    const known = this.#at(address, owner)
    const stale = before?.found
    const isStale = known !== before && stale && this.#clock.now() - before.at <= STALE_MS
    const waited = isStale
      ? sleep(PATIENCE_MS, stale, { ref: false })
      : sleep(TIMEOUT_MS, unlooked(address), { ref: false })
    return Promise.race([known.check, waited])
  }

  #at(address: string, owner: Owner, freshFor = GOOD_FOR_MS): Known {
    const now = this.#clock.now()
    const known = this.#known.get(address)
    if (known && Math.abs(now - known.at) < Math.min(freshFor, known.goodFor)) {
      this.#join(known, owner)
      return known
    }
    const owners = [owner]
    const found = this.#inTurn(address, owners)
    const check = found.then((one) => one ?? unlooked(address))
    const look: Known = { owners, at: now, goodFor: GOOD_FOR_MS, check }
    const done = (one: WebCheck | undefined) => {
      look.found = one
      look.goodFor = !one ? 0 : one.problem === null ? GOOD_FOR_MS : BAD_FOR_MS
    }
    found.then(done, () => {
      look.goodFor = BAD_FOR_MS
    })
    this.#known.delete(address)
    this.#known.set(address, look)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= REMEMBERED) break
      this.#known.delete(oldest)
    }
    return look
  }

  /** A check that waits in the turn of another may run in this one. */
  #join({ owners, found }: Known, owner: Owner): void {
    const isIn = owners.some((each) => each.organizationId === owner.organizationId)
    if (found || isIn || owners.length >= OWNERS_MAX) return
    owners.push(owner)
    this.#turns.joined()
  }

  /** `undefined`: the queue is full. */
  async #inTurn(address: string, owners: readonly Owner[]): Promise<WebCheck | undefined> {
    try {
      return await this.#turns.run(owners, async ({ signal }) => {
        const found = await this.#look(address, signal)
        signal.throwIfAborted()
        return found
      })
    } catch (error) {
      if (error instanceof AppError) return undefined
      throw error
    }
  }
}

export const unlooked = (address: string): WebCheck => ({ problem: null, looked: false, detail: '', address })
