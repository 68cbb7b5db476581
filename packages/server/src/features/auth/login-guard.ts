import type { GuessLimit, SharedGuesses } from '#db/between-servers/guesses.ts'
import { tooManyRequests } from '#lib/errors.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WINDOW = 15 * MINUTE
/** Failures within a quarter of an hour, after which further tries are refused. */
const OF_ACCOUNT_AT_ADDRESS = 10
const OF_ADDRESS = 60
const OF_ACCOUNT = 100
const MESSAGES = 30
const MESSAGES_TO_ACCOUNT = 5
/** Of one session in a minute; tabs of one browser may all send the same token. */
const REFRESHES = 120
/** Tries of one account from one address that wait for the result of those under way. */
const WAITING = 20

/** Tries under way, per key. */
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
  /** The account that is named, whether it exists or not. */
  account: string
  address: string
  now: number
  /** The account was used from this address before. */
  known: boolean
}

const sharedLimits = ({ account, address, known }: Try): GuessLimit[] => [
  { key: `login ${account} ${address}`, most: OF_ACCOUNT_AT_ADDRESS },
  { key: `login from ${address}`, most: OF_ADDRESS, isOpen: known },
  { key: `login to ${account}`, most: OF_ACCOUNT, isOpen: known },
]

/**
 * Slows guessing of passwords: per account and address, per address, and per account from everywhere. The last two
 * don't apply to a person at an address they logged in from before, so strangers can't lock them out. An attempt counts
 * as a failure from its start until it succeeds: tries sent together get no further than tries sent in a row. Counts are
 * in memory and bounded; servers that share a database count guesses of passwords together there as well.
 */
export class LoginGuard {
  readonly #pairs = new RateLimit(OF_ACCOUNT_AT_ADDRESS, WINDOW)
  readonly #addresses = new RateLimit(OF_ADDRESS, WINDOW)
  readonly #accounts = new RateLimit(OF_ACCOUNT, WINDOW)
  /** Mails and short messages that an address lets be sent. */
  readonly messages = new RateLimit(MESSAGES, HOUR)
  /** The same to one account, per address that the account doesn't know. */
  readonly messagesToAccount = new RateLimit(MESSAGES_TO_ACCOUNT, HOUR)
  readonly #pending = { pairs: new Pending(), addresses: new Pending(), accounts: new Pending() }
  /** Refresh tokens that were never issued, per address and per session that they name. */
  readonly #madeUp = {
    addresses: new RateLimit(OF_ADDRESS, WINDOW),
    sessions: new RateLimit(OF_ACCOUNT_AT_ADDRESS, WINDOW),
  }
  readonly #refreshes = new RateLimit(REFRESHES, MINUTE)
  /** By pair: tries that wait for the result of earlier ones. */
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #shared: SharedGuesses

  constructor(shared: SharedGuesses) {
    this.#shared = shared
  }

  /** Runs one try; `attempt` answers null for a wrong password. Throws TOO_MANY_REQUESTS. */
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

  /** Before anything is read. Made-up tokens don't use up what real ones have. Throws TOO_MANY_REQUESTS. */
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

  /** Waits while the tries under way would use up the limit of the pair if they all failed. */
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
