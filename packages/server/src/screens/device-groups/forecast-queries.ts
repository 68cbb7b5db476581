import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { ENDS_WITHIN_DAYS, type ForecastEnd, type ForecastGap } from '@vitrine/contract/api/playback/forecast'
import { isRecord } from '@vitrine/contract/record'
import { readingAt } from '@vitrine/contract/schedule/day'
import { NO_TRAITS, type ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import { type ShowDates, spanOf } from '@vitrine/contract/schedule/show-dates'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { paced } from '#lib/work/paced.ts'
import { itemsOf, type PlayedItems, spansOfItems } from '#playback/content.ts'
import { type Gap, gapsOf } from '#playback/impact/gaps.ts'
import {
  type GroupSchedules,
  schedulesAt,
  schedulesOfGroups,
  storyboardsOf,
} from '#playback/schedules/group-schedules.ts'
import { holdingKey, rulesAmong, traitsOf } from '#playback/schedules/traits.ts'

const DAY = 86_400_000
/** Maximum length of each list in a response, and of the pages with dated media read for it. */
const LISTED_MAX = 100
const PAGES_MAX = 50

/** The forecast for the screens of all groups. */
export async function loadForecast(
  db: Db,
  now: number,
): Promise<{ gaps: ForecastGap[]; ending: ForecastEnd[] }> {
  const rows = await db
    .selectFrom('device_groups')
    .select(['id', 'name'])
    .select(({ selectFrom }) =>
      selectFrom('devices')
        .whereRef('devices.deviceGroupId', '=', 'device_groups.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('screens'),
    )
    .orderBy('nameOrder')
    .orderBy('id')
    .execute()
  const playing = new Map(
    rows.flatMap(({ id, ...row }) => (Number(row.screens) > 0 ? [[id, row] as const] : [])),
  )
  const zones = new Map<string, string>()
  const known = new Map<string, Scheduled>()
  const gaps: ForecastGap[] = []
  for await (const some of schedulesOfGroups(db, [...playing.keys()])) {
    const groups = some.map((row) => ({ id: row.id, schedules: schedulesAt(row, now) }))
    for (const { schedules } of groups)
      for (const schedule of [schedules.current, ...(schedules.next ? [schedules.next.programme] : [])])
        for (const id of storyboardsOf(schedule)) if (!zones.has(id)) zones.set(id, schedule.timezone)
    const ids = [...zones.keys()].filter((id) => !known.has(id))
    for (const storyboard of await scheduledStoryboards(db, ids)) known.set(storyboard.id, storyboard)
    for await (const { id, schedules } of paced(groups)) {
      if (gaps.length >= LISTED_MAX) break
      const { name = '', screens } = playing.get(id) ?? {}
      const group = { id, name, timezone: schedules.current.timezone }
      for (const { storyboardId, ...gap } of await gapsOfGroup(db, { id, schedules, screens }, known, now)) {
        const storyboard = known.get(storyboardId ?? '')?.storyboard ?? null
        gaps.push({ ...gap, group, storyboard })
      }
    }
  }
  const readings = new Map([...new Set(zones.values())].map((zone) => [zone, readingOf(zone, now)]))
  const storyboards = [...known.values()].sort((a, b) => (a.nameOrder + a.id < b.nameOrder + b.id ? -1 : 1))
  const ending = await endingSoon(db, storyboards, (id) => readings.get(zones.get(id) ?? '') ?? now)
  return { gaps: gaps.slice(0, LISTED_MAX), ending: ending.slice(0, LISTED_MAX) }
}

interface Group {
  id: string
  schedules: GroupSchedules
  screens: unknown
}

/** The gaps of a group's screens, which may have different ones where rules decide what plays. */
async function gapsOfGroup(
  db: Db,
  { id, schedules, screens }: Group,
  known: ReadonlyMap<string, Scheduled>,
  now: number,
): Promise<(Gap & { screens: number })[]> {
  const all = [schedules.current, ...(schedules.next ? [schedules.next.programme] : [])]
  const rules = rulesAmong([
    ...all.flatMap(({ slots }) => slots),
    ...all
      .flatMap(storyboardsOf)
      .flatMap((each) => (known.get(each)?.played.rules ?? []).map((rule) => ({ screens: rule }))),
  ])
  const classes =
    rules.length > 0 ? await traitsInGroup(db, id, rules) : [{ traits: undefined, screens: Number(screens) }]
  const items = { get: (storyboardId: string) => known.get(storyboardId)?.played }
  const found = new Map<string, Gap & { screens: number }>()
  for (const each of classes)
    for (const gap of gapsOf(schedules, items, now, each.traits)) {
      const key = `${gap.kind} ${gap.kind === 'nothing' ? '' : gap.storyboardId}`
      const other = found.get(key)
      const screensOf = each.screens + (other?.screens ?? 0)
      found.set(key, { ...(other && other.from <= gap.from ? other : gap), screens: screensOf })
    }
  return [...found.values()]
}

/** Traits of a group's screens, one of those on which the same rules hold, each with the number of those screens. */
async function traitsInGroup(db: Db, id: string, rules: readonly ScreenRule[]) {
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'deviceGroupId', 'floorId'])
    .where('deviceGroupId', '=', id)
    .execute()
  const traits = await traitsOf(db, devices)
  const traitsOfScreen = (screen: { id: string }) => traits.get(screen.id) ?? NO_TRAITS
  const alike = Map.groupBy(devices, (screen) => holdingKey(rules, traitsOfScreen(screen)))
  return [...alike.values()].flatMap((some) =>
    some.slice(0, 1).map((screen) => ({ traits: traitsOfScreen(screen), screens: some.length })),
  )
}

