import { AppError } from '#lib/errors.ts'
import { FairPlaces, FairQueue } from './fair-queue.ts'
import type { Caller } from './greediest.ts'

/**
 * Calls of people processed at the same time, in all and of an organization. More would not finish sooner, and each would
 * take longer; slow calls of one organization leave places for others.
 */
const AT_ONCE = 48
const AT_ONCE_EACH = 32
/** Milliseconds that a call may queue: people reload a list sooner, and a save is more expensive to repeat. */
const READ_WAIT_MS = 1000
const WRITE_WAIT_MS = 5000
/** Maximum waiting calls, in total and per person, who has a hundred with those that run. */
const WAITING_MAX = 1000
const WAITING_EACH = 68
/** Milliseconds between two checks for expired calls. */
const SWEEP_MS = 100
/** Minimum Retry-After in seconds; randomized to spread retries. */
const AGAIN_LEAST = 2
const AGAIN_MOST = 6
/** Calls that start per turn of the event loop, and milliseconds of work per turn. */
const TURN_CALLS = 8
const TURN_MS = 20

interface Waiting {
  until: number
  start(): void
  refuse(error: AppError): void
}

/**
 * Keeps the server responsive when more people call than it can serve: it processes some calls, queues some for a few
 * seconds, and refuses the others immediately. People take turns, however many calls each has.
 *
 * Only a few calls start per turn of the event loop. With SQLite a call completes within the callback that read it, so
 * a crowd would wait unseen in the system's buffers, and screens with it. This way every turn reads new requests:
 * screens are answered immediately, and people's calls reach the queue, where they can be refused.
 */
export class Admission {
  readonly #waitMs: number
  #running = 0
  readonly #queue = new FairQueue<Waiting>({
    runningEach: AT_ONCE_EACH,
    waitingEach: WAITING_EACH,
    waiting: WAITING_MAX,
  })
  #sweep: NodeJS.Timeout | undefined
  /** Set from the start of a call until the event loop's next turn. */
  #nextTurn: NodeJS.Immediate | undefined

  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  get state(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#queue.size }
  }

  /** Throws UNAVAILABLE, with the time to wait, if the call expires in the queue. */
  async run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const { organizationId } = caller
    if (this.#nextTurn || this.#running >= AT_ONCE || !this.#queue.mayRun(caller)) await this.#turn(caller)
    else {
      this.#queue.started(organizationId)
      this.#started()
    }
    try {
      return await work()
    } finally {
      this.#running--
      this.#queue.ended(organizationId)
      this.#startLater()
    }
  }

  #started(): void {
    this.#running++
    this.#startLater()
  }

  #startLater(): void {
    this.#nextTurn ??= setImmediate(() => {
      this.#nextTurn = undefined
      this.#startSome(TURN_CALLS, performance.now() + TURN_MS)
    })
  }

  #startSome(count: number, until: number): void {
    if (count === 0 || this.#running >= AT_ONCE || !this.#startNext()) return
    // After everything that the call does before its first await: with SQLite, the whole call.
    queueMicrotask(() =>
      process.nextTick(() => {
        if (performance.now() < until) this.#startSome(count - 1, until)
      }),
    )
  }

  #turn(caller: Caller): Promise<void> {
    return new Promise((start, refuse) => {
      const until = performance.now() + this.#waitMs
      this.#queue.add(caller, { until, start, refuse })?.refuse(busy())
      this.#sweep ??= setInterval(() => this.#refuseExpired(), SWEEP_MS).unref()
    })
  }

  /** False if no waiting call may start. */
  #startNext(): boolean {
    const next = this.#queue.next()
    if (!next) return false
    this.#started()
    next.work.start()
    return true
  }

  #refuseExpired(): void {
    const now = performance.now()
    for (const { refuse } of this.#queue.removeOldest(({ until }) => until <= now)) refuse(busy())
    if (this.#queue.size > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }
}

/** Separate queues for reads and writes: a list doesn't wait behind many saves that wait for each other's rows. */
export const newAdmission = () => ({
  reads: new Admission(READ_WAIT_MS),
  writes: new Admission(WRITE_WAIT_MS),
})

/** Places for whole long lists, in all and of an organization, and how many calls may wait for them. */
const WHOLE_LISTS = { places: 3, runningEach: 2, waitingEach: 100, waiting: 1000 }

export const newWholeLists = () => new FairPlaces({ ...WHOLE_LISTS, refusal: busy })

const busy = () =>
  new AppError(
    'UNAVAILABLE',
    'The server is busy. Try again in a moment.',
    undefined,
    AGAIN_LEAST + Math.floor(Math.random() * (AGAIN_MOST - AGAIN_LEAST + 1)),
  )
