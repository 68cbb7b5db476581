import { AppError, tooManyRequests } from '#lib/errors.ts'

/** A caller waiting for a password hash. */
export interface HashCaller {
  /** An address or a logged-in user; the queue alternates between owners. */
  owner: string
  /** Logged in, or logging in from an address with an earlier login: served first. */
  known: boolean
}

interface Limits {
  /** Maximum waiting calls, in total and per owner. */
  total: number
  perOwner: number
}

/**
 * A hash takes about 15 ms on one thread. Unknown callers wait at most about a second; the queue of known ones fits a
 * company whose staff log in at the same minute.
 */
export const HASH_LIMITS = {
  known: { total: 500, perOwner: 100 },
  unknown: { total: 64, perOwner: 24 },
} as const satisfies Record<string, Limits>

/** Retry-After in seconds of a refused call. */
const RETRY_AFTER = 2

/** Waiting calls of one kind, alternating between owners, so that no owner waits behind another's hundreds. */
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

  /** Throws TOO_MANY_REQUESTS if this owner has too many waiting, UNAVAILABLE if there are too many in total. */
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

/** Runs one hash at a time: known callers first, alternating between owners. Bounded, so refusals are immediate. */
export class HashQueue {
  readonly #known = new Lane(HASH_LIMITS.known)
  readonly #unknown = new Lane(HASH_LIMITS.unknown)
  #isRunning = false

  /** Number of waiting calls. */
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
      // Stays running: the next call starts in a microtask, and no newcomer may start before it.
      if (next) next()
      else this.#isRunning = false
    }
  }
}
