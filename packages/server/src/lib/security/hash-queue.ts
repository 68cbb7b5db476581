import { AppError, tooManyRequests } from '#lib/errors.ts'
import { FairQueue } from '#lib/work/fair-queue.ts'

/** A caller waiting for a password hash. */
export interface HashCaller {
  /** An address or a logged-in user; the queue alternates between owners. */
  owner: string
  /** Logged in, or logging in from an address with an earlier login: served first. */
  known: boolean
}

interface Limits {
  /** Maximum waiting calls, in total and per owner. When there are too many, the owner with the most loses its newest. */
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
const newLane = ({ total, perOwner }: Limits) =>
  new FairQueue<{ start(): void; refuse(error: AppError): void }>({
    ...{ runningEach: 1, waitingEach: perOwner, waiting: total },
  })

/** Runs one hash at a time: known callers first, alternating between owners. Bounded, so refusals are immediate. */
export class HashQueue {
  readonly #known = newLane(HASH_LIMITS.known)
  readonly #unknown = newLane(HASH_LIMITS.unknown)
  #isRunning = false

  /** Number of waiting calls. */
  get size(): number {
    return this.#known.size + this.#unknown.size
  }

  /**
   * Throws without waiting: TOO_MANY_REQUESTS if this owner has too many waiting, UNAVAILABLE if there are too many in
   * total and none has more. Throws UNAVAILABLE later if the call gives way to an owner with fewer.
   */
  async run<T>({ owner, known }: HashCaller, work: () => Promise<T>): Promise<T> {
    if (this.#isRunning) await this.#turn(known ? this.#known : this.#unknown, owner)
    this.#isRunning = true
    try {
      return await work()
    } finally {
      // Stays running: the next call starts in a microtask, and no newcomer may start before it.
      this.#isRunning = this.#startNext(this.#known) || this.#startNext(this.#unknown)
    }
  }

  #turn(lane: ReturnType<typeof newLane>, owner: string): Promise<void> {
    if (lane.isFull(owner)) throw tooManyRequests(RETRY_AFTER)
    return new Promise((start, refuse) => {
      lane.add(owner, { start, refuse })?.refuse(busy())
    })
  }

  #startNext(lane: ReturnType<typeof newLane>): boolean {
    const next = lane.next()
    if (!next) return false
    // The thread is the only place, so no owner has two.
    lane.ended(next.owner)
    next.work.start()
    return true
  }
}

const busy = () =>
  new AppError('UNAVAILABLE', 'The server is busy. Try again in a moment.', undefined, RETRY_AFTER)
