import type { Play, PlayQuery, PlayReport, PlayTotal } from '@vitrine/contract/api/screens/plays'
import type { Db } from '#db/schema.ts'
import type { NewPlay } from '#features/plays/api.ts'
import type { Clock } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { forgetPlays } from './forget.ts'
import { pick } from './pick.ts'
import { everyPlay, pageOf } from './read.ts'
import { reportOf, TOTALS_MAX, totalsOf } from './report.ts'
import { savePlays } from './write.ts'

interface Options {
  database: Db
  /** For long reads. */
  reader: Db
  clock: Clock
  settings: Pick<Settings, 'PLAYS_KEEP_DAYS'>
}

/**
 * The only access to plays. Individual plays are rows of numbers; totals per hour, updated with them, serve lists,
 * reports, and charts. Another storage engine would replace this class. Reads take the `reader` of a call, bound to its
 * organization.
 */
export class PlayStore {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Maximum days that any organization's individual plays are kept. */
  get keepDays(): number {
    return this.#options.settings.PLAYS_KEEP_DAYS
  }

  /** Stores plays of any screens. A repeated play counts once, with its latest end. */
  save(plays: readonly NewPlay[]): Promise<void> {
    const { database, clock } = this.#options
    return savePlays(database, plays, clock.now())
  }

  /** A page of individual plays, newest first, and their total. */
  async list(reader: Db, query: PlayQuery): Promise<{ plays: Play[]; total: number }> {
    const picked = await this.#pick(reader, query)
    return picked ? pageOf(reader, picked, query) : { plays: [], total: 0 }
  }

  /** All individual plays, newest first, in batches. */
  async *every(reader: Db, query: PlayQuery, atOnce: number): AsyncGenerator<Play[]> {
    const picked = await this.#pick(reader, query)
    if (picked) yield* everyPlay(reader, picked, query, atOnce)
  }

  /** Plays and duration per item, longest first. By the whole hours that begin in the period. */
  async totals(reader: Db, query: PlayQuery, most = TOTALS_MAX): Promise<PlayTotal[]> {
    const picked = await this.#pick(reader, query)
    return picked ? totalsOf(reader, picked, query, most) : []
  }

  /** By the whole hours that begin in the period. */
  async report(reader: Db, query: PlayQuery): Promise<PlayReport> {
    const picked = await this.#pick(reader, query)
    return picked ? reportOf(reader, picked, query) : NOTHING
  }

  /** Deletes plays and totals past their limits. */
  forget(signal?: AbortSignal): Promise<{ plays: number; hours: number; days: number }> {
    const { database, reader, clock } = this.#options
    return forgetPlays({ database, reader, now: clock.now(), keepDays: this.keepDays, signal })
  }

  #pick = (reader: Db, query: PlayQuery) =>
    pick(reader, query, { now: this.#options.clock.now(), keepDays: this.keepDays })
}

const NOTHING: PlayReport = {
  plays: 0,
  seconds: 0,
  screensCount: 0,
  hours: [],
  items: [],
  screens: [],
  places: [],
  storyboards: [],
}
