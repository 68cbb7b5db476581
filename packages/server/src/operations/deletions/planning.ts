// How each kind of user loses what is deleted.
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import type { WebPage } from '@vitrine/contract/api/content/web-page'
import type { UseWay } from '@vitrine/contract/api/operations/deletions'
import type { GroupSchedule } from '@vitrine/contract/api/playback/manifest'
import type { UsedBy } from '@vitrine/contract/errors'
import { isFilesRule } from '@vitrine/contract/fields/files-rule'
import { type Access, type Actor, can, reachesAllPlaces } from '@vitrine/contract/permissions'
import { isRecord } from '@vitrine/contract/record'
import { entryRules } from '@vitrine/contract/schedule/entry-rules'
import type { GroupRule } from '@vitrine/contract/schedule/group-rule'
import { placesIn, type ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import { pageSpans, showsFrom } from '@vitrine/contract/schedule/show-dates'
import type { Selectable } from 'kysely'
import { mediaOf, withoutEntries } from '#content/page-versions/queries.ts'
import { refuseChangedLocks } from '#content/pages/api.ts'
import { documentColumns } from '#content/pages/queries.ts'
import { documentReferences } from '#content/pages/references/queries.ts'
import { itemsWith } from '#content/storyboards/api.ts'
import { mayRemove, type Removal } from '#content/trash/removals.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db, Tables } from '#db/schema.ts'
import { AppError } from '#lib/errors.ts'
import { slices } from '#lib/work/slices.ts'
import type { ApprovedStoryboard } from '#playback/manifest.ts'
import { playingsOf, withStoryboards } from '#playback/schedules/group-schedules.ts'
import { NO_SWITCH } from '#playback/switches/manual-switches.ts'

/** The ids of what is deleted, as its users contain them. */
export interface Gone {
  media: ReadonlySet<string>
  pages: ReadonlySet<string>
  storyboards: ReadonlySet<string>
  /** Buildings and floors. */
  places: ReadonlySet<string>
  folders: ReadonlySet<string>
}

/** Why a use can't be removed, or what removing it changes. */
type Plan = Exclude<UseWay, 'remove' | 'idle'> | (Removal & { isIdle?: boolean })

/** Plans for a user as it is stored. */
interface Planner {
  table: Table
  plan(row: Stored, gone: Gone, by: Remover): Plan
}
/** Who deletes, and when. */
export interface Remover {
  actor: Actor
  now: number
}
type Table = Removal['table']
type Stored = Selectable<Tables[Table]>

const planner = <T extends Table>(
  table: T,
  plan: (row: Selectable<Tables[T]>, gone: Gone, by: Remover) => Plan,
): Planner => ({ table, plan: plan as Planner['plan'] })

/** Locks the user, so that it is still the same when the plan is carried out. */
export async function planRemoval(db: Db, use: UsedBy, gone: Gone, by: Remover): Promise<Plan> {
  const planner = plannerOf(use, gone)
  if (!planner) return 'first'
  await lockRow(db, planner.table, use.id)
  const [row] = await rowsOf(db, planner.table, [use])
  return row ? planOf(planner, row, gone, by) : 'first'
}

/** Users that are in memory at a time: a page may have 512 kB. */
const AT_ONCE = 10

/** What can be done about each use, in their order. */
export async function waysOf(db: Db, uses: readonly UsedBy[], gone: Gone, by: Remover): Promise<UseWay[]> {
  const ways = new Map<string, UseWay>()
  for (const [planner, some] of Map.groupBy(uses, (use) => plannerOf(use, gone)))
    if (planner)
      for (const few of slices(some, AT_ONCE))
        for (const row of await rowsOf(db, planner.table, few)) {
          const plan = planOf(planner, row, gone, by)
          ways.set(row.id, typeof plan === 'string' ? plan : plan.isIdle ? 'idle' : 'remove')
        }
  return uses.map(({ id }) => ways.get(id) ?? 'first')
}

/** The media item of a card is deleted with its card, not taken out of it. */
const plannerOf = ({ kind, id }: UsedBy, gone: Gone): Planner | undefined =>
  gone.pages.has(id) ? undefined : PLANNERS[kind]

function planOf(planner: Planner, row: Stored, gone: Gone, by: Remover): Plan {
  const plan = planner.plan(row, gone, by)
  if (typeof plan !== 'object') return plan
  // *Remove everywhere* takes it out of things in all places.
  const isEverywhere = plan.areas.every((area) => reachesAllPlaces(by.actor, { write: area }))
  return isEverywhere && mayRemove(by.actor, plan) ? plan : 'permission'
}

const rowsOf = (db: Db, table: Table, uses: readonly UsedBy[]): Promise<Stored[]> =>
  // Kysely can't type the columns of a generic table; all of these have the id.
  db
    .selectFrom(table as 'floors')
    .selectAll()
    .where('id', 'in', anyOf(db, uses))
    .execute() as unknown as Promise<Stored[]>

const isGoneFrom = (gone: Gone) => (entry: unknown) => {
  if (gone.media.has(mediaOf(entry))) return true
  if (isRecord(entry) && isFilesRule(entry.files)) return gone.folders.has(entry.files.folderId ?? '')
  if (!isRecord(entry) || entry.verb !== 'LOAD_STORYBOARD' || !isRecord(entry.props)) return false
  return gone.storyboards.has(String(entry.props.storyboardId))
}

const page = planner('pages', ({ id, kind, isTemplate, document, bytes, shows }, gone, { actor, now }) => {
  const stored = JSON.parse(document) as LayoutDocument
  if (entryRules(stored).some((screens) => namesPlace(gone)({ screens }))) return 'first'
  const rest = withoutEntries(stored, isGoneFrom(gone))
  const { media = [], ...loaded } = documentReferences(rest)
  const storyboards = [...(loaded.storyboard ?? []), ...(loaded['remote-storyboard'] ?? [])]
  const isLeft =
    media.some((one) => gone.media.has(one)) || storyboards.some((one) => gone.storyboards.has(one))
  if (isLeft) return 'first'
  if (kind === 'card' && !can(actor, 'write', 'layouts') && changesLocks(stored, rest)) return 'permission'
  // Screens would show nothing where they show something now.
  if (isTemplate === 0 && !showsFrom(pageSpans(rest), now) && showsFrom(pageSpans(stored), now)) return 'last'
  return {
    ...{ table: 'pages', id, areas: [kind === 'card' ? 'cards' : 'layouts'], isKept: true },
    before: { document, bytes, shows },
    after: { ...documentColumns(rest) },
  }
})

function changesLocks(before: LayoutDocument, after: LayoutDocument): boolean {
  try {
    refuseChangedLocks(before, after)
    return false
  } catch (error) {
    if (error instanceof AppError && error.errKey === 'LOCKED_PARTS') return true
    throw error
  }
}

/** Its draft, and the version that screens play: who changes that one needs to approve it. */
const storyboard = planner('storyboards', (row, gone) => {
  const draft = JSON.parse(row.items) as StoryboardItem[]
  const approved = row.approved === null ? null : (JSON.parse(row.approved) as ApprovedStoryboard)
  if (gone.places.has(row.placeId ?? '')) return 'first'
  if ([...draft, ...(approved?.items ?? [])].some(namesPlace(gone))) return 'first'
  const items = itemsWith(draft, (part) => !isGoneIn(gone, part))
  const played = approved && withoutGone(approved, gone)
  // What a place shows in a local slot may be nothing: others see the fallback there, too.
  if (row.slot === null && (items.length === 0 || played?.items.length === 0)) return 'last'
  const after = {
    items: JSON.stringify(items),
    audioId: gone.media.has(row.audioId ?? '') ? null : row.audioId,
    approved: played && JSON.stringify(played),
  }
  const areas: Access[] = ['storyboards']
  if (after.approved !== row.approved) areas.push('approve-storyboards')
  const before = { items: row.items, audioId: row.audioId, approved: row.approved }
  return { table: 'storyboards', id: row.id, areas, isKept: true, before, after }
})

const isGoneIn = ({ pages, storyboards }: Gone, id: string) => pages.has(id) || storyboards.has(id)

/** A rule without its place would hold on other screens: what it says then is for people to decide. */
const namesPlace =
  (gone: Gone) =>
  ({ screens }: { screens?: ScreenRule | undefined }) =>
    placesIn(screens).some((id) => gone.places.has(id))

function withoutGone({ audioId, ...copy }: ApprovedStoryboard, gone: Gone): ApprovedStoryboard {
  const isHeard = audioId !== undefined && !gone.media.has(audioId)
  return {
    ...copy,
    ...(isHeard && { audioId }),
    items: itemsWith(copy.items, (part) => !isGoneIn(gone, part)),
  }
}

/** The current schedule too: a deleted storyboard can't play for another minute. */
const group = planner('device_groups', ({ id, programme, nextProgramme, rule }, gone) => {
  if (rule !== null && namesPlace(gone)(JSON.parse(rule) as GroupRule)) return 'first'
  const schedules = [programme, nextProgramme ?? []].flat().map((text) => JSON.parse(text) as GroupSchedule)
  if (schedules.flatMap(playingsOf).some(namesPlace(gone))) return 'first'
  const without = (text: string) =>
    JSON.stringify(withStoryboards(JSON.parse(text) as GroupSchedule, (each) => !gone.storyboards.has(each)))
  const after = {
    programme: without(programme),
    nextProgramme: nextProgramme === null ? null : without(nextProgramme),
  }
  const before = { programme, nextProgramme }
  const coming = nextProgramme ?? programme
  const isIdle = hasDefault(coming) && !hasDefault(without(coming))
  return { table: 'device_groups', id, areas: ['device-groups'], isKept: true, before, after, isIdle }
})

const hasDefault = (programme: string): boolean =>
  (JSON.parse(programme) as GroupSchedule).defaultStoryboardId !== null

/** A screen leaves its floor, or its manual switch ends. */
const device = planner('devices', (row, gone) => {
  const { id, floorId, overrideStoryboardId, overrideSince, overrideBy, overrideEnd, overrideUntil } = row
  const shared = { table: 'devices', id, areas: ['devices'] as Access[] } as const
  if (gone.places.has(floorId ?? ''))
    return { ...shared, isKept: true, before: { floorId }, after: { floorId: null } }
  const before = { overrideStoryboardId, overrideSince, overrideBy, overrideEnd, overrideUntil }
  const isSwitched = gone.storyboards.has(overrideStoryboardId ?? '')
  return { ...shared, isKept: false, before, after: isSwitched ? { ...NO_SWITCH } : before }
})

const stream = planner('media', (row) => {
  const page = row.web === null ? undefined : (JSON.parse(row.web) as WebPage)
  if (!page?.stream) return 'first'
  const web = JSON.stringify({ ...page, stream: { ...page.stream, fallbackId: null } } satisfies WebPage)
  const [before, after] = [{ web: row.web }, { web }]
  return { table: 'media', id: row.id, areas: ['media'], isKept: true, before, after }
})

const organization = planner('organizations', ({ id, logoId }) => {
  const areas: Access[] = ['own-organization']
  return { table: 'organizations', id, areas, isKept: true, before: { logoId }, after: { logoId: null } }
})

const floor = planner('floors', ({ id, planId }) => {
  const areas: Access[] = ['buildings']
  return { table: 'floors', id, areas, isKept: true, before: { planId }, after: { planId: null } }
})

const PLANNERS: Partial<Record<UsedBy['kind'], Planner>> = {
  card: page,
  layout: page,
  template: page,
  storyboard,
  'device-group': group,
  device,
  stream,
  organization,
  floor,
}
