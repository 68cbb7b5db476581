import { sql } from 'kysely'
import { inTransaction } from '#db/database.ts'
import { dayOf, dropPlayDay, playDays } from '#db/plays/days.ts'
import { EVERYTHING, hourOf } from '#db/plays/keys.ts'
import type { Db } from '#db/schema.ts'
import { releaseSpace } from '#db/start/reserved-space.ts'
import { PieceSize } from '#lib/work/piece-size.ts'
import { forgetNames } from '#screens/plays/store/names.ts'
import { keptFrom, keptPerTenant } from '#screens/plays/store/pick.ts'
import type { ForgottenPlays } from '#screens/plays/store/play-store.ts'

const DAY = 86_400_000
/** Rows per step: as many as SQLite deletes within some milliseconds, which depends on the size of the table. */
const PIECE = { first: 250, least: 50, most: 1000, ms: 6 }

interface Forgetting {
  database: Db
  /** For finding rows to delete. */
  reader: Db
  now: number
  keepDays: number
  signal?: AbortSignal | undefined
}

/**
 * Deletes individual plays after their organization's days, and totals after `keepDays`: on PostgreSQL whole days, on
 * SQLite rows in small steps, whose space is released. Returns the number of rows and days.
 */
export async function forgetPlays(of: Forgetting): Promise<ForgottenPlays> {
  const { database, reader, now, keepDays } = of
  const kept = await keptPerTenant(database, of)
  const days = await dropDays(database, Math.min(...kept.values(), now))
  const removed = { plays: 0, hours: 0, days }
  for (const tenant of await numbersIn(reader, 'plays', kept.keys()))
    removed.plays += await forgetSingle(of, tenant, kept.get(tenant) ?? Number.MAX_SAFE_INTEGER)
  for (const tenant of await numbersIn(reader, 'play_hours', kept.keys()))
    removed.hours += await forgetHours(of, tenant, kept.has(tenant))
  while ((await forgetNames(database, dayOf(now) - keepDays - 2)) > 0);
  await releaseSpace(database, of.signal)
  return removed
}

async function dropDays(database: Db, before: number): Promise<number> {
  const old = (await playDays(database)).filter((day) => (day + 1) * DAY <= before)
  for (const day of old) await inTransaction(database, (tx) => dropPlayDay(tx, day))
  return old.length
}

/** The numbers of organizations with rows: existing and deleted ones. */
async function numbersIn(
  reader: Db,
  table: 'plays' | 'play_hours',
  known: Iterable<number>,
): Promise<number[]> {
  const numbers = new Set(known)
  for (let last = -1; ; ) {
    const { rows } = await sql<{ tenant: number | null }>`
      select min(tenant) as tenant from ${sql.table(table)} where tenant > ${sql.lit(last)}`.execute(reader)
    const tenant = rows[0]?.tenant ?? null
    if (tenant === null) return [...numbers]
    numbers.add(tenant)
    last = tenant
  }
}

async function forgetSingle(
  { database, signal }: Forgetting,
  tenant: number,
  before: number,
): Promise<number> {
  return deletePieces(
    database,
    signal,
    (rows) => sql`
    delete from plays where (tenant, "startedAt", screen, key) in (
      select tenant, "startedAt", screen, key from plays
      where tenant = ${sql.lit(tenant)} and "startedAt" < ${sql.lit(before)}
      order by "startedAt" limit ${sql.lit(rows)})`,
  )
}

async function forgetHours(
  { database, reader, now, keepDays, signal }: Forgetting,
  tenant: number,
  isKnown: boolean,
): Promise<number> {
  const before = isKnown ? hourOf(keptFrom(now, keepDays)) : 2_000_000_000
  let removed = 0
  for (let item: number | null = EVERYTHING; item !== null; ) {
    removed += await deletePieces(
      database,
      signal,
      (rows) => sql`
      delete from play_hours where (tenant, item, hour, screen) in (
        select tenant, item, hour, screen from play_hours
        where tenant = ${sql.lit(tenant)} and item = ${sql.lit(item)} and hour < ${sql.lit(before)}
        order by hour limit ${sql.lit(rows)})`,
    )
    const { rows } = await sql<{ item: number | null }>`
      select min(item) as item from play_hours
      where tenant = ${sql.lit(tenant)} and item > ${sql.lit(item)}`.execute(reader)
    item = rows[0]?.item ?? null
  }
  return removed
}

async function deletePieces(
  database: Db,
  signal: AbortSignal | undefined,
  piece: (rows: number) => ReturnType<typeof sql>,
): Promise<number> {
  const pieces = new PieceSize(PIECE)
  for (let removed = 0; ; ) {
    signal?.throwIfAborted()
    const rows = pieces.size
    const started = performance.now()
    const count = Number((await piece(rows).execute(database)).numAffectedRows ?? 0)
    removed += count
    if (count < rows) return removed
    pieces.follow(performance.now() - started)
  }
}
