import { Batch } from '#db/batch.ts'
import type { Clock } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { greediest } from '#lib/work/greediest.ts'
import type { NewPlay } from './api.ts'
import type { PlayStore } from './store/play-store.ts'

const GATHER_MS = 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Maximum per day: a screen shows something new every few seconds, in a few zones; more is a mistake or worse. */
const A_DAY_MAX = 100_000
/** Maximum plays in memory, about 50 MB: screens keep the others while the store is slow or away. */
const WAITING_MAX = 100_000
const RETRY_SECONDS = 60

interface Options {
  store: PlayStore
  clock: Clock
}

interface Today {
  cost: number
  /** Ids of plays over several hours, whose hours are counted once. */
  long: Set<string>
}

/** The plays that a screen reports with one call, until they are being written. */
interface Report {
  organizationId: string
  plays: readonly NewPlay[]
  refuse(error: AppError): void
}

/** Accepts the plays of all screens. When too many wait, the organization with the most loses its newest reports. */
export class PlayBook {
  readonly #batch: Batch<Report>
  /** By organization, oldest first. */
  readonly #reports = new Map<string, Set<Report>>()
  readonly #today = new Map<string, Today>()
  readonly #options: Options
  #day = 0
  #waiting = 0

  constructor(options: Options) {
    this.#options = options
    this.#batch = new Batch((reports) => this.#save(reports), GATHER_MS)
  }

  /** Resolves when they are stored, else rejects. False: this screen has exceeded its daily limit. */
  async add(deviceId: string, plays: readonly NewPlay[]): Promise<boolean> {
    const day = Math.floor(this.#options.clock.now() / DAY)
    if (day !== this.#day) this.#today.clear()
    this.#day = day
    const today = this.#today.get(deviceId) ?? { cost: 0, long: new Set() }
    const cost = plays.reduce((sum, play) => sum + costOf(play, today.long), today.cost)
    if (cost > A_DAY_MAX) return false
    const organizationId = plays[0]?.organizationId ?? ''
    if (!this.#makeRoom(organizationId, plays.length)) throw busy()
    const added = cost - today.cost
    today.cost = cost
    for (const { id, from, to } of plays) if (to - from > HOUR) today.long.add(id)
    this.#today.set(deviceId, today)
    if (plays.length === 0) return true
    try {
      await this.#write(organizationId, plays)
    } catch (error) {
      // The screen reports them again.
      today.cost -= added
      throw error
    }
    return true
  }

  #makeRoom(organizationId: string, more: number): boolean {
    while (this.#waiting + more > WAITING_MAX) {
      const own = playsOf(this.#reports.get(organizationId) ?? new Set())
      const report = [...(greediest(this.#reports.values(), playsOf, own + more) ?? [])].at(-1)
      if (!report) return false
      this.#forget(report)
      report.refuse(busy())
    }
    return true
  }

  #write(organizationId: string, plays: readonly NewPlay[]): Promise<void> {
    return new Promise((resolve, refuse) => {
      const report: Report = { organizationId, plays, refuse }
      this.#reports.set(organizationId, (this.#reports.get(organizationId) ?? new Set()).add(report))
      this.#waiting += plays.length
      this.#batch.add([report]).then(resolve, refuse)
    })
  }

  /** Refused reports are no longer among those that wait. */
  async #save(batch: readonly Report[]): Promise<void> {
    const reports = batch.filter((report) => this.#reports.get(report.organizationId)?.has(report))
    for (const report of reports) this.#take(report)
    try {
      await this.#options.store.save(reports.flatMap(({ plays }) => plays))
    } finally {
      for (const { plays } of reports) this.#waiting -= plays.length
    }
  }

  /** What is being written doesn't give way any more. */
  #take(report: Report): void {
    const own = this.#reports.get(report.organizationId)
    own?.delete(report)
    if (own?.size === 0) this.#reports.delete(report.organizationId)
  }

  #forget(report: Report): void {
    this.#take(report)
    this.#waiting -= report.plays.length
  }

  async close(): Promise<void> {
    await this.#batch.close()
  }
}

const playsOf = (reports: Iterable<Report>): number => {
  let sum = 0
  for (const { plays } of reports) sum += plays.length
  return sum
}

const busy = () =>
  new AppError('UNAVAILABLE', 'The server is busy. Try again in a moment.', undefined, RETRY_SECONDS)

/** Every hour of a play is a row of totals. Extending a known play costs little. */
const costOf = ({ id, from, to }: NewPlay, long: ReadonlySet<string>): number =>
  long.has(id) ? 1 : 1 + Math.floor((to - from) / HOUR)
