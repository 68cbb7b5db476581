import { eachHour, hourOf } from '#db/plays/keys.ts'
import type { Db } from '#db/schema.ts'
import type { PlaysTable } from '#db/tables/reporting.ts'
import type { NewPlay } from '#screens/plays/api.ts'
import { numbersOf } from '#screens/plays/store/names.ts'
import { placeOf, rowsOf } from '#screens/plays/store/rows.ts'
import type { Clickhouse } from './client.ts'
import { rollUpLate } from './roll-up.ts'
import { setMark } from './schema.ts'

const COLUMNS = ['tenant', 'hour', 'screen', 'startedAt', 'key', 'item', 'lasted'] as const
/** Plays per insert. */
const PLAYS = 10_000
/** Longer plays look up how much of them is known: else a page that stays for weeks would be hundreds of rows each time. */
const LONG_HOURS = 2

/** The largest number that this process has noted in ClickHouse, per database. */
const noted = new WeakMap<Clickhouse, number>()

/** Writes plays of any screens. Can be repeated: a known play only gets a later end. */
export async function savePlays(
  clickhouse: Clickhouse,
  database: Db,
  plays: readonly NewPlay[],
  now: number,
): Promise<void> {
  for (let at = 0; at < plays.length; at += PLAYS) {
    const some = plays.slice(at, at + PLAYS)
    const rows = rowsOf(some, await numbersOf(database, some, now))
    if (rows.length > 0) await saveRows(clickhouse, rows)
  }
}

/** Writes plays, each with its latest end. */
export async function saveRows(clickhouse: Clickhouse, rows: readonly PlaysTable[]): Promise<void> {
  await noteNumbers(clickhouse, rows)
  const known = await lengthsOf(clickhouse, rows.filter(isLong))
  const later = rows.flatMap((row) => hoursAfterFirst(row, known.get(placeOf(row)) ?? 0))
  // First, because the row of the first hour says how much of the play is known.
  if (later.length > 0) await clickhouse.insert('play_rows', COLUMNS, later)
  const first = rows.map((row) => playRow(row, hourOf(row.startedAt)))
  await clickhouse.insert('play_rows', COLUMNS, first)
  const all = [...first, ...later]
  await rollUpLate(clickhouse, {
    tenants: new Set(all.map(([tenant = 0]) => tenant)),
    hours: new Set(all.map(([, hour = 0]) => hour)),
    screens: new Set(all.map(([, , screen = 0]) => screen)),
  })
}

const playRow = ({ tenant, screen, startedAt, key, item, lasted }: PlaysTable, hour: number): number[] => [
  tenant,
  hour,
  screen,
  startedAt,
  key,
  item,
  lasted,
]

const isLong = ({ startedAt, lasted }: PlaysTable) =>
  hourOf(startedAt + lasted) - hourOf(startedAt) > LONG_HOURS

function hoursAfterFirst(row: PlaysTable, known: number): number[][] {
  const first = hourOf(row.startedAt)
  const rows: number[][] = []
  eachHour(row.startedAt + known, row.startedAt + row.lasted, (hour) => {
    if (hour > first) rows.push(playRow(row, hour))
  })
  return rows
}

/** Durations of the plays that are already stored. */
async function lengthsOf(clickhouse: Clickhouse, rows: readonly PlaysTable[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const found = await clickhouse.rows<[number, number, number, number]>(
    `select startedAt, screen, key, max(lasted) from play_rows
    where tenant in {tenants:Array(UInt32)} and hour in {hours:Array(UInt32)}
      and screen in {screens:Array(UInt32)} and key in {keys:Array(UInt64)}
      and intDiv(startedAt, 3600000) = hour
    group by startedAt, screen, key`,
    {
      tenants: [...new Set(rows.map(({ tenant }) => tenant))],
      hours: [...new Set(rows.map(({ startedAt }) => hourOf(startedAt)))],
      screens: [...new Set(rows.map(({ screen }) => screen))],
      keys: rows.map(({ key }) => key),
    },
  )
  return new Map(
    found.map(([startedAt, screen, key, lasted]) => [placeOf({ startedAt, screen, key }), lasted]),
  )
}

/** Before the first row that has a number, see `prepareTables`. */
async function noteNumbers(clickhouse: Clickhouse, rows: readonly PlaysTable[]): Promise<void> {
  const largest = rows.reduce(
    (most, { tenant, screen, item }) => Math.max(most, tenant, screen, item),
    noted.get(clickhouse) ?? 0,
  )
  if (largest === noted.get(clickhouse)) return
  await setMark(clickhouse, 'numbers', largest)
  noted.set(clickhouse, largest)
}
