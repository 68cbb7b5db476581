import { type Impact, UNKNOWN_TAGS_NAMED } from '@vitrine/contract/api/base/impact'
import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import type { GroupSchedule, ManifestStoryboard } from '@vitrine/contract/api/playback/manifest'
import { playedItem } from '@vitrine/contract/schedule/expand-storyboard'
import { whatPlays } from '@vitrine/contract/schedule/schedule'
import {
  NO_TRAITS,
  playsOn,
  type ScreenRule,
  type ScreenTraits,
  tagsIn,
} from '@vitrine/contract/schedule/screen-rule'
import { playsThere } from '@vitrine/contract/schedule/show-dates'
import { searchKey } from '@vitrine/contract/search-key'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import type { StoryboardsTable } from '#db/tables/content.ts'
import { itemsOf, type PlayedItems, spansOfItems } from '#playback/content.ts'
import { entryRulesOf } from '#playback/entry-rules.ts'
import { includingAny } from '#playback/including.ts'
import type { ApprovedStoryboard } from '#playback/manifest.ts'
import {
  type GroupSchedules,
  mainStoryboardsOf,
  playingsOf,
  schedulesAt,
  storyboardsOf,
} from '#playback/schedules/group-schedules.ts'
import { classesOf, holdingKey, rulesAmong, type TraitsClass, traitsOf } from '#playback/schedules/traits.ts'
import { type ChangedScreen, examplesOf, type PagesAt } from './examples.ts'
import { gapsOf, spansOn } from './gaps.ts'

interface Screen {
  id: string
  deviceGroupId: string | null
  floorId: string | null
}

/** What the screens of some groups can play, at one moment of a transaction. */
export interface Plays {
  /** As last saved, whether it settles or not. */
  schedules: ReadonlyMap<string, GroupSchedule>
  items: ReadonlyMap<string, PlayedItems>
  /** By page: the rules of entries that decide what it shows. */
  entries: ReadonlyMap<string, readonly ScreenRule[]>
  /** Mode, idle time, and audio of each storyboard, as text. */
  rests: ReadonlyMap<string, string>
  screens: readonly Screen[]
  traits: ReadonlyMap<string, ScreenTraits>
}

interface Wanted {
  groupIds: readonly string[]
  /** Takes its draft as approved. */
  storyboardId?: string
}

/** `db` is bound to the organization of the groups. */
export async function readPlays(db: Db, { groupIds, storyboardId }: Wanted, now: number): Promise<Plays> {
  // A screen that the caller reaches plays by a group, with storyboards, that the caller may not reach.
  const all = whole(db)
  const groups = groupIds.map((id) => ({ id }))
  const rows = await all
    .selectFrom('device_groups')
    .select(['id', 'programme', 'nextProgramme', 'activateAt'])
    .where('id', 'in', anyOf(db, groups))
    .execute()
  const schedules = new Map(rows.map((row) => [row.id, savedOf(schedulesAt(row, now))]))
  const storyboardIds = new Set([...schedules.values()].flatMap(storyboardsOf))
  const storyboards = await all
    .selectFrom('storyboards')
    .select(['id', 'approved', 'items', 'mode', 'idleSeconds', 'audioId', 'shuffle'])
    .where(
      'id',
      'in',
      anyOf(
        db,
        [...storyboardIds].map((id) => ({ id })),
      ),
    )
    .execute()
  const screens = await db
    .selectFrom('devices')
    .select(['id', 'deviceGroupId', 'floorId'])
    .where('deviceGroupId', 'in', anyOf(db, groups))
    .execute()
  const items = await spansOfItems(
    all,
    storyboards.map(({ id, approved, items: saved, shuffle }) => ({
      id,
      ...(id === storyboardId
        ? { items: draftOf(saved), ...(shuffle === 1 && { shuffle: true as const }) }
        : itemsOf(approved)),
    })),
    storyboardId,
  )
  const pageIds = [...items.values()].flatMap((played) => played.items.map(({ pageId }) => pageId))
  return {
    ...{ schedules, items },
    entries: await entryRulesOf(all, new Set(pageIds)),
    rests: new Map(
      storyboards.map((row) => [row.id, restOf(row.approved, row.id === storyboardId ? row : undefined)]),
    ),
    screens,
    traits: await traitsOf(all, screens),
  }
}

const savedOf = ({ current, next }: GroupSchedules): GroupSchedule => next?.programme ?? current

const draftOf = (items: string) => (JSON.parse(items) as StoryboardItem[]).map(playedItem)

/** The rest of what screens play of a storyboard, as text. */
function restOf(approved: string | null, draft: Draft | undefined): string {
  if (draft) return JSON.stringify([draft.mode, draft.idleSeconds, draft.audioId])
  if (approved === null) return ''
  const { mode, idleSeconds = null, audioId = null } = JSON.parse(approved) as ApprovedStoryboard
  return JSON.stringify([mode, idleSeconds, audioId])
}
type Draft = Pick<StoryboardsTable, 'mode' | 'idleSeconds' | 'audioId'>

