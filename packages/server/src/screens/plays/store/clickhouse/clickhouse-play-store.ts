import type { Play, PlayQuery, PlayReport, PlayTotal } from '@vitrine/contract/api/screens/plays'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import { type Settings, StartError } from '#lib/env.ts'
import { AppError } from '#lib/errors.ts'
import type { Log } from '#lib/log.ts'
import type { NewPlay } from '#screens/plays/api.ts'
import { pick } from '#screens/plays/store/pick.ts'
import { type ForgottenPlays, NO_PLAYS, type PlayStore, TOTALS_MAX } from '#screens/plays/store/play-store.ts'
import { forgetPlays as forgetInDatabase } from '#screens/plays/store/sql/forget.ts'
import { Clickhouse, type Limits, unavailable } from './client.ts'
import { copyPlays } from './copy.ts'
import { forgetPlays } from './forget.ts'
import { everyPlay, pageOf } from './read.ts'
import { reportOf, totalsOf } from './report.ts'
import { closeHours } from './roll-up.ts'
import { prepareTables } from './schema.ts'
import { TenantReader } from './tenant-reader.ts'
import { savePlays } from './write.ts'

interface Options {
  database: Db
  /** For long reads. */
  reader: Db
  clock: Clock
  log: Log
  settings: Pick<Settings, 'PLAYS_KEEP_DAYS'>
  url: string
  limits?: Limits
}

/**
 * Plays in ClickHouse, as numbers that the installation's database explains. Without ClickHouse everything else works:
 * screens keep their plays and report them again.
 */
export class ClickhousePlayStore implements PlayStore {
  readonly #options: Options
  readonly #clickhouse: Clickhouse
  #ready: Promise<string> | undefined
  #version: string | null = null

  private constructor(options: Options) {
    this.#options = options
    try {
      this.#clickhouse = new Clickhouse(options)
    } catch (error) {
      throw new StartError(`The setting CLICKHOUSE_URL is invalid: ${(error as Error).message}.`)
    }
  }

  /** Opens without ClickHouse, too. Throws a StartError if its database isn't this installation's. */
  static async open(options: Options): Promise<ClickhousePlayStore> {
    const store = new ClickhousePlayStore(options)
    try {
      await store.#prepare()
    } catch (error) {
      if (error instanceof AppError && !(error.cause instanceof StartError)) return store
      await store.close()
      throw error instanceof AppError ? error.cause : error
    }
    return store
  }

  get keepDays(): number {
    return this.#options.settings.PLAYS_KEEP_DAYS
  }

  async save(plays: readonly NewPlay[]): Promise<void> {
    const { database, clock } = this.#options
    this.#clickhouse.assertAvailable()
    await this.#prepare()
    await savePlays(this.#clickhouse, database, plays, clock.now())
  }

  async list(reader: Db, query: PlayQuery): Promise<{ plays: Play[]; total: number }> {
    const picked = await this.#pick(reader, query)
    return picked ? pageOf(await this.#read(reader, picked), reader, picked, query) : { plays: [], total: 0 }
  }

  async *every(reader: Db, query: PlayQuery, atOnce: number): AsyncGenerator<Play[]> {
    const picked = await this.#pick(reader, query)
    if (picked) yield* everyPlay(await this.#read(reader, picked), reader, picked, query, atOnce)
  }

  async totals(reader: Db, query: PlayQuery, most = TOTALS_MAX): Promise<PlayTotal[]> {
    const picked = await this.#pick(reader, query)
    return picked ? totalsOf(await this.#read(reader, picked), reader, query, most) : []
  }

  async report(reader: Db, query: PlayQuery): Promise<PlayReport> {
    const picked = await this.#pick(reader, query)
    return picked ? reportOf(await this.#read(reader, picked), reader, query) : NO_PLAYS
  }

  async forget(signal?: AbortSignal): Promise<ForgottenPlays> {
    const { database, reader, clock } = this.#options
    const of = { database, now: clock.now(), keepDays: this.keepDays }
    await this.sum(signal)
    // Those from before ClickHouse.
    const former = await forgetInDatabase({ ...of, reader, signal })
    signal?.throwIfAborted()
    const removed = await forgetPlays({ ...of, clickhouse: this.#clickhouse })
    return {
      plays: former.plays + removed.plays,
      hours: former.hours + removed.hours,
      days: former.days + removed.days,
    }
  }

  /** Computes the totals of past hours, after copying the plays from before ClickHouse. */
  async sum(signal?: AbortSignal): Promise<object> {
    const { reader, clock } = this.#options
    await this.#prepare()
    await copyPlays({ clickhouse: this.#clickhouse, reader, signal })
    return closeHours(this.#clickhouse, clock.now(), signal)
  }

  engineVersion(): string | null {
    return this.#clickhouse.isAway ? null : this.#version
  }

  close(): Promise<void> {
    return this.#clickhouse.close()
  }

  /** Before each use, because the server also starts without ClickHouse. */
  async #prepare(): Promise<void> {
    this.#ready ??= prepareTables(this.#clickhouse, this.#options.database).catch((error) => {
      this.#ready = undefined
      throw error instanceof AppError ? error : unavailable(error)
    })
    this.#version = await this.#ready
  }

  async #read(reader: Db, picked: Parameters<typeof pageOf>[2]): Promise<TenantReader> {
    await this.#prepare()
    return TenantReader.of(this.#clickhouse, reader, picked)
  }

  #pick = (reader: Db, query: PlayQuery) =>
    pick(reader, query, { now: this.#options.clock.now(), keepDays: this.keepDays })
}
