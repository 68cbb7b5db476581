import { AppError, tooManyRequests } from '#lib/errors.ts'

/** A caller waiting for a password hash. */
export interface HashCaller {
  /** Shares one place in the round: an address, or a logged-in user. */
  owner: string
  /** Logged in, or logging in from an address they used before: served first. */
  known: boolean
}

interface Limits {
  /** Calls that may wait, in total and per owner. */
  total: number
  perOwner: number
}

/**
 * A hash takes about 15 ms on one thread. Unknown callers wait at most about a second; the queue of known ones is large
 * enough for a company whose staff log in at the same minute.
 */
export const HASH_LIMITS = {
  known: { total: 500, perOwner: 100 },
  unknown: { total: 64, perOwner: 24 },
} as const satisfies Record<string, Limits>

/** Seconds after which a refused call may be repeated. */
const RETRY_AFTER = 2

/** The calls of one kind, one per owner in turn, so no owner waits behind another's hundreds. */
class Lane {
  readonly #limits: Limits
  readonly #owners = new Map<string, (() => void)[]>()
  #size = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#size
  }

  /** Throws TOO_MANY_REQUESTS when this owner has too many waiting, UNAVAILABLE when all together have. */
  add(owner: string, start: () => void): void {
    const own = this.#owners.get(owner) ?? []
    if (own.length >= this.#limits.perOwner) throw tooManyRequests(RETRY_AFTER)
    if (this.#size >= this.#limits.total)
      throw new AppError('UNAVAILABLE', 'The server is busy. Try again in a moment.', undefined, RETRY_AFTER)
    own.push(start)
    this.#owners.set(owner, own)
    this.#size++
  }

  next(): (() => void) | undefined {
    for (const [owner, own] of this.#owners) {
      const start = own.shift()
      this.#owners.delete(owner)
      if (own.length) this.#owners.set(owner, own)
      this.#size--
      return start
    }
    return undefined
  }
}

/** Runs one hash at a time: known callers first, each kind in turn by owner. Bounded, so refusals are immediate. */
export class HashQueue {
  readonly #known = new Lane(HASH_LIMITS.known)
  readonly #unknown = new Lane(HASH_LIMITS.unknown)
  #isRunning = false

  /** Calls that wait. */
  get size(): number {
    return this.#known.size + this.#unknown.size
  }

  /** Throws TOO_MANY_REQUESTS or UNAVAILABLE without waiting. */
  async run<T>({ owner, known }: HashCaller, work: () => Promise<T>): Promise<T> {
    if (this.#isRunning)
      await new Promise<void>((resolve) => (known ? this.#known : this.#unknown).add(owner, resolve))
    this.#isRunning = true
    try {
      return await work()
    } finally {
      const next = this.#known.next() ?? this.#unknown.next()
      // Stays running: the next one starts in a microtask, and no newcomer may start before it.
      if (next) next()
      else this.#isRunning = false
    }
  }
}
