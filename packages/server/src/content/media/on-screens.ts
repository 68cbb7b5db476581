import { type Media, USERS_LISTED } from '@vitrine/contract/api/content/media'
import type { UsedBy } from '@vitrine/contract/errors'
import { storyboardsShowing, usersOf, usersOfMedia } from '#base/references/queries.ts'
import { reached } from '#base/references/reached.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { paced } from '#lib/work/paced.ts'
import { schedulesAt, storyboardsOf } from '#playback/schedules/group-schedules.ts'
import { manualSwitchesAt, selectSwitched } from '#playback/switches/manual-switches.ts'
import { groupsNaming } from '#playback/uses/schedule-references.ts'

/**
 * Items that use a media item, and storyboards and screens that show it: directly, through packages, streams and cards
 * in zones, and through actions that lead to a storyboard.
 */
export async function mediaUses(db: Db, media: Pick<Media, 'id' | 'cardId'>, now: number) {
  const found = await usersOf(db, 'listed', [media])
  const usedIn = await reached(db, unique([...(await usersOfMedia(db, media)), ...found]))
  const storyboards = await storyboardsPlaying(db, media.id)
  const screens = await screensPlaying(db, await withCallers(db, storyboards), now)
  return { usedIn, storyboards: listedUsers(storyboards), screens: listedScreens(screens) }
}

/** A page may name a file that one of its lists finds, too. */
const unique = (users: readonly UsedBy[]): UsedBy[] => [
  ...new Map(users.map((user) => [user.id, user])).values(),
]

/** Ids and names of all screens that show a media item, or pages with a style. */
export async function screensShowing(db: Db, mediaId: string, now: number): Promise<Map<string, string>> {
  const storyboards = await storyboardsPlaying(db, mediaId)
  return screensPlaying(db, await withCallers(db, storyboards), now)
}

type Named = [id: string, name: string]

/** The first screens by name. */
export function listedScreens(screens: ReadonlyMap<string, string>) {
  const sorted = [...screens].sort(([, a], [, b]) => BY_NAME.compare(a, b)).slice(0, USERS_LISTED)
  return { first: sorted.map(([id, name]) => ({ kind: 'device' as const, id, name })), total: screens.size }
}

/** Storyboards that show it on a page or play it as background audio. */
async function storyboardsPlaying(db: Db, mediaId: string): Promise<UsedBy[]> {
  const heard = (await usersOf(db, 'media', [{ id: mediaId }])).filter(({ kind }) => kind === 'storyboard')
  return [...heard, ...(await storyboardsShowing(db, await pagesShowing(whole(db), mediaId)))]
}

/** A locale is looked up once here, and by `localeCompare` each time. */
const BY_NAME = new Intl.Collator('en-US', { numeric: true })

const AT_ONCE = 300

const PAGES: ReadonlySet<UsedBy['kind']> = new Set(['card', 'layout', 'template'])

/** Kinds that pages show, or draw with. */
const isOnTheWay = (kind: UsedBy['kind']) =>
  kind === 'package' || kind === 'stream' || kind === 'style' || kind === 'part'

export const listedUsers = (all: readonly UsedBy[]) => ({
  first: all.slice(0, USERS_LISTED),
  total: all.length,
})

async function pagesShowing(db: Db, id: string): Promise<UsedBy[]> {
  const found = new Map<string, UsedBy>()
  let next = [{ id }]
  while (next.length > 0) {
    const fresh = (await usersOf(db, ['media', 'listed', 'style', 'part'], next)).filter(
      (use) => !found.has(use.id),
    )
    for (const use of fresh) found.set(use.id, use)
    const shown = fresh.filter(({ kind }) => isOnTheWay(kind))
    next = [...shown, ...(await itemsOfCards(db, fresh))]
  }
  return [...found.values()].filter(({ kind }) => PAGES.has(kind))
}

/** A zone shows a card through the card's media item. */
async function itemsOfCards(db: Db, uses: readonly UsedBy[]): Promise<{ id: string }[]> {
  const cards = uses.filter(({ kind }) => kind === 'card')
  if (cards.length === 0) return []
  return db.selectFrom('media').select('id').where('cardId', 'in', anyOf(db, cards)).execute()
}

/** Ids of the storyboards, and of those with an action that leads to one of them. */
async function withCallers(db: Db, storyboards: readonly UsedBy[]): Promise<Set<string>> {
  const all = new Set(storyboards.map(({ id }) => id))
  let next = [...all]
  while (next.length > 0) {
    const rows = await db
      .selectFrom('references as actions')
      .innerJoin('references as shown', 'shown.toId', 'actions.fromId')
      .select('shown.fromId as id')
      .where('shown.toKind', '=', 'page')
      .where('actions.toKind', '=', 'storyboard')
      .where(
        'actions.toId',
        'in',
        anyOf(
          db,
          next.map((id) => ({ id })),
        ),
      )
      .distinct()
      .execute()
    next = rows.map(({ id }) => id).filter((id) => !all.has(id))
    for (const id of next) all.add(id)
  }
  return all
}

/** The screens that a person switched to one of these storyboards. Some hundred at a time: each has its own schedule. */
async function holdingOf(db: Db, storyboards: readonly { id: string }[], now: number) {
  const switched = await db
    .selectFrom('devices')
    .select('id')
    .where('overrideStoryboardId', 'is not', null)
    .where('overrideStoryboardId', 'in', anyOf(db, storyboards))
    .execute()
  const holding: Named[] = []
  for (let start = 0; start < switched.length; start += AT_ONCE) {
    const some = anyOf(db, switched.slice(start, start + AT_ONCE))
    const rows = await selectSwitched(db).where('devices.id', 'in', some).execute()
    for (const { row } of await manualSwitchesAt(db, rows, now)) holding.push([row.id, row.name])
  }
  return holding
}

/** Names of the screens that play one of these storyboards, or are about to. */
async function screensPlaying(
  db: Db,
  storyboards: ReadonlySet<string>,
  now: number,
): Promise<Map<string, string>> {
  if (storyboards.size === 0) return new Map()
  const ids = [...storyboards].map((id) => ({ id }))
  const groups = await db
    .selectFrom('device_groups')
    .select(['id', 'programme', 'nextProgramme', 'activateAt'])
    .where('id', 'in', groupsNaming(db, anyOf(db, ids)))
    .execute()
  const playing: { id: string }[] = []
  for await (const group of paced(groups)) {
    const { current, next } = schedulesAt(group, now)
    const named = [current, ...(next ? [next.programme] : [])].flatMap(storyboardsOf)
    if (named.some((each) => storyboards.has(each))) playing.push(group)
  }
  const scheduled = await db
    .selectFrom('devices')
    .select(['id', 'name'])
    .where('deviceGroupId', 'in', anyOf(db, playing))
    .execute()
  const holding = await holdingOf(db, ids, now)
  const planned = await db
    .selectFrom('planned_switches')
    .innerJoin('devices', 'devices.id', 'planned_switches.deviceId')
    .select(['devices.id', 'devices.name'])
    .where('planned_switches.storyboardId', 'in', anyOf(db, ids))
    .execute()
  const names = new Map(holding)
  for (const { id, name } of [...scheduled, ...planned]) names.set(id, name)
  return names
}
