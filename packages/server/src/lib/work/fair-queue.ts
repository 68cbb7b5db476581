import type { AppError } from '#lib/errors.ts'
import { type Caller, greediestPerson } from './greediest.ts'

interface Limits {
  /** Pieces of work of an organization that run at the same time. */
  runningEach: number
  /** Pieces of a person that may wait. */
  waitingEach: number
  /** Pieces that may wait in all; then the organization with the most gives way. */
  waiting: number
}

/** Whose work it is: a person of an organization, or one owner for both. */
type Owner = Caller | string

interface Queued<Work> {
  organizationId: string
  work: Work
}

/**
 * Waiting work of people who take turns, however much each has. Some organizations' slow work never uses all places if
 * there are more than `runningEach`.
 */
export class FairQueue<Work> {
  readonly #limits: Limits
  /** By person, in turn order. */
  readonly #waiting = new Map<string, Queued<Work>[]>()
  #waitingCount = 0
  /** By organization. */
  readonly #running = new Map<string, number>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#waitingCount
  }

  /** Whether this person has as much waiting as it may. */
  isFull = (owner: Owner): boolean =>
    (this.#waiting.get(callerOf(owner).userId)?.length ?? 0) >= this.#limits.waitingEach

  /** Whether another piece of the owner's organization may run. */
  mayRun = (owner: Owner): boolean =>
    this.#runningOf(callerOf(owner).organizationId) < this.#limits.runningEach

  /**
   * Returns the work to refuse, if there is no room: the newest of the person with the most, in the organization with the
   * most, which may be this one.
   */
  add(owner: Owner, work: Work): Work | undefined {
    if (this.isFull(owner)) return work
    const caller = callerOf(owner)
    let refused: Work | undefined
    if (this.#waitingCount >= this.#limits.waiting) {
      const last = greediestPerson(this.#waiting, caller)?.pop()
      if (last === undefined) return work
      refused = last.work
      this.#waitingCount--
    }
    const own = this.#waiting.get(caller.userId) ?? []
    own.push({ organizationId: caller.organizationId, work })
    this.#waiting.set(caller.userId, own)
    this.#waitingCount++
    return refused
  }

  /** Whether someone waits who may run. */
  get hasNext(): boolean {
    return this.#nextPerson() !== undefined
  }

  /** The next piece, which runs until `ended`. */
  next(): { owner: string; work: Work } | undefined {
    const person = this.#nextPerson()
    const own = person === undefined ? undefined : this.#waiting.get(person)
    const next = own?.shift()
    if (person === undefined || own === undefined || next === undefined) return undefined
    // Delete and set: the person's other work waits for its next turn.
    this.#waiting.delete(person)
    if (own.length > 0) this.#waiting.set(person, own)
    this.#waitingCount--
    this.started(next.organizationId)
    return { owner: next.organizationId, work: next.work }
  }

  /** Counts work that runs without having waited. */
  started(organizationId: string): void {
    this.#running.set(organizationId, this.#runningOf(organizationId) + 1)
  }

  ended(organizationId: string): void {
    const running = this.#runningOf(organizationId) - 1
    if (running > 0) this.#running.set(organizationId, running)
    else this.#running.delete(organizationId)
  }

  /** Removes and returns the oldest work of each person, up to the first that hasn't ended. */
  removeOldest(hasEnded: (work: Work) => boolean): Work[] {
    const removed: Work[] = []
    for (const [person, own] of this.#waiting) {
      for (let [first] = own; first && hasEnded(first.work); [first] = own) {
        own.shift()
        removed.push(first.work)
      }
      if (own.length === 0) this.#waiting.delete(person)
    }
    this.#waitingCount -= removed.length
    return removed
  }

  /** Removes and returns everything that waits. */
  clear = (): Work[] => this.removeOldest(() => true)

  #nextPerson(): string | undefined {
    for (const [person, [first]] of this.#waiting) {
      // Its last piece gave way.
      if (!first) this.#waiting.delete(person)
      else if (this.mayRun(first.organizationId)) return person
    }
    return undefined
  }

  #runningOf = (organizationId: string) => this.#running.get(organizationId) ?? 0
}

const callerOf = (owner: Owner): Caller =>
  typeof owner === 'string' ? { userId: owner, organizationId: owner } : owner

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
