import { AppError } from '#lib/errors.ts'
import { FairPlaces } from './fair-queue.ts'
import { type Caller, greediestPerson } from './greediest.ts'

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
  organizationId: string
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
  readonly #runningOf = new Map<string, number>()
  #waitingCount = 0
  /** In turn order: the next person first, and each person's calls in sequence. */
  readonly #waiting = new Map<string, Waiting[]>()
  #sweep: NodeJS.Timeout | undefined
  /** Set from the start of a call until the event loop's next turn. */
  #nextTurn: NodeJS.Immediate | undefined

  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  get state(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waitingCount }
  }

  /** Throws UNAVAILABLE, with the time to wait, if the call expires in the queue. */
  async run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const { organizationId } = caller
    if (this.#nextTurn || this.#running >= AT_ONCE || this.#isFull(organizationId)) await this.#turn(caller)
    else this.#start(organizationId)
    try {
      return await work()
    } finally {
      this.#count(organizationId, -1)
      this.#startLater()
    }
  }

  #start(organizationId: string): void {
    this.#count(organizationId, 1)
    this.#startLater()
  }

  #isFull = (organizationId: string) => (this.#runningOf.get(organizationId) ?? 0) >= AT_ONCE_EACH

  #count(organizationId: string, more: 1 | -1): void {
    this.#running += more
    const own = (this.#runningOf.get(organizationId) ?? 0) + more
    if (own > 0) this.#runningOf.set(organizationId, own)
    else this.#runningOf.delete(organizationId)
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
    const { userId, organizationId } = caller
    return new Promise((resolve, reject) => {
      const own = this.#waiting.get(userId) ?? []
      if (own.length >= WAITING_EACH || !this.#hasRoom(caller)) return reject(busy())
      const until = performance.now() + this.#waitMs
      own.push({ organizationId, until, start: resolve, refuse: reject })
      this.#waiting.set(userId, own)
      this.#waitingCount++
      this.#sweep ??= setInterval(() => this.#refuseExpired(), SWEEP_MS).unref()
    })
  }

  /** When too many wait, the newest call of the greediest person is refused; false if that is the caller. */
  #hasRoom(caller: Caller): boolean {
    if (this.#waitingCount < WAITING_MAX) return true
    const last = greediestPerson(this.#waiting, caller)?.pop()
    if (!last) return false
    this.#waitingCount--
    last.refuse(busy())
    return true
  }

  /** False if no waiting call may start. */
  #startNext(): boolean {
    for (const [person, own] of this.#waiting) {
      if (own[0] && this.#isFull(own[0].organizationId)) continue
      const next = own.shift()
      // Move the person to the end of the queue.
      this.#waiting.delete(person)
      if (own.length) this.#waiting.set(person, own)
      if (!next) continue
      this.#waitingCount--
      this.#start(next.organizationId)
      next.start()
      return true
    }
    return false
  }

  #refuseExpired(): void {
    const now = performance.now()
    for (const [person, own] of this.#waiting) {
      while (own[0] && own[0].until <= now) {
        own.shift()?.refuse(busy())
        this.#waitingCount--
      }
      if (own.length === 0) this.#waiting.delete(person)
    }
    if (this.#waitingCount > 0) return
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
