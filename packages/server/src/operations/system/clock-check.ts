import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'

const MINUTE = 60_000
/** Minimum milliseconds for a warning; time servers correct smaller differences every day. */
const JUMP_MIN = MINUTE
const DIFFERENCE_MIN = 30_000
/** Milliseconds to keep a warning about a jump. */
const NOTED_FOR = 24 * 60 * MINUTE
const MARK = 'clock'

export interface ClockState {
  /** Milliseconds of the last jump, forward or back, and when it was noticed. */
  jump: { by: number; at: number } | null
  /** Milliseconds between PostgreSQL's clock and this one, if at least DIFFERENCE_MIN; else 0. */
  difference: number
}

/**
 * Checks the machine's clock: against the process's monotonic clock while it runs, against the last stored time after a
 * restart, and against PostgreSQL's. Schedules and sessions depend on it.
 */
export class ClockCheck {
  readonly #parts: { database: Db; clock: Clock }
  #last: { now: number; steady: number } | undefined

  constructor(parts: { database: Db; clock: Clock }) {
    this.#parts = parts
  }

  async look(): Promise<ClockState> {
    const { database, clock } = this.#parts
    const now = clock.now()
    const steady = performance.now()
    const stored = await database
      .selectFrom('server_marks')
      .selectAll()
      .where('id', '=', MARK)
      .executeTakeFirst()
    const by = this.#last ? now - this.#last.now - (steady - this.#last.steady) : 0
    this.#last = { now, steady }
    // A restart can take any time, so only a clock behind the stored time has jumped.
    const back = stored ? Math.min(0, now - stored.at) : 0
    const jumped = [by, back].find((each) => Math.abs(each) >= JUMP_MIN)
    const earlier = stored?.text ? (JSON.parse(stored.text) as { by: number; at: number }) : null
    const jump = jumped === undefined ? earlier : { by: Math.round(jumped), at: now }
    const kept = jump && Math.abs(now - jump.at) < NOTED_FOR ? jump : null
    const text = kept && JSON.stringify(kept)
    await database
      .insertInto('server_marks')
      .values({ id: MARK, at: now, text })
      .onConflict((there) => there.column('id').doUpdateSet({ at: now, text }))
      .execute()
    return { jump: kept, difference: await this.#difference() }
  }

  async #difference(): Promise<number> {
    const { database, clock } = this.#parts
    if (!isPostgres(database)) return 0
    const before = clock.now()
    const { rows } = await sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(database)
    const difference = (rows[0]?.now ?? before) - (before + clock.now()) / 2
    return Math.abs(difference) >= DIFFERENCE_MIN ? Math.round(difference) : 0
  }
}
