import { tooManyRequests } from '#lib/errors.ts'
import { Penalties } from './penalties.ts'

/** The owner of a piece of work. The people of an organization share its turns. */
export interface Owner {
  organizationId: string
  userId: string
}

/**
 * Everyone who waits for a piece of work. It runs in the turn of the first who may have one, so that none waits behind
 * the other work of another. More may join while it waits.
 */
export type Owners = Iterable<Owner>

interface Limits {
  /** Concurrent pieces of work, at most one per organization. */
  atOnce: number
  /**
   * Milliseconds after which a piece counts as slow and moves aside, and the maximum of slow ones next to the others.
   */
  slowAfter: number
  slowAtOnce: number
  /**
   * Milliseconds after which a slow piece is stopped if another organization needs its slot, the most expensive first.
   * One that got little processor time runs longer.
   */
  stopAfter: number
  /** Maximum waiting pieces per person and per organization. */
  waitingEach: number
  waitingTogether: number
}

/** A piece of work while it runs. */
export interface Turn {
  /** Aborted when others need the slot; the reason is the error to throw. */
  readonly signal: AbortSignal
  /** Sets the source of the work's processor time in milliseconds. Without it, wall time counts. */
  measure(used: () => number | undefined): void
  /** Reports that the work hit its limit: the owner's next pieces are refused for a while. */
  penalize(): void
  /** Reports that the work failed; if it took long, that is penalized too. */
  failed(): void
}

interface Running {
  owner: Owner
  since: number
  isSlow: boolean
  used: () => number | undefined
  turn: Turn
  stop(): void
}

interface Waiting {
  owners: Owners
  start(running: Running): void
  refuse(error: Error): void
}

/** Retry-After in seconds of a refused piece. */
const TRY_AGAIN = 30
/**
 * Share of `stopAfter` that a piece must have used as processor time to be stopped then; a starved one runs `STARVED`
 * times as long.
 */
const CHANCE = 0.2
const STARVED = 4
/** Offenses without a penalty: an organization has several people, and one of them may have slow files. */
const FREE_OF_PERSON = 0
const FREE_OF_ORGANIZATION = 3

/**
 * A fair queue: each organization runs one piece at a time; next is the organization whose last run was longest ago,
 * then the person in it. Slow pieces move aside, and when too many are slow the most expensive is stopped, so that a
 * piece of another organization starts within about `stopAfter`, whatever the load. One slot is reserved for
 * organizations whose work has not hit limits within the last hour.
 */
export class Turns {
  readonly #limits: Limits
  #waiting: Waiting[] = []
  readonly #running = new Map<string, Running>()
  readonly #ofPeople = new Penalties(FREE_OF_PERSON)
  readonly #ofOrganizations = new Penalties(FREE_OF_ORGANIZATION)
  /** The turn of the last run, by organization and by person, while the organization has work. */
  readonly #wentAt = new Map<string, Map<string, number>>()
  #turn = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Number of organizations in memory. */
  get size(): number {
    return this.#wentAt.size
  }

