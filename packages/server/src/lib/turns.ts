import { tooManyRequests } from './errors.ts'

interface Limits {
  /** Pieces of work under way at a time, and of one owner. */
  atOnce: number
  atOnceEach: number
  /** Pieces of one owner that may wait; more are refused. */
  waitingEach: number
}

/** Seconds after which a refused piece may be brought again. */
const TRY_AGAIN = 30

/**
 * Work that takes its turn: whoever has the least under way goes next, and among those whoever went longest ago, so that
 * somebody with a thousand pieces holds up nobody who has one.
 */
export class Turns {
  readonly #limits: Limits
  readonly #waiting: { owner: string; start: () => void }[] = []
  /** Of owners that have work under way or waiting. */
  readonly #owners = new Map<string, { running: number; waiting: number; wentAt: number }>()
  #running = 0
  #turn = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Owners that are remembered. */
  get size(): number {
    return this.#owners.size
  }

  /** Throws TOO_MANY_REQUESTS when too much of this owner waits already. */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const own = this.#owners.get(owner) ?? { running: 0, waiting: 0, wentAt: 0 }
    this.#owners.set(owner, own)
    if (own.waiting >= this.#limits.waitingEach) throw tooManyRequests(TRY_AGAIN)
    own.waiting++
    const turn = new Promise<void>((resolve) => this.#waiting.push({ owner, start: resolve }))
    this.#startMore()
    await turn
    try {
      return await work()
    } finally {
      own.running--
      this.#running--
      if (own.running === 0 && own.waiting === 0) this.#owners.delete(owner)
      this.#startMore()
    }
  }

  #startMore(): void {
    while (this.#running < this.#limits.atOnce) {
      const next = this.#next()
      if (!next) return
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      const own = this.#owners.get(next.owner)
      if (own) {
        own.running++
        own.waiting--
        own.wentAt = ++this.#turn
      }
      this.#running++
      next.start()
    }
  }

  #next(): { owner: string; start: () => void } | undefined {
    let best: { entry: { owner: string; start: () => void }; running: number; wentAt: number } | undefined
    for (const entry of this.#waiting) {
      const { running = 0, wentAt = 0 } = this.#owners.get(entry.owner) ?? {}
      if (running >= this.#limits.atOnceEach) continue
      const isBetter = !best || running < best.running || (running === best.running && wentAt < best.wentAt)
      if (isBetter) best = { entry, running, wentAt }
    }
    return best?.entry
  }
}
