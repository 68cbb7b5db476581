import type { PlayQuery, PlayReport, PlaySum, PlayTotal } from '@vitrine/contract/api/screens/plays'
import type { Db } from '#db/schema.ts'
import {
  added,
  HOURS_MAX,
  ITEMS_MAX,
  type ItemSums,
  PER_ROW,
  ROWS_MAX,
  type Span,
  type Sums,
  seconds,
  spanOf,
  storyboardsFrom,
  sumOf,
  totalsFrom,
} from '#screens/plays/store/sums.ts'
import { Names } from './names.ts'
import type { TenantReader } from './tenant-reader.ts'

const SUMS = 'sum(plays) as p, sum(milliseconds) as ms'

/** Plays and duration per item, longest first. */
export async function totalsOf(
  plays: TenantReader,
  reader: Db,
  query: PlayQuery,
  most: number,
): Promise<PlayTotal[]> {
  const span = spanOf(query)
  const items = await itemsIn(plays, reader, span, PER_ROW * most)
  return totalsFrom(items, most, (groups) => screensOf(plays, span, groups))
}

/** The longest-playing items, each per storyboard. */
async function itemsIn(plays: TenantReader, reader: Db, span: Span, most: number): Promise<ItemSums[]> {
  const rows = await plays.rows<[item: number, plays: number, milliseconds: number, screens: number]>(
    'hours',
    span,
    `select item, ${SUMS}, uniqExact(screen) from hours
    group by item order by ms desc, item limit {most:UInt32}`,
    { most },
  )
  const items = await new Names(reader).items(rows.map(([item]) => item))
  return rows.flatMap(([number, plays, milliseconds, screens]) => {
    const item = items.get(number)
    if (!item) return []
    const { name, storyboardId, mediaId, pageId } = item
    const kind = item.kind as PlayTotal['kind']
    return { number, kind, itemId: mediaId ?? pageId, storyboardId, name, plays, milliseconds, screens }
  })
}

async function screensOf(plays: TenantReader, span: Span, groups: readonly ItemSums[][]): Promise<number[]> {
  const items = groups.flatMap((group, place) => group.map(({ number }) => ({ number, place })))
  const rows = await plays.rows<[place: number, screens: number]>(
    'hours',
    span,
    `select transform(item, {items:Array(UInt32)}, {places:Array(UInt32)}, toUInt32(0)) as place, uniqExact(screen)
    from hours where item in {items:Array(UInt32)} group by place`,
    { items: items.map(({ number }) => number), places: items.map(({ place }) => place) },
  )
  const screens = new Map(rows)
  return groups.map((_, place) => screens.get(place) ?? 0)
}

/** Data for all charts and tables of a report. */
export async function reportOf(plays: TenantReader, reader: Db, query: PlayQuery): Promise<PlayReport> {
  const span = spanOf(query)
  const [hours, sums, screens] = await Promise.all([
    hoursIn(plays, span),
    itemsIn(plays, reader, span, ITEMS_MAX),
    screensIn(plays, reader, span),
  ])
  const items = await totalsFrom(sums, ROWS_MAX, (groups) => screensOf(plays, span, groups))
  const storyboards = await storyboardsFrom(reader, sums, query.kind ?? 'page')
  const sum = (column: 1 | 2) => hours.reduce((all, hour) => all + hour[column], 0)
  return { plays: sum(1), seconds: sum(2), ...screens, hours, items, storyboards }
}

async function hoursIn(plays: TenantReader, span: Span): Promise<PlayReport['hours']> {
  const source = plays.isWhole ? 'sums' : 'hours'
  const rows = await plays.rows<[hour: number, plays: number, milliseconds: number]>(
    source,
    span,
    `select hour, ${SUMS} from ${source}
    group by hour order by hour desc limit ${HOURS_MAX}`,
  )
  return rows.reverse().map(([hour, plays, milliseconds]) => [hour, plays, seconds(milliseconds)])
}

interface ScreenSums extends Sums {
  id: string
  name: string
  place: string
  placeName: string
}

/** By screen and by building; '' for screens without one. */
async function screensIn(
  plays: TenantReader,
  reader: Db,
  span: Span,
): Promise<Pick<PlayReport, 'screens' | 'screensCount' | 'places'>> {
  const rows = await plays.rows<[screen: number, plays: number, milliseconds: number]>(
    'hours',
    span,
    `select screen, ${SUMS} from hours group by screen order by ms desc, screen`,
  )
  const screens = rows.length > 0 ? await screensOfReader(reader) : new Map()
  const known = rows.flatMap(([number, plays, milliseconds]): ScreenSums[] => {
    const screen = screens.get(number)
    return screen ? [{ ...screen, plays, milliseconds }] : []
  })
  const longest = [...known].sort((a, b) => b.milliseconds - a.milliseconds || (a.id < b.id ? -1 : 1))
  return {
    screens: longest.slice(0, ROWS_MAX).map(sumOf),
    screensCount: known.length,
    places: placesFrom(known),
  }
}

function placesFrom(screens: readonly ScreenSums[]): PlaySum[] {
  return [...Map.groupBy(screens, ({ place }) => place)]
    .map(([id, group]) => ({ id, name: group[0]?.placeName ?? '', ...added(group) }))
    .sort((a, b) => b.milliseconds - a.milliseconds || (a.id < b.id ? -1 : 1))
    .slice(0, ROWS_MAX)
    .map(sumOf)
}

/** All screens with plays, by number, with their buildings. */
async function screensOfReader(reader: Db): Promise<Map<number, Omit<ScreenSums, keyof Sums>>> {
  const rows = await reader
    .selectFrom('play_screens')
    .leftJoin('devices', 'devices.id', 'play_screens.id')
    .leftJoin('floors', 'floors.id', 'devices.floorId')
    .leftJoin('buildings', 'buildings.id', 'floors.buildingId')
    .select([
      'play_screens.number',
      'play_screens.id',
      'play_screens.name',
      'buildings.id as place',
      'buildings.name as placeName',
    ])
    .execute()
  return new Map(
    rows.map(({ number, id, name, place, placeName }) => [
      number,
      { id, name, place: place ?? '', placeName: placeName ?? '' },
    ]),
  )
}
