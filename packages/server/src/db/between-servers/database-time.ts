import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { AdjustedClock, type Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/** Milliseconds between two measurements, and after a failed one. */
const MEASURE_MS = 60_000
const AGAIN_MS = 10_000
/** A larger difference puts screens out of step and rejects valid codes and touches. */
const OFF_MS = 1_000
/** Without a measurement for this long, the offset is unknown. */
const UNKNOWN_MS = 5 * MEASURE_MS
/** Of several samples, the one with the shortest round trip is the most accurate. */
const SAMPLES = 3
const QUICK_MS = 5

interface Sample {
  instant: number
  /** On the monotonic clock, in the middle of the round trip. */
  at: number
  /** Uncertainty, ± milliseconds. */
  uncertainty: number
}

interface Dependencies {
  database: Db
  clock: Clock
  log: Log
}

/**
 * Follows the time of a shared database, so that all its servers give screens the same time. Does nothing on an
 * embedded one.
 */
export class DatabaseTime {
  readonly #parts: Dependencies
  readonly #clock: AdjustedClock | undefined
  #timer: NodeJS.Timeout | undefined
  #measuring: Promise<string | null> | undefined
  #measuredAt = 0
  #wasOff = false
  #closed = false

  private constructor(parts: Dependencies) {
    this.#parts = parts
    const { clock, database } = parts
    this.#clock = clock instanceof AdjustedClock && isPostgres(database) ? clock : undefined
  }

  /** Resolves once the clock of `parts` follows the database's time. */
  static async open(parts: Dependencies): Promise<DatabaseTime> {
    const time = new DatabaseTime(parts)
    await time.#measureNext()
    return time
  }

  /**
   * Measures and corrects the clock. Returns the deviation as text if it was too large to serve screens; null if it was
   * fine, or if the database didn't respond and the last measurement is still valid.
   */
  measure(): Promise<string | null> {
    this.#measuring ??= this.#measure().finally(() => (this.#measuring = undefined))
    return this.#measuring
  }

  /** Milliseconds between this machine's own clock and the database's; 0 if the database isn't shared. */
  offset(): number {
    return this.#clock ? this.#clock.unadjusted() - this.#clock.now() : 0
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#measuring
  }

  async #measureNext(): Promise<void> {
    if (!this.#clock || this.#closed) return
    const before = this.#measuredAt
    await this.measure()
    if (this.#closed) return
    this.#timer = setTimeout(
      () => void this.#measureNext(),
      this.#measuredAt === before ? AGAIN_MS : MEASURE_MS,
    )
  }

  async #measure(): Promise<string | null> {
    const { database, log } = this.#parts
    const clock = this.#clock
    if (!clock) return null
    try {
      const { instant, at, uncertainty } = await sample(database, clock)
      const isFirst = this.#measuredAt === 0
      const off = clock.now() - (instant + clock.monotonic() - at)
      clock.adjust(instant, at)
      this.#measuredAt = clock.monotonic()
      this.#warn(log)
      if (isFirst || Math.abs(off) <= OFF_MS + uncertainty) return null
      log.warn({ milliseconds: Math.round(off) }, "The time differed from the database's and was corrected")
      return `The time was ${(Math.abs(off) / 1000).toFixed(1)} seconds off`
    } catch (error) {
      log.warn({ err: error }, "Reading the database's time failed")
      const age = clock.monotonic() - this.#measuredAt
      return age > UNKNOWN_MS ? `The time was last checked ${Math.round(age / 1000)} seconds ago` : null
    }
  }

  /** Warns once per incident. */
  #warn(log: Log): void {
    const offset = this.offset()
    const isOff = Math.abs(offset) > OFF_MS
    if (isOff && !this.#wasOff)
      log.warn(
        { milliseconds: Math.round(offset) },
        "This machine's clock differs from the database's, which is used instead",
      )
    this.#wasOff = isOff
  }
}

async function sample(database: Db, clock: Clock): Promise<Sample> {
  let best: Sample | undefined
  for (let n = 0; n < SAMPLES && (best?.uncertainty ?? Number.POSITIVE_INFINITY) > QUICK_MS; n++) {
    const before = clock.monotonic()
    const { rows } = await sql<{ instant: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as instant`.execute(database)
    const uncertainty = (clock.monotonic() - before) / 2
    if (!best || uncertainty < best.uncertainty)
      best = { instant: Number(rows[0]?.instant), at: before + uncertainty, uncertainty }
  }
  if (!best) throw new Error("The database's time hasn't been read yet")
  return best
}
