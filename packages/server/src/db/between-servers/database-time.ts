import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { AdjustedClock, type Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/** Milliseconds between two measurements, and after one that failed. */
const MEASURE_MS = 60_000
const AGAIN_MS = 10_000
/** A server whose time differs by more brings screens out of step, and refuses codes and touches that are good. */
const OFF_MS = 1_000
/** Without a measurement for so long, the time may be anything. */
const UNKNOWN_MS = 5 * MEASURE_MS
/** The quickest of these counts: the answer may have been made at any moment of the way there and back. */
const SAMPLES = 3
const QUICK_MS = 5

interface Sample {
  instant: number
  /** On the monotonic clock, in the middle of the way. */
  at: number
  /** By how many milliseconds it may be wrong. */
  uncertainty: number
}

interface Dependencies {
  database: Db
  clock: Clock
  log: Log
}

/** Takes the time of a shared database, so that all its servers tell screens the same. Does nothing on an embedded one. */
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

  /** Resolves when the clock of `parts` shows the database's time. */
  static async open(parts: Dependencies): Promise<DatabaseTime> {
    const time = new DatabaseTime(parts)
    await time.#measureNext()
    return time
  }

  /**
   * Measures and corrects. Answers how far off the clock was, when that was too far to serve screens; null: it was right,
   * or the database could not be asked and the last answer is still good.
   */
  measure(): Promise<string | null> {
    this.#measuring ??= this.#measure().finally(() => (this.#measuring = undefined))
    return this.#measuring
  }

  /** Milliseconds by which this machine's own clock differs from the database's; 0 without one that is shared. */
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

  /** Once each time it begins. */
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
