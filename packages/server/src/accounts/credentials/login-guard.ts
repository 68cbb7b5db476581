import type { GuessLimit, SharedGuesses } from '#db/between-servers/guesses.ts'
import { tooManyRequests } from '#lib/errors.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WINDOW = 15 * MINUTE
/** Failures within a quarter of an hour after which attempts are refused. */
const OF_ACCOUNT_AT_ADDRESS = 10
const OF_ADDRESS = 60
const OF_ACCOUNT = 100
const MESSAGES = 30
const MESSAGES_TO_ACCOUNT = 5
/** Refreshes per session and minute; tabs of one browser may all send the same token. */
const REFRESHES = 120
/** A site of hundreds of people may share one address. */
const BEGUN = 600
/** Attempts for one account from one address that may wait for pending ones. */
const WAITING = 20

/** Pending attempts per key. */
class Pending {
  readonly #counts = new Map<string, number>()

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string, change: 1 | -1): void {
    const count = this.of(key) + change
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }
}

interface Refresh {
  sessionId: string
  address: string
  now: number
}

interface Try {
  /** The requested account, whether it exists or not. */
  account: string
  address: string
  now: number
  /** The account logged in from this address before. */
  known: boolean
}

const sharedLimits = ({ account, address, known }: Try): GuessLimit[] => [
  { key: `login ${account} ${address}`, most: OF_ACCOUNT_AT_ADDRESS },
  { key: `login from ${address}`, most: OF_ADDRESS, isOpen: known },
  { key: `login to ${account}`, most: OF_ACCOUNT, isOpen: known },
]

/**
 * Slows password guessing: per account and address, per address, and per account overall. The last two don't apply to
 * an account at an address it logged in from before, so strangers can't lock the owner out. A pending attempt counts as
 * a failure until it succeeds, so concurrent attempts get no further than sequential ones. Counts are in memory and
 * bounded; servers that share a database also count wrong passwords there.
 */
export class LoginGuard {
  readonly #pairs = new RateLimit(OF_ACCOUNT_AT_ADDRESS, WINDOW)
  readonly #addresses = new RateLimit(OF_ADDRESS, WINDOW)
  readonly #accounts = new RateLimit(OF_ACCOUNT, WINDOW)
  /** Emails and text messages per requesting address. */
  readonly messages = new RateLimit(MESSAGES, HOUR)
  /** Messages to one account per unknown address. */
  readonly messagesToAccount = new RateLimit(MESSAGES_TO_ACCOUNT, HOUR)
  /** Logins begun through a provider, and answers of it that were wrong, per address. */
  readonly provider = {
    started: new RateLimit(BEGUN, WINDOW),
    wrong: new RateLimit(OF_ADDRESS, WINDOW),
  }
  /** Logins begun with a passkey, per address: each page of the login begins one. */
  readonly passkeys = new RateLimit(BEGUN, WINDOW)
  readonly #pending = { pairs: new Pending(), addresses: new Pending(), accounts: new Pending() }
  /** Refresh tokens that were never issued, per address and per claimed session. */
  readonly #madeUp = {
    addresses: new RateLimit(OF_ADDRESS, WINDOW),
    sessions: new RateLimit(OF_ACCOUNT_AT_ADDRESS, WINDOW),
  }
  readonly #refreshes = new RateLimit(REFRESHES, MINUTE)
  /** Waiting attempts by account and address. */
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #shared: SharedGuesses

  constructor(shared: SharedGuesses) {
    this.#shared = shared
  }

  /** Runs one attempt; `attempt` returns null for a wrong password. Throws TOO_MANY_REQUESTS. */
  async run<T>(of: Try, attempt: () => Promise<T | null>): Promise<T | null> {
    const { account, address, now, known } = of
    const pair = `${account} ${address}`
    await this.#turnOf(pair, now)
    if (!known) this.#refuseFromAfar(of)
    this.#count(pair, of, 1)
    try {
      const result = await this.#shared.run(sharedLimits(of), { now, windowMs: WINDOW }, attempt)
      if (result !== null) {
        if (this.#pairs.count(pair, now) > 0) await this.#shared.forget(`login ${pair}`)
        this.#pairs.forget(pair)
      } else {
        this.#pairs.hit(pair, now)
        this.#addresses.hit(address, now)
        this.#accounts.hit(account, now)
      }
      return result
    } finally {
      this.#count(pair, of, -1)
      const waiting = this.#waiting.get(pair) ?? []
      this.#waiting.delete(pair)
      for (const wake of waiting) wake()
    }
  }

  /** Checked before any read. Made-up tokens don't use up the limit of real ones. Throws TOO_MANY_REQUESTS. */
  checkRefresh({ sessionId, address, isIssued, now }: Refresh & { isIssued: boolean }): void {
    if (isIssued) {
      this.#refreshes.check(sessionId, now)
      this.#refreshes.hit(sessionId, now)
    } else {
      this.#madeUp.addresses.check(address, now)
      this.#madeUp.sessions.check(sessionId, now)
    }
  }

  countRefreshFailure({ sessionId, address, now }: Refresh): void {
    this.#madeUp.addresses.hit(address, now)
    this.#madeUp.sessions.hit(sessionId, now)
  }

  /** Waits while the pending attempts would reach the limit of the pair if they all failed. */
  async #turnOf(pair: string, now: number): Promise<void> {
    for (;;) {
      const seconds = this.#pairs.wait(pair, now)
      if (seconds > 0) throw tooManyRequests(seconds)
      if (this.#pairs.count(pair, now) + this.#pending.pairs.of(pair) < OF_ACCOUNT_AT_ADDRESS) return
      const waiting = this.#waiting.get(pair) ?? []
      if (waiting.length >= WAITING) throw tooManyRequests(1)
      this.#waiting.set(pair, waiting)
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  #refuseFromAfar({ account, address, now }: Try): void {
    const seconds = Math.max(this.#addresses.wait(address, now), this.#accounts.wait(account, now))
    if (seconds > 0) throw tooManyRequests(seconds)
    const ofAddress = this.#addresses.count(address, now) + this.#pending.addresses.of(address)
    const ofAccount = this.#accounts.count(account, now) + this.#pending.accounts.of(account)
    if (ofAddress >= OF_ADDRESS || ofAccount >= OF_ACCOUNT) throw tooManyRequests(1)
  }

  #count(pair: string, { address, account }: Try, change: 1 | -1): void {
    this.#pending.pairs.add(pair, change)
    this.#pending.addresses.add(address, change)
    this.#pending.accounts.add(account, change)
  }
}
