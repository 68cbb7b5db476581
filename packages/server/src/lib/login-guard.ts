import { isIPv6 } from 'node:net'
import { tooManyRequests } from './errors.ts'
import { RateLimit } from './rate-limit.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WINDOW = 15 * MINUTE
/** Failures within a quarter of an hour, after which the next tries wait. */
const OF_ACCOUNT_AT_ADDRESS = 10
const OF_ADDRESS = 60
const OF_ACCOUNT = 100
const MESSAGES = 30
/** Tries of one account from one address that are looked at at the same time. */
const AT_ONCE = 30

/** IPv6 customers get whole networks: the first 64 bits are the address. */
export function addressKey(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}

/**
 * Slows guessing of passwords: per account and address, per address, and per account from everywhere. The last two do
 * not count against a person at an address that they signed in from before, so that nobody locks them out from afar.
 * Counts are in memory: bounded, and each server process has its own.
 */
export class LoginGuard {
  readonly #pairs = new RateLimit(OF_ACCOUNT_AT_ADDRESS, WINDOW)
  readonly #addresses = new RateLimit(OF_ADDRESS, WINDOW)
  readonly #accounts = new RateLimit(OF_ACCOUNT, WINDOW)
  /** Mails and short messages that an address lets be sent. */
  readonly messages = new RateLimit(MESSAGES, HOUR)
  readonly #pending = new Map<string, number>()

  /**
   * Runs one try; `attempt` answers null for a wrong password. `isKnown` is asked only if it matters. Throws
   * TOO_MANY_REQUESTS.
   */
  async run<T>(
    { account, address, now }: { account: string; address: string; now: number },
    isKnown: () => Promise<boolean>,
    attempt: () => Promise<T | null>,
  ): Promise<T | null> {
    const pair = `${account} ${address}`
    const wait = this.#pairs.wait(pair, now)
    if (wait > 0) throw tooManyRequests(wait)
    const pending = this.#pending.get(pair) ?? 0
    // Tries under way may all fail: together with those that did, they are limited before anything is awaited.
    if (pending + this.#pairs.count(pair, now) >= AT_ONCE) throw tooManyRequests(1)
    this.#pending.set(pair, pending + 1)
    try {
      const elsewhere = Math.max(this.#addresses.wait(address, now), this.#accounts.wait(account, now))
      if (elsewhere > 0 && !(await isKnown())) throw tooManyRequests(elsewhere)
      const result = await attempt()
      if (result !== null) this.#pairs.forget(pair)
      else {
        this.#pairs.hit(pair, now)
        this.#addresses.hit(address, now)
        this.#accounts.hit(account, now)
      }
      return result
    } finally {
      const left = (this.#pending.get(pair) ?? 1) - 1
      if (left > 0) this.#pending.set(pair, left)
      else this.#pending.delete(pair)
    }
  }
}
