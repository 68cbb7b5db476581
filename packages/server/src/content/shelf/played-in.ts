import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import { scheduledStoryboards } from '@vitrine/contract/player/needed-files'
import { mediaOn } from '@vitrine/contract/schedule/entry-rules'
import { playsOn, type ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { RULED, referencesOf } from '#base/references/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { ruledPages } from '#playback/entry-rules.ts'
import { schedulesAt, schedulesOfGroups } from '#playback/schedules/group-schedules.ts'
import { classesOf, traitsOf } from '#playback/schedules/traits.ts'
import { manualSwitchesAt, selectSwitched } from '#playback/switches/manual-switches.ts'

type Ids = { id: string }[]
const rowsOf = (ids: Iterable<string>): Ids => [...ids].map((id) => ({ id }))

/**
 * Ids of everything that the screens of a building or floor play, or are about to, by their schedules and by what people
 * sent to them: storyboards, their pages, and what these show. Rules of slots, of pages, and of entries
 * count.
 */
export async function playedIn(db: Db, placeId: string, now: number): Promise<Ids> {
  const screens = await db
    .selectFrom('devices')
    .innerJoin('floors', 'floors.id', 'devices.floorId')
    .select(['devices.id', 'devices.deviceGroupId', 'devices.floorId'])
    .where(({ or, eb }) => or([eb('floors.id', '=', placeId), eb('floors.buildingId', '=', placeId)]))
    .execute()
  if (screens.length === 0) return []
  const classes = classesOf(await traitsOf(db, screens), screens)
  const traits = classes.map((each) => each.traits)
  const scheduled = await inSchedules(db, classes, now)
  const sent = await sentTo(db, screens, now)
  return rowsOf(await shownBy(db, new Set([...scheduled, ...sent]), traits))
}

type Classes = ReturnType<typeof classesOf<{ id: string; deviceGroupId: string | null }>>

async function inSchedules(db: Db, classes: Classes, now: number): Promise<string[]> {
  const traitsIn = new Map<string, Set<ScreenTraits>>()
  for (const { traits, devices } of classes)
    for (const { deviceGroupId } of devices)
      if (deviceGroupId !== null)
        traitsIn.set(deviceGroupId, (traitsIn.get(deviceGroupId) ?? new Set()).add(traits))
  const found: string[] = []
  for await (const groups of schedulesOfGroups(db, [...traitsIn.keys()]))
    for (const group of groups) {
      const { current, next } = schedulesAt(group, now)
      for (const traits of traitsIn.get(group.id) ?? [])
        for (const schedule of [current, ...(next ? [next.programme] : [])])
          found.push(...scheduledStoryboards(schedule, traits))
    }
  return found
}

async function sentTo(db: Db, screens: Ids, now: number): Promise<string[]> {
  const switched = await selectSwitched(db).where('devices.id', 'in', anyOf(db, screens)).execute()
  const current = await manualSwitchesAt(db, switched, now)
  const planned = await db
    .selectFrom('planned_switches')
    .select('storyboardId')
    .where('deviceId', 'in', anyOf(db, screens))
    .execute()
  return [...current.map(({ manual }) => manual), ...planned].map(({ storyboardId }) => storyboardId)
}

/** The storyboards, their pages, what these show, and where their actions lead. */
async function shownBy(
  db: Db,
  storyboards: ReadonlySet<string>,
  traits: readonly ScreenTraits[],
): Promise<Set<string>> {
  const found = new Set(storyboards)
  let [boards, others] = [rowsOf(storyboards), [] as Ids]
  while (boards.length + others.length > 0) {
    const next = { boards: new Set<string>(), others: new Set<string>() }
    for (const id of await pagesOf(db, boards, traits)) next.others.add(id)
    const references = await referencesOf(db, [...boards, ...others])
    await leaveOut(db, references, traits)
    for (const [from, to] of references) {
      const isBoard = boards.some(({ id }) => id === from)
      for (const id of [...(to.media ?? []), ...(to.source ?? []), ...(isBoard ? [] : (to.page ?? []))])
        next.others.add(id)
      for (const id of to.storyboard ?? []) next.boards.add(id)
    }
    for (const id of await behind(db, others)) next.others.add(id)
    const fresh = (ids: ReadonlySet<string>) => rowsOf(ids).filter(({ id }) => !found.has(id))
    ;[boards, others] = [fresh(next.boards), fresh(next.others)]
    for (const { id } of [...boards, ...others]) found.add(id)
  }
  return found
}

/** Takes out the media of pages that no such screen shows, by the rules of entries. */
async function leaveOut(
  db: Db,
  references: Awaited<ReturnType<typeof referencesOf>>,
  traits: readonly ScreenTraits[],
): Promise<void> {
  const ruled = [...references].flatMap(([id, { place }]) => (place?.includes(RULED) ? [{ id }] : []))
  if (ruled.length === 0) return
  for await (const pages of ruledPages(db, ruled))
    for (const { id, document } of pages) {
      const to = references.get(id)
      const media = to?.media
      if (media)
        to.media = media.filter((each) => traits.some((own) => mediaOn(document, [each], own).length > 0))
    }
}

/** Pages of storyboards that play on a screen with these traits. */
async function pagesOf(db: Db, storyboards: Ids, traits: readonly ScreenTraits[]): Promise<string[]> {
  if (storyboards.length === 0) return []
  const rows = await db
    .selectFrom('storyboards')
    .select(['items', 'placeId'])
    .where('id', 'in', anyOf(db, storyboards))
    .execute()
  const isIn = (placeId: string) => traits.some(({ places }) => places.includes(placeId))
  return rows
    .filter(({ placeId }) => placeId === null || isIn(placeId))
    .flatMap(({ items }) => JSON.parse(items) as Partial<StoryboardItem>[])
    .filter(({ screens }) => traits.some((each) => playsOn(screens, each)))
    .flatMap(({ cardId, layoutId }) => cardId ?? layoutId ?? [])
}

/** Cards that zones show, what pages were made to play, and files whose pages are shown. */
async function behind(db: Db, some: Ids): Promise<string[]> {
  if (some.length === 0) return []
  const wanted = anyOf(db, some)
  const cards = await db
    .selectFrom('media')
    .select('cardId as id')
    .where('cardId', 'is not', null)
    .where('id', 'in', wanted)
    .execute()
  const made = await db
    .selectFrom('pages')
    .select('madeFor as id')
    .where('madeFor', 'is not', null)
    .where('id', 'in', wanted)
    .execute()
  const decks = await db
    .selectFrom('deck_pages')
    .select('deckId as id')
    .distinct()
    .where('mediaId', 'in', wanted)
    .execute()
  return [...cards, ...made, ...decks].flatMap(({ id }) => id ?? [])
}
