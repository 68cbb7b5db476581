import type { PlayQuery, PlayReport, PlaySum, PlayTotal } from '@vitrine/contract/api/screens/plays'
import { sql } from 'kysely'
import { hourOf } from '#db/plays/keys.ts'
import type { Db } from '#db/schema.ts'
import type { Picked } from '#features/plays/store/pick.ts'
import { storyboardNames } from '#features/storyboards/queries.ts'
import { hoursFrom, numbersIn } from './conditions.ts'

/** Maximum items to sum, in all and per row of totals: a page or media item counts once per storyboard. */
const ITEMS_MAX = 2000
const PER_ROW = 10
/** Maximum rows per table of a report. */
const ROWS_MAX = 100
/** Maximum hours of a report, the newest: two years. */
const HOURS_MAX = 17_568

interface Span {
  from: number
  to: number
}

/**
 * The whole hours that begin in a query's period: days of a time zone with a half-hour offset share none. A period within
 * an hour has that hour.
 */
function spanOf({ from, to }: Pick<PlayQuery, 'from' | 'to'>): Span {
  const end = to === undefined ? 2_000_000_000 : Math.min(2_000_000_000, Math.ceil(to / 3_600_000))
  if (from === undefined) return { from: -2_000_000_000, to: end }
  const first = Math.max(-2_000_000_000, Math.ceil(from / 3_600_000))
  return { from: first < end ? first : hourOf(from), to: end }
}

const SUMS = sql`sum(f.plays) as plays, sum(f.milliseconds) as milliseconds`
const seconds = (milliseconds: number) => Math.round(Number(milliseconds) / 1000)

interface Sums {
  plays: number
  milliseconds: number
}

interface ItemSums extends Sums {
  number: number
  kind: PlayTotal['kind']
  itemId: string
  storyboardId: string
  name: string
  screens: number
}

/**
 * The longest-playing items, each per storyboard. Sums them in key order and adds names afterwards: sorting the hours
 * differently takes most of a second per million.
 */
async function itemsIn(db: Db, picked: Picked, span: Span, most: number): Promise<ItemSums[]> {
  const { rows } = await sql<ItemSums>`
    select n.number, n.kind, coalesce(n."mediaId", n."pageId") as "itemId", n."storyboardId", n.name, sums.plays,
      sums.milliseconds, sums.screens
    from (select i.number as number, ${SUMS}, count(distinct f.screen) as screens
      from ${hoursFrom(picked, span, { item: true })} group by i.number) as sums
    join play_items as n on n.number = sums.number
    order by sums.milliseconds desc, n.number limit ${sql.lit(most)}`.execute(db)
  return rows.map((row) => ({
    ...row,
    plays: Number(row.plays),
    milliseconds: Number(row.milliseconds),
    screens: Number(row.screens),
  }))
}

/** Plays and duration per item, longest first. */
export async function totalsOf(db: Db, picked: Picked, query: PlayQuery, most: number): Promise<PlayTotal[]> {
  const span = spanOf(query)
  return totalsFrom(db, picked, span, await itemsIn(db, picked, span, PER_ROW * most), most)
}

/** One row per page or media item, across storyboards. */
async function totalsFrom(
  db: Db,
  picked: Picked,
  span: Span,
  items: readonly ItemSums[],
  most: number,
): Promise<PlayTotal[]> {
  const groups = [...Map.groupBy(items, ({ kind, itemId }) => `${kind} ${itemId}`).values()]
  const totals = groups
    .map((group) => ({ group, ...added(group) }))
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, most)
  return Promise.all(
    totals.map(async ({ group, plays, milliseconds }) => {
      const [{ kind, itemId, name, screens } = NO_ITEM] = group
      return {
        kind,
        itemId,
        name,
        plays,
        seconds: seconds(milliseconds),
        screens: group.length > 1 ? await screensOf(db, picked, span, group) : screens,
      }
    }),
  )
}

const NO_ITEM = { kind: 'page', itemId: '', name: '', screens: 0 } as const

const added = (sums: readonly Sums[]): Sums => ({
  plays: sums.reduce((sum, { plays }) => sum + plays, 0),
  milliseconds: sums.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
})