interface Compared {
  before: Plays
  after: Plays
  /** The rules that were saved, by the index of their page or slot. */
  rules?: readonly (ScreenRule | undefined)[]
  /** Screens that change otherwise, such as by their values. */
  others?: ReadonlySet<string>
}

/** Compares what screens play before and after a save. */
export async function impactOf(
  db: Db,
  { before, after, rules = [], others }: Compared,
  now: number,
): Promise<Omit<Impact, 'missing'>> {
  const screensBefore = new Map(before.screens.map((screen) => [screen.id, screen]))
  const screensAfter = new Map(after.screens.map((screen) => [screen.id, screen]))
  const fates = { before: new Fates(before, now), after: new Fates(after, now) }
  const changed: string[] = []
  const differing: ChangedScreen[] = []
  const buildings = new Set<string>()
  let dark = 0
  let unsure = 0
  let from = Number.POSITIVE_INFINITY
  for (const id of new Set([...screensBefore.keys(), ...screensAfter.keys()])) {
    const was = fates.before.of(screensBefore.get(id))
    const is = fates.after.of(screensAfter.get(id))
    const differs = was.plays !== is.plays
    if (!differs && !others?.has(id)) continue
    changed.push(id)
    if (differs) differing.push({ id, before: was.pagesAt, after: is.pagesAt })
    const [, building] = (after.traits.get(id) ?? before.traits.get(id))?.places ?? []
    if (building) buildings.add(building)
    if (is.isUnsure && !was.isUnsure) unsure++
    if (was.nothingFrom !== undefined || is.nothingFrom === undefined) continue
    dark++
    from = Math.min(from, is.nothingFrom)
  }
  return {
    changes: changed.length,
    buildings: buildings.size,
    nothing: dark > 0 ? { screens: dark, from } : null,
    unsure,
    ...(await matchesOf(db, after, rules)),
    examples: await examplesOf(db, differing, now),
  }
}

/** What a screen plays, as text, and when it first has nothing to show. */
interface Fate {
  plays: string
  nothingFrom: number | undefined
  /** It has nothing to show while conditions don't hold. */
  isUnsure: boolean
  pagesAt: PagesAt
}

/** Fates of screens, computed once for those of one group on which the same rules hold. */
class Fates {
  readonly #plays: Plays
  readonly #now: number
  readonly #known = new Map<string, Fate>()
  readonly #rules = new Map<GroupSchedule, ScreenRule[]>()
  /** Of a screen without a group, and of one on which no page of its schedule plays. */
  readonly #nothing: Fate

  constructor(plays: Plays, now: number) {
    this.#plays = plays
    this.#now = now
    this.#nothing = {
      plays: '',
      nothingFrom: now,
      isUnsure: false,
      pagesAt: () => ({ pageIds: [], until: null }),
    }
  }

  of(screen: Screen | undefined): Fate {
    const schedule = this.#plays.schedules.get(screen?.deviceGroupId ?? '')
    if (!screen || !schedule) return this.#nothing
    const traits = this.#plays.traits.get(screen.id) ?? NO_TRAITS
    const key = `${screen.deviceGroupId} ${holdingKey(this.#rulesOf(schedule), traits)}`
    const fate = this.#known.get(key) ?? this.#find(schedule, traits)
    this.#known.set(key, fate)
    return fate
  }

  /** Every rule on which a fate depends. */
  #rulesOf(schedule: GroupSchedule): ScreenRule[] {
    const found = this.#rules.get(schedule) ?? rulesOf(schedule, this.#plays)
    this.#rules.set(schedule, found)
    return found
  }

  #find({ activeFrom: _, ...schedule }: GroupSchedule, traits: ScreenTraits): Fate {
    const { items, rests, entries } = this.#plays
    const slots = schedule.slots.filter(({ screens }) => playsOn(screens, traits))
    const layers = schedule.layers?.filter(({ screens }) => playsOn(screens, traits)) ?? []
    const own = { ...schedule, slots, layers }
    const shown = [...new Set(storyboardsOf(own))].map((id) => ({
      ...{ id, rest: rests.get(id) },
      ...playedThere(items.get(id), traits),
    }))
    const held = [...new Set(shown.flatMap(({ pages }) => pages.map(({ pageId }) => pageId)))].flatMap(
      (id) => {
        const rules = entries.get(id)
        return rules ? [[id, holdingKey(rules, traits)]] : []
      },
    )
    // Layers show only over something.
    const main = new Set(mainStoryboardsOf(own))
    if (shown.every(({ id, pages }) => !main.has(id) || pages.length === 0)) return this.#nothing
    const spansOf = spansOn(items, traits)
    const slotted = [slots, ...layers.map((layer) => layer.slots)]
    const isTimed =
      slotted.some(({ length }) => length > 0) || storyboardsOf(own).some((id) => spansOf(id) !== null)
    const current = { ...own, activeFrom: 0 }
    const gaps = gapsOf({ current, next: null }, items, this.#now, traits)
    const state = { current, next: null, override: null, traits }
    return {
      // Rules that hold change nothing, nor does the zone where nothing depends on the time.
      plays: JSON.stringify(
        [
          {
            ...own,
            timezone: isTimed ? own.timezone : '',
            layers: layers.map(({ name: _, ...layer }) => layer),
          },
          shown,
          held,
        ],
        (key, value) => (key === 'screens' ? undefined : key === 'within' ? conditionsOf(value) : value),
      ),
      nothingFrom: gaps.find(({ kind }) => kind === 'nothing')?.from,
      isUnsure: gaps.some(({ kind }) => kind === 'unsure'),
      pagesAt: (instant) => {
        const { storyboardId, until } = whatPlays(state, instant, spansOf)
        const played = items.get(storyboardId ?? '')?.items.filter((item) => playsThere(item, traits))
        return { pageIds: (played ?? []).map(({ pageId }) => pageId), until }
      },
    }
  }
}

