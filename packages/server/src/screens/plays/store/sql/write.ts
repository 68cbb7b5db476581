import { sql } from 'kysely'
import { anyOf, inTransaction, isPostgres, tableOf } from '#db/database.ts'
import { dayOf, makePlayDays } from '#db/plays/days.ts'
import { EVERY_ITEM, EVERYTHING, eachHour, hourOf } from '#db/plays/keys.ts'
import type { Db } from '#db/schema.ts'
import type { PlayHoursTable, PlaysTable } from '#db/tables/reporting.ts'
import type { NewPlay } from '#screens/plays/api.ts'
import { numbersOf } from '#screens/plays/store/names.ts'
import { placeOf, rowsOf } from '#screens/plays/store/rows.ts'

/** Plays per transaction and rows per statement: SQLite writes them within a few milliseconds. */
const PLAYS = 600
const ROWS = 200

/**
 * Writes plays of any screens with their totals. A known play only gets a later end: however often screens report it,
 * it counts once.
 */
export async function savePlays(database: Db, plays: readonly NewPlay[], now: number): Promise<void> {
  const byScreen = [...plays].sort((a, b) => (a.deviceId < b.deviceId ? -1 : a.deviceId > b.deviceId ? 1 : 0))
  for (let at = 0; at < byScreen.length; at += PLAYS) {
    const some = byScreen.slice(at, at + PLAYS)
    const numbers = await numbersOf(database, some, now)
    const rows = rowsOf(some, numbers)
    const screens = [...new Set(some.map(({ deviceId }) => deviceId))]
    await inTransaction(database, (tx) => makePlayDays(tx, daysOf(rows)))
    await inTransaction(database, (tx) => write(tx, rows, screens))
  }
}

const daysOf = (rows: readonly PlaysTable[]) => new Set(rows.map(({ startedAt }) => dayOf(startedAt)))

async function write(tx: Db, rows: readonly PlaysTable[], screens: readonly string[]): Promise<void> {
  await lockScreens(tx, screens)
  const known = await lengthsOf(tx, rows)
  const changed = rows.filter((row) => row.lasted > (known.get(placeOf(row)) ?? -1))
  for (let at = 0; at < changed.length; at += ROWS)
    await tx
      .insertInto('plays')
      .values(changed.slice(at, at + ROWS))
      .onConflict((conflict) =>
        conflict
          .columns(['tenant', 'startedAt', 'screen', 'key'])
          .doUpdateSet(({ ref }) => ({ lasted: ref('excluded.lasted') })),
      )
      .execute()
  await addHours(tx, hoursOf(changed, known))
}

/** Another server may get the same report: only one counts it. SQLite has one writer anyway. */
async function lockScreens(tx: Db, ids: readonly string[]): Promise<void> {
  if (!isPostgres(tx)) return
  await tx
    .selectFrom('play_screens')
    .select('id')
    .where(
      'id',
      'in',
      anyOf(
        tx,
        ids.map((id) => ({ id })),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Durations of the plays that are already stored. */
async function lengthsOf(tx: Db, rows: readonly PlaysTable[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const starts = rows.map(({ startedAt }) => startedAt)
  const given = tableOf(
    tx,
    { tenant: 'integer', startedAt: 'bigint', screen: 'integer', key: 'bigint' },
    rows.map(({ tenant, startedAt, screen, key }) => ({ tenant, startedAt, screen, key })),
  )
  // The time span selects the partitions to read.
  const { rows: found } = await sql<Pick<PlaysTable, 'startedAt' | 'screen' | 'key' | 'lasted'>>`
    select plays."startedAt", plays.screen, plays.key, plays.lasted
    from ${given} as given cross join plays
    where plays.tenant = given.tenant and plays."startedAt" = given."startedAt"
      and plays.screen = given.screen and plays.key = given.key
      and plays."startedAt" between ${Math.min(...starts)} and ${Math.max(...starts)}`.execute(tx)
  return new Map(found.map((row) => [placeOf(row), Number(row.lasted)]))
}

/** What new and extended plays add to the totals. */
function hoursOf(rows: readonly PlaysTable[], known: ReadonlyMap<string, number>): PlayHoursTable[] {
  const hours = new Map<string, PlayHoursTable>()
  for (const row of rows) {
    const { tenant, item, screen, startedAt, lasted } = row
    const before = known.get(placeOf(row))
    const add = (hour: number, plays: number, milliseconds: number) => {
      for (const [n, on] of [
        [item, screen],
        [EVERY_ITEM, screen],
        [EVERYTHING, 0],
      ] as const) {
        const key = `${tenant} ${n} ${hour} ${on}`
        const sum = hours.get(key) ?? { tenant, item: n, hour, screen: on, plays: 0, milliseconds: 0 }
        sum.plays += plays
        sum.milliseconds += milliseconds
        hours.set(key, sum)
      }
    }
    if (before === undefined) add(hourOf(startedAt), 1, 0)
    eachHour(startedAt + (before ?? 0), startedAt + lasted, (hour, milliseconds) =>
      add(hour, 0, milliseconds),
    )
  }
  // Same order everywhere, or two servers that update the same rows would deadlock.
  return [...hours.values()].sort(
    (a, b) => a.tenant - b.tenant || a.item - b.item || a.hour - b.hour || a.screen - b.screen,
  )
}

async function addHours(tx: Db, hours: readonly PlayHoursTable[]): Promise<void> {
  for (let at = 0; at < hours.length; at += ROWS)
    await tx
      .insertInto('play_hours')
      .values(hours.slice(at, at + ROWS))
      .onConflict((conflict) =>
        conflict.columns(['tenant', 'item', 'hour', 'screen']).doUpdateSet(({ eb, ref }) => ({
          plays: eb(ref('play_hours.plays'), '+', ref('excluded.plays')),
          milliseconds: eb(ref('play_hours.milliseconds'), '+', ref('excluded.milliseconds')),
        })),
      )
      .execute()
}
