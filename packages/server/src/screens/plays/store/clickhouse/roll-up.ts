import { hourOf } from '#db/plays/keys.ts'
import type { Clickhouse, Parameters } from './client.ts'
import { marksOf, setMark } from './schema.ts'

const MINUTE = 60_000
/** Most plays of an hour arrive within these minutes after it. */
const LATE_MS = 10 * MINUTE
/** Plays and days to sum in one query. An insert can write at most 100 partitions. */
const ROWS_AT_ONCE = 1_000_000
const DAYS_AT_ONCE = 100

/** Sums of `play_rows`: a play counts in the hour it began in, and its time in the hours it was seen in. */
export const SUMMED = `countIf(intDiv(startedAt, 3600000) = hour) as plays,
  toUInt64(sum(least(startedAt + lasted, (hour + 1) * 3600000) - greatest(startedAt, hour * 3600000))) as milliseconds`

/**
 * Computes the totals of hours from their plays: can be repeated, also by several servers at the same time. `only`:
 * conditions for `play_rows`.
 */
async function rollUp(
  clickhouse: Clickhouse,
  { only, hours, parameters }: { only: string; hours: string; parameters: Parameters },
): Promise<void> {
  await clickhouse.command(
    `insert into play_hour_rows (tenant, hour, screen, item, plays, milliseconds)
    select tenant, hour, screen, item, ${SUMMED} from play_rows final where ${only}
    group by tenant, hour, screen, item`,
    parameters,
    'work',
  )
  await clickhouse.command(
    `insert into play_hour_sums (tenant, hour, plays, milliseconds)
    select tenant, hour, sum(plays), sum(milliseconds) from play_hour_rows final where ${hours}
    group by tenant, hour`,
    parameters,
    'work',
  )
}

/** Rows of plays by column. */
export interface Late {
  tenants: Set<number>
  hours: Set<number>
  screens: Set<number>
}

/**
 * Adds plays of hours whose totals are already computed. Reads `closing` after the plays are stored: either it includes
 * their hours, or the server that closes them finds the plays.
 */
export async function rollUpLate(clickhouse: Clickhouse, { tenants, hours, screens }: Late): Promise<void> {
  const closing = (await marksOf(clickhouse)).get('closing') ?? 0
  const late = [...hours].filter((hour) => hour < closing)
  if (late.length === 0) return
  const span = 'tenant in {tenants:Array(UInt32)} and hour in {hours:Array(UInt32)}'
  await rollUp(clickhouse, {
    only: `${span} and screen in {screens:Array(UInt32)}`,
    hours: span,
    parameters: { tenants: [...tenants], hours: late, screens: [...screens] },
  })
}

/**
 * Computes the totals of past hours. `closing` is set first: from then on, late plays add themselves;
 * reports use the totals from `closed` on.
 */
export async function closeHours(
  clickhouse: Clickhouse,
  now: number,
  signal?: AbortSignal,
): Promise<{ hours: number }> {
  const marks = await marksOf(clickhouse)
  const closed = marks.get('closed') ?? 0
  const past = hourOf(now - LATE_MS)
  const [[last] = [0]] = await clickhouse.rows<[number]>(
    'select max(hour) from play_rows where hour >= {closed:UInt32} and hour < {past:UInt32}',
    { closed, past },
    'work',
  )
  // Not beyond the last play: with a clock that is ahead, all plays until then would count as late.
  const closing = Math.max(Math.min(past, last + 1), marks.get('closing') ?? 0)
  if (closing <= closed) return { hours: 0 }
  await setMark(clickhouse, 'closing', closing)
  const days = await clickhouse.rows<[day: number, rows: number]>(
    `select intDiv(hour, 24) as day, count() from play_rows
    where hour >= {closed:UInt32} and hour < {closing:UInt32} group by day order by day`,
    { closed, closing },
    'work',
  )
  for (const { from, to } of spansOf(days)) {
    signal?.throwIfAborted()
    const span = 'hour >= {from:UInt32} and hour < {to:UInt32}'
    const parameters = { from: Math.max(closed, from * 24), to: Math.min(closing, to * 24) }
    await rollUp(clickhouse, { only: span, hours: span, parameters })
  }
  await setMark(clickhouse, 'closed', closing)
  return { hours: days.length === 0 ? 0 : closing - Math.max(closed, (days[0]?.[0] ?? 0) * 24) }
}

/** Spans of days with at most `ROWS_AT_ONCE` rows, or of one day. */
function spansOf(days: readonly [day: number, rows: number][]): { from: number; to: number }[] {
  const spans: { from: number; to: number; rows: number }[] = []
  for (const [day, rows] of days) {
    const last = spans.at(-1)
    if (last && last.rows + rows <= ROWS_AT_ONCE && day - last.from < DAYS_AT_ONCE)
      Object.assign(last, { to: day + 1, rows: last.rows + rows })
    else spans.push({ from: day, to: day + 1, rows })
  }
  return spans
}
