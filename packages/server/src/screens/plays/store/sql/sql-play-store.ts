import type { Play, PlayQuery, PlayReport, PlayTotal } from '@vitrine/contract/api/screens/plays'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import type { NewPlay } from '#screens/plays/api.ts'
import { pick } from '#screens/plays/store/pick.ts'
import { type ForgottenPlays, NO_PLAYS, type PlayStore, TOTALS_MAX } from '#screens/plays/store/play-store.ts'
import { forgetPlays } from './forget.ts'
import { everyPlay, pageOf } from './read.ts'
import { reportOf, totalsOf } from './report.ts'
import { savePlays } from './write.ts'

interface Options {
  database: Db
  /** For long reads. */
  reader: Db
  clock: Clock
  settings: Pick<Settings, 'PLAYS_KEEP_DAYS'>
}

/**
 * Plays in the installation's database: individual plays are rows of numbers; totals per hour, updated with them, serve
 * lists, reports, and charts.
 */
export class SqlPlayStore implements PlayStore {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  get keepDays(): number {
    return this.#options.settings.PLAYS_KEEP_DAYS
  }

  save(plays: readonly NewPlay[]): Promise<void> {
    const { database, clock } = this.#options
    return savePlays(database, plays, clock.now())
  }

  async list(reader: Db, query: PlayQuery): Promise<{ plays: Play[]; total: number }> {
    const picked = await this.#pick(reader, query)
    return picked ? pageOf(reader, picked, query) : { plays: [], total: 0 }
  }

  async *every(reader: Db, query: PlayQuery, atOnce: number): AsyncGenerator<Play[]> {
    const picked = await this.#pick(reader, query)
    if (picked) yield* everyPlay(reader, picked, query, atOnce)
  }

  async totals(reader: Db, query: PlayQuery, most = TOTALS_MAX): Promise<PlayTotal[]> {
    const picked = await this.#pick(reader, query)
    return picked ? totalsOf(reader, picked, query, most) : []
  }

  async report(reader: Db, query: PlayQuery): Promise<PlayReport> {
    const picked = await this.#pick(reader, query)
    return picked ? reportOf(reader, picked, query) : NO_PLAYS
  }

  forget(signal?: AbortSignal): Promise<ForgottenPlays> {
    const { database, reader, clock } = this.#options
    return forgetPlays({ database, reader, now: clock.now(), keepDays: this.keepDays, signal })
  }

  /** The database is closed by those who opened it. */
  async close(): Promise<void> {}

  #pick = (reader: Db, query: PlayQuery) =>
    pick(reader, query, { now: this.#options.clock.now(), keepDays: this.keepDays })
}
