import { Batch } from '#db/batch.ts'
import type { Clock } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
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

/** Accepts the plays of all screens. */
export class PlayBook {
  readonly #batch: Batch<NewPlay>
  readonly #today = new Map<string, Today>()
  readonly #options: Options
  #day = 0
  #waiting = 0

  constructor(options: Options) {
    this.#options = options
    this.#batch = new Batch((plays) => options.store.save(plays), GATHER_MS)
  }

  /** Resolves when they are stored, else rejects. False: this screen has exceeded its daily limit. */
  async add(deviceId: string, plays: readonly NewPlay[]): Promise<boolean> {
    const day = Math.floor(this.#options.clock.now() / DAY)
    if (day !== this.#day) this.#today.clear()
    this.#day = day
    const today = this.#today.get(deviceId) ?? { cost: 0, long: new Set() }
    const cost = plays.reduce((sum, play) => sum + costOf(play, today.long), today.cost)
    if (cost > A_DAY_MAX) return false
    if (this.#waiting + plays.length > WAITING_MAX)
      throw new AppError(
        'UNAVAILABLE',
        'The server is busy. Try again in a moment.',
        undefined,
        RETRY_SECONDS,
      )
    const added = cost - today.cost
    today.cost = cost
    for (const { id, from, to } of plays) if (to - from > HOUR) today.long.add(id)
    this.#today.set(deviceId, today)
    if (plays.length === 0) return true
    this.#waiting += plays.length
    try {
      await this.#batch.add(plays)
    } catch (error) {
      // The screen reports them again.
      today.cost -= added
      throw error
    } finally {
      this.#waiting -= plays.length
    }
    return true
  }

  async close(): Promise<void> {
    await this.#batch.close()
  }
}

/** Every hour of a play is a row of totals. Extending a known play costs little. */
const costOf = ({ id, from, to }: NewPlay, long: ReadonlySet<string>): number =>
  long.has(id) ? 1 : 1 + Math.floor((to - from) / HOUR)
