import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

const DAY = 86_400_000
const NAME = /^plays_(\d{4})(\d\d)(\d\d)$/

/** Whether a table is a day's partition of `plays` on PostgreSQL. Its rows also show in `plays`. */
export const isPlayDay = (table: string): boolean => NAME.test(table)

/** The day of an instant, in days since 1970 UTC. */
export const dayOf = (at: number): number => Math.floor(at / DAY)

const nameOf = (day: number) => `plays_${new Date(day * DAY).toISOString().slice(0, 10).replaceAll('-', '')}`

/** Creates missing tables of days. Call in a transaction; SQLite has one table for all days. */
export async function makePlayDays(tx: Db, days: Iterable<number>): Promise<void> {
  if (!isPostgres(tx)) return
  const known = new Set(await playDays(tx))
  const missing = [...new Set(days)].filter((day) => !known.has(day)).sort((a, b) => a - b)
  if (missing.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtext('vitrine_play_days_' || current_schema()))`.execute(tx)
  const now = new Set(await playDays(tx))
  for (const day of missing) {
    if (now.has(day)) continue
    const table = sql.table(nameOf(day))
    // Created and then attached: creating a partition directly would wait for every report and block all others.
    await sql`create table ${table} (like plays including defaults including indexes)`.execute(tx)
    await sql`alter table plays attach partition ${table}
      for values from (${sql.lit(day * DAY)}) to (${sql.lit((day + 1) * DAY)})`.execute(tx)
  }
}

/** The days that have a table, oldest first. None on SQLite. */
export async function playDays(db: Db): Promise<number[]> {
  if (!isPostgres(db)) return []
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = to_regclass('plays') order by child.relname`.execute(db)
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = NAME.exec(name) ?? []
    return year ? [dayOf(Date.UTC(Number(year), Number(month) - 1, Number(day)))] : []
  })
}

/** Drops the table of a day. Throws if reports read plays for more than a second: retry later. */
export async function dropPlayDay(tx: Db, day: number): Promise<void> {
  await sql`set local lock_timeout = '1s'`.execute(tx)
  await sql`drop table ${sql.table(nameOf(day))}`.execute(tx)
}
