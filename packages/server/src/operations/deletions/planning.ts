// How each kind of user loses what is deleted.
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import type { WebPage } from '@vitrine/contract/api/content/web-page'
import type { UseWay } from '@vitrine/contract/api/operations/deletions'
import type { GroupSchedule } from '@vitrine/contract/api/playback/manifest'
import type { UsedBy } from '@vitrine/contract/errors'
import { type Access, type Actor, can } from '@vitrine/contract/permissions'
import { isRecord } from '@vitrine/contract/record'
import { placesIn, type ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import { pageSpans } from '@vitrine/contract/schedule/show-dates'
import { mediaOf, withoutEntries } from '#content/page-versions/queries.ts'
import { refuseChangedLocks } from '#content/pages/api.ts'
import { documentReferences } from '#content/pages/references/queries.ts'
import { mayRemove, type Removal } from '#content/trash/removals.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { AppError } from '#lib/errors.ts'
import type { ApprovedStoryboard } from '#playback/manifest.ts'
import { NO_SWITCH } from '#playback/switches/manual-switches.ts'

/** The ids of what is deleted, as its users contain them. */
export interface Gone {
  media: ReadonlySet<string>
  pages: ReadonlySet<string>
  storyboards: ReadonlySet<string>
  /** Buildings and floors. */
  places: ReadonlySet<string>
}

/** Why a use can't be removed, or what removing it changes. */
type Plan = Exclude<UseWay, 'remove'> | Removal

type Planner = (db: Db, id: string, gone: Gone, actor: Actor) => Promise<Plan>

/** Locks the user, so that it is still the same when the plan is carried out. */
export async function planRemoval(db: Db, use: UsedBy, gone: Gone, actor: Actor): Promise<Plan> {
  const planner = PLANNERS[use.kind]
  // The media item of a card is deleted with its card, not taken out of it.
  if (!planner || gone.pages.has(use.id)) return 'first'
  const plan = await planner(db, use.id, gone, actor)
  return typeof plan === 'object' && !mayRemove(actor, plan) ? 'permission' : plan
}

const isGoneFrom = (gone: Gone) => (entry: unknown) => {
  if (gone.media.has(mediaOf(entry))) return true
  if (!isRecord(entry) || entry.verb !== 'LOAD_STORYBOARD' || !isRecord(entry.props)) return false
  return gone.storyboards.has(String(entry.props.storyboardId))
}

const page: Planner = async (db, id, gone, actor) => {
  await lockRow(db, 'pages', id)
  const row = await db.selectFrom('pages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return 'first'
  const { kind, document, bytes, shows } = row
  const stored = JSON.parse(document) as LayoutDocument
  const rest = withoutEntries(stored, isGoneFrom(gone))
  const { media = [], ...loaded } = documentReferences(rest)
  const storyboards = [...(loaded.storyboard ?? []), ...(loaded['remote-storyboard'] ?? [])]
  const isLeft =
    media.some((one) => gone.media.has(one)) || storyboards.some((one) => gone.storyboards.has(one))
  if (isLeft) return 'first'
  if (kind === 'card' && !can(actor, 'write', 'layouts') && changesLocks(stored, rest)) return 'permission'
  const after = JSON.stringify(rest)
  const spans = pageSpans(rest)
  return {
    ...{ table: 'pages', id, areas: [kind === 'card' ? 'cards' : 'layouts'], isKept: true },
    before: { document, bytes, shows },
    after: { document: after, bytes: Buffer.byteLength(after), shows: spans && JSON.stringify(spans) },
  }
}

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
const storyboard: Planner = async (db, id, gone) => {
  await lockRow(db, 'storyboards', id)
  const row = await db.selectFrom('storyboards').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return 'first'
  const draft = JSON.parse(row.items) as StoryboardItem[]
  const approved = row.approved === null ? null : (JSON.parse(row.approved) as ApprovedStoryboard)
  if ([...draft, ...(approved?.items ?? [])].some(namesPlace(gone))) return 'first'
  const items = draft.filter(({ cardId, layoutId }) => !gone.pages.has(cardId ?? layoutId ?? ''))
  const played = approved && withoutGone(approved, gone)
  if (items.length === 0 || played?.items.length === 0) return 'last'
  const after = {
    items: JSON.stringify(items),
    audioId: gone.media.has(row.audioId ?? '') ? null : row.audioId,
    approved: played && JSON.stringify(played),
  }
  const areas: Access[] = ['storyboards']
  if (after.approved !== row.approved) areas.push('approve-storyboards')
  const before = { items: row.items, audioId: row.audioId, approved: row.approved }
  return { table: 'storyboards', id, areas, isKept: true, before, after }
}

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
    items: copy.items.filter(({ pageId }) => !gone.pages.has(pageId)),
  }
}