async function screensOf(db: Db, picked: Picked, span: Span, items: readonly ItemSums[]): Promise<number> {
  const only = numbersIn(
    'i.number',
    items.map(({ number }) => number),
  )
  const { rows } = await sql<{ screens: number }>`
    select count(distinct f.screen) as screens
    from ${hoursFrom(picked, span, { item: true })} and ${only}`.execute(db)
  return Number(rows[0]?.screens ?? 0)
}

/** Data for all charts and tables of a report, from the hourly totals. */
export async function reportOf(db: Db, picked: Picked, query: PlayQuery): Promise<PlayReport> {
  const span = spanOf(query)
  const [hours, sums, screens, places] = await Promise.all([
    hoursIn(db, picked, span),
    itemsIn(db, picked, span, ITEMS_MAX),
    screensIn(db, picked, span),
    placesIn(db, picked, span),
  ])
  const items = await totalsFrom(db, picked, span, sums, ROWS_MAX)
  const storyboards = await storyboardsFrom(db, sums, query.kind ?? 'page')
  const sum = (column: 1 | 2) => hours.reduce((all, hour) => all + hour[column], 0)
  return { plays: sum(1), seconds: sum(2), ...screens, hours, items, places, storyboards }
}

async function hoursIn(db: Db, picked: Picked, span: Span): Promise<PlayReport['hours']> {
  const { rows } = await sql<Sums & { hour: number }>`
    select f.hour as hour, ${SUMS} from ${hoursFrom(picked, span)}
    group by f.hour order by f.hour desc limit ${sql.lit(HOURS_MAX)}`.execute(db)
  return rows.reverse().map(({ hour, plays, milliseconds }) => [hour, Number(plays), seconds(milliseconds)])
}

async function screensIn(
  db: Db,
  picked: Picked,
  span: Span,
): Promise<Pick<PlayReport, 'screens' | 'screensCount'>> {
  const { rows } = await sql<Sums & { id: string; name: string; count: number }>`
    select s.id as id, s.name as name, plays, milliseconds, count(*) over () as count
    from (select f.screen as screen, ${SUMS} from ${hoursFrom(picked, span, { screen: true })} group by f.screen) as sums
    join play_screens as s on s.number = sums.screen
    order by milliseconds desc, s.id limit ${sql.lit(ROWS_MAX)}`.execute(db)
  return { screens: rows.map(sumOf), screensCount: Number(rows[0]?.count ?? 0) }
}

/** By building; '' for screens without one. */
async function placesIn(db: Db, picked: Picked, span: Span): Promise<PlaySum[]> {
  const { rows } = await sql<Sums & { id: string | null; name: string | null }>`
    select b.id as id, b.name as name, sum(plays) as plays, sum(milliseconds) as milliseconds
    from (select f.screen as screen, ${SUMS} from ${hoursFrom(picked, span, { screen: true })} group by f.screen) as sums
    join play_screens as s on s.number = sums.screen
    left join devices as d on d.id = s.id
    left join floors as l on l.id = d."floorId"
    left join buildings as b on b.id = l."buildingId"
    group by b.id, b.name order by sum(milliseconds) desc, b.id limit ${sql.lit(ROWS_MAX)}`.execute(db)
  return rows.map(sumOf)
}

async function storyboardsFrom(
  db: Db,
  items: readonly ItemSums[],
  kind: PlayTotal['kind'],
): Promise<PlaySum[]> {
  const groups = Map.groupBy(
    items.filter((item) => item.kind === kind),
    ({ storyboardId }) => storyboardId,
  )
  const rows = [...groups]
    .map(([id, group]) => ({ id, ...added(group) }))
    .sort((a, b) => b.milliseconds - a.milliseconds || (a.id < b.id ? -1 : 1))
    .slice(0, ROWS_MAX)
  const names = await storyboardNames(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => sumOf({ ...row, name: names.get(row.id) ?? '' }))
}

const sumOf = ({
  id,
  name,
  plays,
  milliseconds,
}: Sums & { id: string | null; name: string | null }): PlaySum => ({
  id: id ?? '',
  name: name ?? '',
  plays: Number(plays),
  seconds: seconds(milliseconds),
})
