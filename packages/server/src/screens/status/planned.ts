// What the schedules of groups play on their screens at an instant. Rules about screens may give the screens of a group
// different answers.
import { NONE_HOLD } from '@vitrine/contract/schedule/conditions'
import { type ScheduleState, type SpansOf, whatPlays } from '@vitrine/contract/schedule/schedule'
import { NO_TRAITS, type ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { spanStateAt } from '@vitrine/contract/schedule/show-dates'
import { DEFAULT_TIMEZONE } from '@vitrine/contract/schedule/time-zone'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { itemsOf, type PlayedItems, spansOfItems } from '#playback/content.ts'
import {
  type GroupSchedules,
  schedulesOfGroups,
  storedSchedules,
  storyboardsOf,
} from '#playback/schedules/group-schedules.ts'
import { holdingKey, type Located, rulesAmong, traitsOf } from '#playback/schedules/traits.ts'

/** What a schedule plays on a screen, since when, and until when. */
export interface Planned {
  storyboardId: string | null
  /** Null: something shows, or nothing is planned. Otherwise what would play if it had something to show. */
  emptyId: string | null
  /** What plays instead while conditions don't hold, which only the screen knows; last null if that may be nothing. */
  others: readonly (string | null)[]
  since: number
  until: number | null
  timezone: string
}

/** Whether something plays whatever conditions say. */
export const isSurelyPlanned = ({ storyboardId, others }: Planned): boolean =>
  storyboardId !== null && !others.includes(null)
/** Whether a storyboard is what should play, or what plays instead while conditions don't hold. */
export const mayBePlanned = ({ storyboardId, others }: Planned, id: string): boolean =>
  storyboardId === id || others.includes(id)

export interface PlannedOfAll {
  /** On most screens of a group. */
  groups: Map<string, Planned>
  /** On the other ones. */
  screens: Map<string, Planned>
}

/** Pages of storyboards that may have nothing to show: those with dates, rules, or conditions. Null for others. */
export type KnownItems = Map<string, PlayedItems | null>

/** `screens`: those of interest; absent: all of the groups. */
export async function plannedOf(
  part: Db,
  { groupIds, screens }: { groupIds: readonly string[]; screens?: readonly Located[] | undefined },
  items: KnownItems,
  now: number,
): Promise<PlannedOfAll> {
  const found: PlannedOfAll = { groups: new Map(), screens: new Map() }
  const db = whole(part)
  if (groupIds.length === 0) return found
  for await (const rows of schedulesOfGroups(db, groupIds)) {
    const groups = rows.map((row) => ({ id: row.id, schedules: storedSchedules(row) }))
    await loadItems(db, groups.flatMap(storyboardsIn), items)
    const ruled: (Group & { rules: ReturnType<typeof rulesIn> })[] = []
    for (const group of groups) {
      const rules = rulesIn(group, items)
      if (rules.length > 0) ruled.push({ ...group, rules })
      else found.groups.set(group.id, plannedAt(group.schedules, items, now))
    }
    if (ruled.length === 0) continue
    const own = screens ?? (await screensOf(db, ruled))
    const inGroups = Map.groupBy(own, ({ deviceGroupId }) => deviceGroupId)
    const traits = await traitsOf(
      db,
      ruled.flatMap(({ id }) => inGroups.get(id) ?? []),
    )
    for (const group of ruled) note(found, group, inGroups.get(group.id) ?? [], traits, items, now)
  }
  return found
}

interface Group {
  id: string
  schedules: GroupSchedules
}

const schedulesIn = ({ schedules: { current, next } }: Group) => [current, ...(next ? [next.programme] : [])]
const storyboardsIn = (group: Group) => schedulesIn(group).flatMap(storyboardsOf)
const rulesIn = (group: Group, items: KnownItems) =>
  rulesAmong([
    ...schedulesIn(group).flatMap(({ slots }) => slots),
    ...storyboardsIn(group).flatMap((id) => (items.get(id)?.rules ?? []).map((screens) => ({ screens }))),
  ])

const screensOf = (db: Db, groups: readonly { id: string }[]): Promise<Located[]> =>
  db
    .selectFrom('devices')
    .select(['id', 'deviceGroupId', 'floorId'])
    .where('deviceGroupId', 'in', anyOf(db, groups))
    .execute()

/** Computes one answer for all screens on which the same rules hold. */
function note(
  found: PlannedOfAll,
  { id, schedules, rules }: Group & { rules: ReturnType<typeof rulesIn> },
  screens: readonly Located[],
  traits: ReadonlyMap<string, ScreenTraits>,
  items: KnownItems,
  now: number,
): void {
  const traitsOfScreen = (screen: Located) => traits.get(screen.id) ?? NO_TRAITS
  const alike = Map.groupBy(screens, (screen) => holdingKey(rules, traitsOfScreen(screen)))
  const answers = new Map<string, { planned: Planned; screens: Located[] }>()
  for (const some of alike.values()) {
    const planned = plannedAt(schedules, items, now, some[0] && traitsOfScreen(some[0]))
    const key = JSON.stringify([planned.storyboardId, planned.emptyId, planned.others, planned.since])
    const known = answers.get(key)
    answers.set(key, { planned, screens: [...(known?.screens ?? []), ...some] })
  }
  const [most, ...others] = [...answers.values()].sort((a, b) => b.screens.length - a.screens.length)
  found.groups.set(id, most?.planned ?? plannedAt(schedules, items, now))
  for (const { planned, screens: own } of others)
    for (const screen of own) found.screens.set(screen.id, planned)
}

function plannedAt(
  schedules: GroupSchedules,
  items: KnownItems,
  now: number,
  traits?: ScreenTraits,
): Planned {
  const spansOf: SpansOf = (id) => items.get(id)?.spansOn(traits) ?? null
  const state = { ...schedules, override: null, traits }
  const { storyboardId, since, until } = whatPlays(state, now, spansOf)
  const emptyId = storyboardId === null ? whatPlays(state, now).storyboardId : null
  const others = othersAt(state, storyboardId, items, now)
  const { current, next } = schedules
  const { timezone } = next && next.activateAt <= now ? next.programme : current
  return { storyboardId, emptyId, others, since, until, timezone }
}

/** What plays while no condition of what should play holds, then while none of that does, and so on. */
function othersAt(
  state: ScheduleState,
  first: string | null,
  items: KnownItems,
  now: number,
): (string | null)[] {
  const traits = { ...(state.traits ?? NO_TRAITS), conditions: NONE_HOLD }
  const found: (string | null)[] = []
  const out = new Set<string>()
  for (let next = first; next !== null && items.get(next)?.spansOn(traits)?.length === 0; ) {
    out.add(next)
    const spansOf: SpansOf = (id) => (out.has(id) ? [] : (items.get(id)?.spansOn(state.traits) ?? null))
    next = whatPlays(state, now, spansOf).storyboardId
    found.push(next)
  }
  return found
}

/** Those of some screens whose manual switch has no page to show there: they play their schedule. */
export async function unshownOf(
  db: Db,
  switched: readonly { row: Located; manual: { storyboardId: string } }[],
  { planned, items, now }: { planned: PlannedOfAll; items: KnownItems; now: number },
): Promise<Set<string>> {
  await loadItems(
    db,
    switched.map(({ manual }) => manual.storyboardId),
    items,
  )
  const doubtful = switched.filter(({ manual }) => items.get(manual.storyboardId))
  const traits = await traitsOf(
    db,
    doubtful.map(({ row }) => row),
  )
  const unshown = doubtful.filter(({ row: { id, deviceGroupId }, manual }) => {
    const spans = items.get(manual.storyboardId)?.spansOn(traits.get(id) ?? NO_TRAITS) ?? null
    const zone = planned.groups.get(deviceGroupId ?? '')?.timezone ?? DEFAULT_TIMEZONE
    return !spanStateAt(spans, zone, now).value
  })
  return new Set(unshown.map(({ row }) => row.id))
}

/** Few storyboards have dates, rules, conditions, or storyboards inside them, so only those are read. */
async function loadItems(db: Db, ids: readonly string[], known: KnownItems): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => !known.has(id)).map((id) => ({ id }))
  if (wanted.length === 0) return
  for (const { id } of wanted) known.set(id, null)
  const dated = await db.selectFrom('pages').select('id').where('shows', 'is not', null).limit(1).execute()
  const storyboards = await db
    .selectFrom('storyboards')
    .select(['id', 'approved'])
    .where('id', 'in', anyOf(db, wanted))
    .$if(dated.length === 0, (rows) =>
      rows.where(({ eb, or }) =>
        or(
          ['showFrom', 'showUntil', 'screens', 'when', 'storyboardId'].map((key) =>
            eb('approved', 'like', `%"${key}"%`),
          ),
        ),
      ),
    )
    .execute()
  if (storyboards.length === 0) return
  const read = storyboards.map(({ id, approved }) => ({ id, ...itemsOf(approved) }))
  for (const [id, items] of await spansOfItems(db, read)) known.set(id, items)
}
