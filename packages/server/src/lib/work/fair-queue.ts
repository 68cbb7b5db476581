import type { AppError } from '#lib/errors.ts'
import { greediest } from './greediest.ts'

interface Limits {
  /** Pieces of work that run, and that may wait, per owner. */
  runningEach: number
  waitingEach: number
  /** Pieces that may wait in all; then the owner with the most gives way. */
  waiting: number
}

/**
 * Waiting work of owners who take turns, however much each has. Some owners' slow work never uses all places if there are
 * more than `runningEach`.
 */
export class FairQueue<Work> {
  readonly #limits: Limits
  /** By owner, in turn order. */
  readonly #waiting = new Map<string, Work[]>()
  #waitingCount = 0
  readonly #running = new Map<string, number>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#waitingCount
  }

  /** Whether this owner has as much waiting as it may. */
  isFull = (owner: string): boolean => (this.#waiting.get(owner)?.length ?? 0) >= this.#limits.waitingEach

  /** Returns the work to refuse, if there is no room: the newest of the owner with the most, who may be this one. */
  add(owner: string, work: Work): Work | undefined {
    if (this.isFull(owner)) return work
    const own = this.#waiting.get(owner) ?? []
    let refused: Work | undefined
    if (this.#waitingCount >= this.#limits.waiting) {
      refused = greediest(this.#waiting.values(), ({ length }) => length, own.length + 1)?.pop()
      if (refused === undefined) return work
      this.#waitingCount--
    }
    own.push(work)
    this.#waiting.set(owner, own)
    this.#waitingCount++
    return refused
  }

  /** Whether an owner waits who may run. */
  get hasNext(): boolean {
    return this.#nextOwner() !== undefined
  }

  /** The next piece, which runs until `ended`. */
  next(): { owner: string; work: Work } | undefined {
    const owner = this.#nextOwner()
    const own = owner === undefined ? undefined : this.#waiting.get(owner)
    const work = own?.shift()
    if (owner === undefined || own === undefined || work === undefined) return undefined
    // Delete and set: the owner's other work waits for its next turn.
    this.#waiting.delete(owner)
    if (own.length > 0) this.#waiting.set(owner, own)
    this.#waitingCount--
    this.#running.set(owner, this.#runningOf(owner) + 1)
    return { owner, work }
  }

  ended(owner: string): void {
    const running = this.#runningOf(owner) - 1
    if (running > 0) this.#running.set(owner, running)
    else this.#running.delete(owner)
  }

  /** Removes and returns everything that waits. */
  clear(): Work[] {
    const all = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    this.#waitingCount = 0
    return all
  }

  #nextOwner(): string | undefined {
    for (const owner of this.#waiting.keys())
      if (this.#runningOf(owner) < this.#limits.runningEach) return owner
    return undefined
  }

  #runningOf = (owner: string) => this.#running.get(owner) ?? 0
}

/** Places of which each owner uses some, in turns. */
export class FairPlaces {
  readonly #queue: FairQueue<{ start(): void; refuse(error: AppError): void }>
  readonly #places: number
  readonly #refusal: () => AppError
  #used = 0

  /** `refusal`: the error when too much waits. */
  constructor({ places, refusal, ...limits }: Limits & { places: number; refusal: () => AppError }) {
    this.#places = places
    this.#refusal = refusal
    this.#queue = new FairQueue(limits)
  }

  get used(): number {
    return this.#used
  }

  /** Waits for a place, and returns what frees it. */
  async take(owner: string): Promise<() => void> {
    await new Promise<void>((start, refuse) => {
      this.#queue.add(owner, { start, refuse })?.refuse(this.#refusal())
      this.#startNext()
    })
    return () => {
      this.#used--
      this.#queue.ended(owner)
      this.#startNext()
    }
  }

  #startNext(): void {
    const next = this.#used < this.#places ? this.#queue.next() : undefined
    if (!next) return
    this.#used++
    next.work.start()
  }
}
