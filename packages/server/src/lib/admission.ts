import { AppError } from './errors.ts'

/** Calls of people that are worked on at the same time. More of them take no longer together, and each takes longer. */
const AT_ONCE = 48
/** Milliseconds that a call waits for its turn. Someone who waits longer tries again anyway. */
const WAIT_MS = 1000
/** Calls that wait, in all and of one person. */
const WAITING_MAX = 1000
const WAITING_EACH = 50
/** Expired calls are refused this often. Milliseconds. */
const SWEEP_MS = 100
/** A refused call comes back after 1 to so many seconds, not with all the others. */
const AGAIN_SECONDS = 3

interface Waiting {
  until: number
  start(): void
  refuse(error: AppError): void
}

/**
 * Keeps the server answering when more people call than it can serve: so many calls are worked on, some wait a second, and
 * the others are refused at once. People take turns, whoever has how many calls. Calls of screens don't come here, so
 * they always find the server with a bounded amount of other work.
 */
export class Admission {
  #running = 0
  #waitingCount = 0
  /** The person whose turn it is comes first; calls of one person in their order. */
  readonly #waiting = new Map<string, Waiting[]>()
  #sweep: NodeJS.Timeout | undefined

  get state(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waitingCount }
  }

  /** Throws UNAVAILABLE, with the time to wait, when the call's turn doesn't come. */
  async run<T>(person: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await this.#turn(person)
    else this.#running++
    try {
      return await work()
    } finally {
      this.#running--
      this.#startNext()
    }
  }

  #turn(person: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const own = this.#waiting.get(person) ?? []
      if (this.#waitingCount >= WAITING_MAX || own.length >= WAITING_EACH) return reject(busy())
      own.push({ until: performance.now() + WAIT_MS, start: resolve, refuse: reject })
      this.#waiting.set(person, own)
      this.#waitingCount++
      this.#sweep ??= setInterval(() => this.#refuseExpired(), SWEEP_MS).unref()
    })
  }

  #startNext(): void {
    for (const [person, own] of this.#waiting) {
      const next = own.shift()
      // Behind everyone else.
      this.#waiting.delete(person)
      if (own.length) this.#waiting.set(person, own)
      if (!next) continue
      this.#waitingCount--
      this.#running++
      next.start()
      return
    }
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

const busy = () =>
  new AppError(
    'UNAVAILABLE',
    'The server is busy. Try again in a moment.',
    undefined,
    1 + Math.floor(Math.random() * AGAIN_SECONDS),
  )