/** The different rules of a schedule, of all that it plays, and of what its pages show. */
function rulesOf(schedule: GroupSchedule, { items, entries }: Plays): ScreenRule[] {
  const played = storyboardsOf(schedule).flatMap((id) => items.get(id) ?? [])
  const pageIds = new Set(played.flatMap((each) => each.items.map(({ pageId }) => pageId)))
  const rules = [
    ...played.flatMap((each) => each.rules),
    ...[...pageIds].flatMap((id) => entries.get(id) ?? []),
  ]
  return rulesAmong([...playingsOf(schedule), ...rules.map((screens) => ({ screens }))])
}

/** The pages that play on a screen, and their order among themselves: what plays elsewhere changes nothing there. */
function playedThere(played: PlayedItems | undefined, traits: ScreenTraits) {
  const places = new Map<number, number>()
  const pages = (played?.items ?? []).filter((item, index) => {
    const plays = playsThere(item, traits)
    if (plays) places.set(index, places.size)
    return plays
  })
  const order = played?.order?.lists.map(({ shuffle, entries }) => ({
    shuffle,
    entries: entries.flatMap((entry, index) => {
      if (entry.item === undefined) return [entry]
      const item = places.get(entry.item)
      // What is tied to a page that doesn't play doesn't play either.
      if (item === undefined) return entries[index + 1]?.tied && !entry.tied ? [{}] : []
      return [{ ...entry, item }]
    }),
  }))
  return { pages, order }
}

/** Of what includes a page: rules that hold change nothing. */
function conditionsOf(within: ManifestStoryboard['items'][number]['within']) {
  const when = (within ?? []).flatMap((each) => each.when ?? [])
  return when.length > 0 ? when : undefined
}

/** How many screens the rules match: of those that can play it, or else of all. */
async function matchesOf(
  db: Db,
  { screens, traits }: Plays,
  rules: readonly (ScreenRule | undefined)[],
): Promise<Pick<Impact, 'screens' | 'rules' | 'unknownTags'>> {
  const hasRules = rules.some((rule) => rule !== undefined)
  const classes = screens.length > 0 || !hasRules ? classesOf(traits, screens) : await classesOfAll(db)
  const tags = new Set(classes.flatMap((each) => each.traits.tags))
  const named = new Map(rules.flatMap(tagsIn).map((tag) => [searchKey(tag), tag]))
  const missing = [...named].filter(([key]) => !tags.has(key))
  const elsewhere = missing.length > 0 && screens.length > 0 ? tagsOf(await classesOfAll(db)) : tags
  return {
    screens: classes.reduce((sum, each) => sum + each.screens, 0),
    rules: rules.flatMap((rule, index) => {
      if (!rule) return []
      const matching = classes.filter((each) => playsOn(rule, each.traits))
      return [{ index, screens: matching.reduce((sum, each) => sum + each.screens, 0) }]
    }),
    unknownTags: missing
      .flatMap(([key, tag]) => (elsewhere.has(key) ? [] : [tag]))
      .slice(0, UNKNOWN_TAGS_NAMED),
  }
}

const tagsOf = (classes: readonly TraitsClass<Screen>[]) =>
  new Set(classes.flatMap(({ traits }) => traits.tags))

async function classesOfAll(db: Db): Promise<TraitsClass<Screen>[]> {
  const screens = await db.selectFrom('devices').select(['id', 'deviceGroupId', 'floorId']).execute()
  return classesOf(await traitsOf(db, screens), screens)
}

/** The groups whose schedule names a storyboard, or one that it is inside of. */
export async function groupsPlaying(db: Db, storyboardId: string): Promise<string[]> {
  const outer = [...(await includingAny(db, [storyboardId]))].map((id) => ({ id }))
  const rows = await db
    .selectFrom('references')
    .select('fromId')
    .distinct()
    .where('toId', 'in', anyOf(db, outer))
    .where('fromKind', '=', 'device-group')
    .execute()
  return rows.map(({ fromId }) => fromId)
}