/** The current schedule too: a deleted storyboard can't play for another minute. */
const group: Planner = async (db, id, gone) => {
  await lockRow(db, 'device_groups', id)
  const row = await db
    .selectFrom('device_groups')
    .select(['programme', 'nextProgramme'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return 'first'
  const schedules = [row.programme, row.nextProgramme ?? []]
    .flat()
    .map((text) => JSON.parse(text) as GroupSchedule)
  if (schedules.some(({ slots }) => slots.some(namesPlace(gone)))) return 'first'
  const without = (text: string) => {
    const schedule = JSON.parse(text) as GroupSchedule
    const isGone = (storyboardId: string | null) => gone.storyboards.has(storyboardId ?? '')
    return JSON.stringify({
      ...schedule,
      defaultStoryboardId: isGone(schedule.defaultStoryboardId) ? null : schedule.defaultStoryboardId,
      slots: schedule.slots.filter((slot) => !isGone(slot.storyboardId)),
    } satisfies GroupSchedule)
  }
  const after = {
    programme: without(row.programme),
    nextProgramme: row.nextProgramme === null ? null : without(row.nextProgramme),
  }
  return { table: 'device_groups', id, areas: ['device-groups'], isKept: true, before: { ...row }, after }
}

/** A screen leaves its floor, or its manual switch ends. */
const device: Planner = async (db, id, gone): Promise<Plan> => {
  await lockRow(db, 'devices', id)
  const row = await db
    .selectFrom('devices')
    .select([
      'floorId',
      'overrideStoryboardId',
      'overrideSince',
      'overrideBy',
      'overrideEnd',
      'overrideUntil',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return 'first'
  const { floorId, ...before } = row
  const shared = { table: 'devices', id, areas: ['devices'] as Access[] } as const
  if (gone.places.has(floorId ?? ''))
    return { ...shared, isKept: true, before: { floorId }, after: { floorId: null } }
  const isSwitched = gone.storyboards.has(row.overrideStoryboardId ?? '')
  return {
    ...shared,
    isKept: false,
    before: { ...before },
    after: isSwitched ? { ...NO_SWITCH } : { ...before },
  }
}

const stream: Planner = async (db, id) => {
  await lockRow(db, 'media', id)
  const row = await db.selectFrom('media').select('web').where('id', '=', id).executeTakeFirst()
  if (!row?.web) return 'first'
  const page = JSON.parse(row.web) as WebPage
  if (!page.stream) return 'first'
  const web = JSON.stringify({ ...page, stream: { ...page.stream, fallbackId: null } } satisfies WebPage)
  return { table: 'media', id, areas: ['media'], isKept: true, before: { web: row.web }, after: { web } }
}

const organization: Planner = async (db, id) => {
  await lockRow(db, 'organizations', id)
  const row = await db.selectFrom('organizations').select('logoId').where('id', '=', id).executeTakeFirst()
  if (!row) return 'first'
  const areas: Access[] = ['own-organization']
  return { table: 'organizations', id, areas, isKept: true, before: { ...row }, after: { logoId: null } }
}

const floor: Planner = async (db, id) => {
  await lockRow(db, 'floors', id)
  const row = await db.selectFrom('floors').select('planId').where('id', '=', id).executeTakeFirst()
  if (!row) return 'first'
  return {
    table: 'floors',
    id,
    areas: ['buildings'],
    isKept: true,
    before: { ...row },
    after: { planId: null },
  }
}

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