interface Scheduled {
  id: string
  nameOrder: string
  storyboard: ForecastEnd['storyboard']
  played: PlayedItems
}

async function scheduledStoryboards(db: Db, ids: readonly string[]): Promise<Scheduled[]> {
  if (ids.length === 0) return []
  const wanted = anyOf(
    db,
    ids.map((id) => ({ id })),
  )
  const rows = await db
    .selectFrom('storyboards')
    .select(['id', 'name', 'nameOrder', 'type', 'approved'])
    .where('id', 'in', wanted)
    .execute()
  const spans = await spansOfItems(
    db,
    rows.map(({ id, approved }) => ({ id, ...itemsOf(approved) })),
  )
  return rows.flatMap(({ id, name, nameOrder, type }) => {
    const played = spans.get(id)
    return played ? [{ id, nameOrder, played, storyboard: { id, name, type } }] : []
  })
}

function readingOf(zone: string, now: number): number {
  const { date, minutes } = readingAt(zone, now)
  return Date.parse(date) + minutes * 60_000
}

/** Pages of the storyboards, and media in their zones, that end within two days. */
async function endingSoon(
  db: Db,
  storyboards: readonly Scheduled[],
  nowOf: (storyboardId: string) => number,
): Promise<ForecastEnd[]> {
  const playing = storyboards.map(({ storyboard, played: { items } }) => ({ storyboard, items }))
  const pageIds = new Set(playing.flatMap(({ items }) => items.map(({ pageId }) => pageId)))
  const wanted = [...pageIds].map((id) => ({ id }))
  const names = new Map(
    (await db.selectFrom('pages').select(['id', 'name']).where('id', 'in', anyOf(db, wanted)).execute()).map(
      ({ id, name }) => [id, name],
    ),
  )
  const dated = await db
    .selectFrom('pages')
    .select(['id', 'document'])
    .where('id', 'in', anyOf(db, wanted))
    .where('document', 'like', '%"showUntil"%')
    .orderBy('id')
    .limit(PAGES_MAX)
    .execute()
  const media = new Map(dated.map(({ id, document }) => [id, mediaDates(JSON.parse(document))]))
  const ending: ForecastEnd[] = []
  for await (const { storyboard, items } of paced(playing)) {
    const now = nowOf(storyboard.id)
    const isSoon = (dates: ShowDates) => {
      const { from, to } = spanOf(dates)
      return to !== null && to > now && to <= now + ENDS_WITHIN_DAYS * DAY && (from === null || from <= now)
    }
    for (const { pageId, ...dates } of items) {
      const page = { id: pageId, name: names.get(pageId) ?? '' }
      const own = isSoon(dates) ? [dates] : []
      const shown = (media.get(pageId) ?? []).filter(isSoon)
      if (own.length) ending.push({ storyboard, page, media: 0, to: firstEnd(own) })
      if (shown.length) ending.push({ storyboard, page, media: shown.length, to: firstEnd(shown) })
    }
  }
  return ending
}

const firstEnd = (dates: readonly ShowDates[]): number =>
  Math.min(...dates.map((each) => spanOf(each).to ?? Number.POSITIVE_INFINITY))

/** Show dates of every entry in a page's media zones. */
const mediaDates = ({ config }: LayoutDocument): ShowDates[] =>
  config.inputs.flatMap(({ value }) => (Array.isArray(value) ? value.filter(isRecord) : [])) as ShowDates[]