  /**
   * Throws TOO_MANY_REQUESTS if too much of these owners' work waits, during their penalties, and if the work was stopped.
   */
  async run<T>(owner: Owner | Owners, work: (turn: Turn) => Promise<T>): Promise<T> {
    const owners = Symbol.iterator in owner ? owner : [owner]
    this.#refuseExcess(owners)
    const running = await new Promise<Running>((start, refuse) => {
      this.#waiting.push({ owners, start, refuse })
      this.#startMore()
    }).finally(() => this.#forget(owners))
    const { organizationId } = running.owner
    const { slowAfter, stopAfter } = this.#limits
    const timers = [
      setTimeout(() => this.#startMore(), slowAfter + 1),
      setInterval(() => this.#startMore(), stopAfter + 1),
    ]
    try {
      return await work(running.turn)
    } finally {
      for (const timer of timers) clearInterval(timer)
      this.#running.delete(organizationId)
      this.#forget(owners)
      this.#startMore()
    }
  }

  /** Call after someone joined the owners of waiting work. */
  joined(): void {
    this.#startMore()
  }

  /** Seconds. */
  #penaltyOf = ({ organizationId, userId }: Owner) =>
    Math.max(this.#ofOrganizations.wait(organizationId), this.#ofPeople.wait(userId))

  #refuseExcess(owners: Owners): void {
    const waits = [...owners].map(
      (owner) => this.#penaltyOf(owner) || (this.#hasTooMuch(owner) ? TRY_AGAIN : 0),
    )
    const shortest = Math.min(...waits)
    if (shortest > 0) throw tooManyRequests(shortest)
  }

  /** Work that others wait for, too, counts for each of them. */
  #hasTooMuch({ organizationId, userId }: Owner): boolean {
    let together = 0
    let own = 0
    for (const { owners } of this.#waiting)
      for (const owner of owners) {
        if (owner.organizationId !== organizationId) continue
        together++
        if (owner.userId === userId) own++
      }
    return together >= this.#limits.waitingTogether || own >= this.#limits.waitingEach
  }

  #startMore(): void {
    this.#moveSlowAside()
    for (;;) {
      const free = this.#limits.atOnce - [...this.#running.values()].filter(({ isSlow }) => !isSlow).length
      const next = this.#next()
      if (!next) return
      if (free <= 0) {
        this.#stopGreediest()
        return
      }
      this.#start(next)
    }
  }

  /** The waiting piece whose organization, and then whose person, ran longest ago. */
  #next(): { waiting: Waiting; owner: Owner } | undefined {
    const quick = [...this.#running].filter(([, { isSlow }]) => !isSlow)
    const suspects = quick.filter(([organizationId]) => this.#ofOrganizations.has(organizationId))
    const isClosed = this.#limits.atOnce > 1 && suspects.length >= this.#limits.atOnce - 1
    const wentAt = ({ organizationId, userId }: Owner) => {
      const people = this.#wentAt.get(organizationId)
      return [Math.max(0, ...(people?.values() ?? [])), people?.get(userId) ?? 0] as const
    }
    let best: { waiting: Waiting; owner: Owner; at: readonly [number, number] } | undefined
    for (const waiting of this.#waiting)
      for (const owner of waiting.owners) {
        const { organizationId } = owner
        if (this.#running.has(organizationId) || this.#penaltyOf(owner) > 0) continue
        if (isClosed && this.#ofOrganizations.has(organizationId)) continue
        const at = wentAt(owner)
        if (!best || at[0] < best.at[0] || (at[0] === best.at[0] && at[1] < best.at[1]))
          best = { waiting, owner, at }
      }
    return best
  }

  #start({ waiting, owner }: { waiting: Waiting; owner: Owner }): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
    const people = this.#wentAt.get(owner.organizationId) ?? new Map<string, number>()
    this.#wentAt.set(owner.organizationId, people.set(owner.userId, ++this.#turn))
    const stopping = new AbortController()
    const turn = {
      signal: stopping.signal,
      measure: (used: Running['used']) => {
        running.used = used
      },
      penalize: () => this.#penalize(owner),
      failed: () => {
        if (this.#usedBy(running) >= this.#limits.stopAfter) this.#penalize(owner)
      },
    }
    const stop = () => {
      turn.penalize()
      stopping.abort(tooManyRequests(TRY_AGAIN))
    }
    const running: Running = {
      ...{ owner, since: performance.now(), isSlow: false },
      ...{ used: () => undefined, turn, stop },
    }
    this.#running.set(owner.organizationId, running)
    waiting.start(running)
  }

  #moveSlowAside(): void {
    const all = [...this.#running.values()]
    let free = this.#limits.slowAtOnce - all.filter(({ isSlow }) => isSlow).length
    for (const running of all) {
      if (running.isSlow || free <= 0 || performance.now() - running.since < this.#limits.slowAfter) continue
      running.isSlow = true
      free--
    }
  }

  /** Stops one piece at a time while others wait without a free slot: its end makes room. */
  #stopGreediest(): void {
    const all = [...this.#running.values()]
    if (all.some(({ turn }) => turn.signal.aborted)) return
    const { stopAfter } = this.#limits
    const over = all.flatMap((running) => {
      const passed = performance.now() - running.since
      const used = this.#usedBy(running)
      const isOver = passed >= STARVED * stopAfter || (passed >= stopAfter && used >= CHANCE * stopAfter)
      return isOver ? [{ running, used }] : []
    })
    const [greediest] = over.sort((a, b) => b.used - a.used)
    greediest?.running.stop()
  }

  /** Milliseconds of processor time, or of wall time if the system doesn't report it. */
  #usedBy = ({ since, used }: Running) => used() ?? performance.now() - since

  #penalize({ organizationId, userId }: Owner): void {
    this.#ofPeople.add(userId)
    this.#ofOrganizations.add(organizationId)
    const penaltyOf = ({ owners }: Waiting) => Math.min(...[...owners].map(this.#penaltyOf))
    const refused = this.#waiting.filter((each) => penaltyOf(each) > 0)
    this.#waiting = this.#waiting.filter((each) => !refused.includes(each))
    for (const each of refused) each.refuse(tooManyRequests(penaltyOf(each)))
  }

  #forget(owners: Owners): void {
    const waiting = new Set(
      this.#waiting.flatMap((each) => [...each.owners]).map((one) => one.organizationId),
    )
    for (const { organizationId } of owners)
      if (!waiting.has(organizationId) && !this.#running.has(organizationId))
        this.#wentAt.delete(organizationId)
  }
}
