import { Batch } from '#db/batch.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'
import { forgetPlays, type NewPlay, savePlays } from './queries.ts'

const GATHER_MS = 1000
const HOUR = 3_600_000
/** A screen shows something new once in a few seconds, on a few zones; more a day is a mistake or worse. */
const A_DAY_MAX = 100_000

interface Options {
  database: Db
  clock: Clock
  log: Log
  settings: Settings
}

/** Takes plays of all screens, and forgets old ones. */
export class PlayBook {
  readonly #batch: Batch<NewPlay>
  readonly #today = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  readonly #options: Options
  #day = 0

  constructor(options: Options) {
    this.#options = options
    this.#batch = new Batch((plays) => savePlays(options.database, plays), GATHER_MS)
    this.#timer = setInterval(() => void this.forget(), HOUR)
  }

  /** Resolves when they are stored. False: this screen has told too much for today. */
  async add(deviceId: string, plays: readonly NewPlay[]): Promise<boolean> {
    const day = Math.floor(this.#options.clock.now() / (24 * HOUR))
    if (day !== this.#day) this.#today.clear()
    this.#day = day
    const told = (this.#today.get(deviceId) ?? 0) + plays.length
    if (told > A_DAY_MAX) return false
    this.#today.set(deviceId, told)
    if (plays.length) await this.#batch.add(plays)
    return true
  }

  /** Drops what is older than PLAYS_KEEP_DAYS. */
  async forget(): Promise<void> {
    const { database, clock, log, settings } = this.#options
    const before = clock.now() - settings.PLAYS_KEEP_DAYS * 24 * HOUR
    try {
      while ((await forgetPlays(database, before)) > 0);
    } catch (error) {
      log.warn({ err: error }, 'Deleting old plays failed')
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#batch.close()
  }
}
