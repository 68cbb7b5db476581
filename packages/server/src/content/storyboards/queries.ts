import type { ListQuery } from '@vitrine/contract/api/base/entity'
import {
  PAGE_SHOWS_MAX,
  SHOWS_ANSWERED,
  STANDARD_HEIGHT,
  STANDARD_WIDTH,
  type Storyboard,
  type StoryboardInput,
  type StoryboardItem,
  type StoryboardStatus,
} from '@vitrine/contract/api/content/storyboards'
import { tidyCondition } from '@vitrine/contract/document/condition-problems'
import { rule } from '@vitrine/contract/rules'
import { playedItem } from '@vitrine/contract/schedule/expand-storyboard'
import { tidyRule } from '@vitrine/contract/schedule/screen-rule'
import { searchKey } from '@vitrine/contract/search-key'
import { type Selectable, sql } from 'kysely'
import { listRows } from '#base/list.ts'
import { forgetReferences, refuseOtherPlaces } from '#base/references/queries.ts'
import { taggedWith, tagMatching, withTags } from '#base/tags/queries.ts'
import { type Deletion, moveStoryboardToTrash } from '#content/deletions/queries.ts'
import { deleteMade, lockMade, type Made, madeKey } from '#content/made/queries.ts'
import { pageSizes } from '#content/pages/queries.ts'
import { pagesLoading } from '#content/pages/references/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import { jsonSum, jsonText } from '#db/json-value.ts'
import type { Db } from '#db/schema.ts'
import type { StoryboardsTable } from '#db/tables/content.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, conflict, invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { approve, forgetCopies } from '#playback/approve.ts'
import { refuseOwnChanges } from '#playback/approved/four-eyes.ts'
import { type Spans, showSpans } from '#playback/content.ts'
import { isStrict } from '#playback/copies.ts'
import type { ApprovedStoryboard } from '#playback/manifest.ts'
import { usesOfStoryboard } from '#playback/uses/uses-of-storyboard.ts'
import { refuseUnknownSubjects } from './conditions.ts'
import {
  lockNesting,
  refuseOtherStoryboards,
  refuseUnapprovedInner,
  refuseWrongNesting,
  sizeOfFirst,
} from './nesting.ts'
import { saveStoryboardReferences } from './references.ts'
import { refuseUsed, storyboardsIncluding } from './uses.ts'

export async function listStoryboards(
  db: Db,
  { tag, made, ...query }: ListQuery & { tag?: string; made?: Made },
  status?: StoryboardStatus,
): Promise<{ storyboards: Storyboard[]; total?: number }> {
  const select = db
    .selectFrom('storyboards')
    .selectAll('storyboards')
    .$if(status !== undefined, (rows) => rows.where('status', '=', status ?? 'pending'))
    .$if(made !== undefined, (rows) => rows.where('madeFor', made === '1' ? 'is not' : 'is', null))
    .$if(tag !== undefined, (rows) =>
      rows.where('storyboards.id', 'in', taggedWith(db, 'storyboard', tag ?? '')),
    )
  const { rows, total } = await listRows(db, select, 'storyboards', query, {
    search: ['nameKey'],
    searchElsewhere: tagMatching(db, 'storyboard'),
    sort: {
      name: 'nameOrder',
      type: 'type',
      status: 'status',
      length: jsonSum(db, 'storyboards.items', 'duration'),
      screens: sql`(select count(*) from "device_states"
        where "device_states"."organizationId" = "storyboards"."organizationId"
          and ${jsonText(db, 'device_states.playing', 'storyboardId')} = "storyboards"."id")`,
      createdAt: 'createdAt',
      updatedAt: 'updatedAt',
    },
  })
  return { storyboards: await withChangers(db, rows), total }
}

export async function getStoryboard(db: Db, id: string): Promise<Storyboard> {
  const row = await db.selectFrom('storyboards').selectAll().where('id', '=', id).executeTakeFirst()
  const [storyboard] = row ? await withChangers(db, [row]) : []
  if (!storyboard) throw notFound('Storyboard not found')
  return storyboard
}

export const storyboardsAmong = (db: Db, ids: readonly { id: string }[]) =>
  db.selectFrom('storyboards').select(['id', 'organizationId']).where('id', 'in', anyOf(db, ids)).execute()

async function withChangers(db: Db, rows: readonly Selectable<StoryboardsTable>[]): Promise<Storyboard[]> {
  if (rows.length === 0) return []
  const edits = await db
    .selectFrom('edits')
    .select(['id', 'userId'])
    .where('id', 'in', anyOf(db, rows))
    .execute()
  const changers = new Map(edits.map(({ id, userId }) => [id, userId]))
  const spans = await showSpans(db, rows)
  const listed = await withTags(db, 'storyboard', rows)
  return listed.map((row) => {
    const storyboard = storyboardOf(row)
    return {
      ...storyboard,
      ...playedOf(row),
      tags: row.tags,
      changedBy: changers.get(row.id) ?? null,
      ...showsOf(storyboard, spans.get(row.id)),
    }
  })
}

function showsOf({ items }: Pick<Storyboard, 'items'>, spans: Spans | undefined) {
  const ids = new Set(items.map(pageIdOf))
  let room = SHOWS_ANSWERED
  const pages = [...(spans?.pages ?? [])].filter(([id, of]) => {
    if (!ids.has(id) || of.length > Math.min(PAGE_SHOWS_MAX, room)) return false
    // A page of no times takes room, too.
    room -= Math.max(1, of.length)
    return true
  })
  return {
    shows: spans?.shows?.map((span) => ({ ...span })) ?? null,
    ...(pages.length > 0 && {
      pageShows: Object.fromEntries(pages.map(([id, of]) => [id, of.map((span) => ({ ...span }))])),
    }),
  }
}

export async function createStoryboard(
  db: Db,
  organizationId: string,
  input: StoryboardInput & Partial<Pick<Storyboard, 'madeFor' | 'fills'>>,
  now: string,
): Promise<string> {
  const id = newId()
  const { madeFor = null, fills } = input
  await lockNesting(db, organizationId, undefined, input.items)
  const columns = await checkedColumns(db, input)
  await db
    .insertInto('storyboards')
    .values({
      id,
      organizationId,
      ...columns,
      ...(madeFor !== null && { nameKey: madeKey(input.name, id), madeFor }),
      ...(fills && { slot: fills.slotId, placeId: fills.placeId }),
      status: 'pending',
      approved: null,
      approvedVersion: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  await refuseTooMany(db, organizationId)
  await saveStoryboardReferences(db, id)
  await refuseWrongNesting(db, id)
  return id
}

/** Maximum storyboards of an organization, and total characters of their items, because lists include every item. */
const STORYBOARDS_MAX = 5000
const ITEMS_MAX = 4 * 2 ** 20

/** Throws STORAGE_LIMIT. */
export async function refuseTooMany(db: Db, organizationId: string): Promise<void> {
  const { count, length } = await db
    .selectFrom('storyboards')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>(fn<number>('length', ['items'])).as('length'),
    ])
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) > STORYBOARDS_MAX)
    throw new AppError(
      'STORAGE_LIMIT',
      `This organization has reached its limit of ${STORYBOARDS_MAX} storyboards. Delete some first.`,
    )
  if (Number(length) > ITEMS_MAX)
    throw new AppError(
      'STORAGE_LIMIT',
      "This organization's storyboards have too many pages in total. Delete storyboards, or remove pages from them.",
    )
}

/**
 * Changes the working form, which then waits for approval; screens keep playing the approved copy. Throws INVALID also for what it
 * would do to storyboards that include it.
 */
export async function updateStoryboard(
  db: Db,
  { id, organizationId, items, fills, madeFor }: Storyboard,
  input: StoryboardInput,
  now: string,
): Promise<void> {
  await lockNesting(db, organizationId, id, input.items)
  const columns = await checkedColumns(db, input)
  await writeVersion(
    db,
    'storyboards',
    { id, seen: input.version, now },
    { ...columns, status: 'pending', madeFor: fills ? madeFor : null },
  )
  // An edit that doesn't grow is saved despite limits.
  if (columns.items.length > JSON.stringify(items).length) await refuseTooMany(db, organizationId)
  await saveStoryboardReferences(db, id)
  await refuseWrongNesting(db, id)
}

/**
 * Approving copies the working form for screens. Rejecting a later edit keeps the copy; rejecting the approved version
 * itself withdraws it, which is refused while screens play it. Throws CONFLICT if another reviewer decided after the
 * caller looked; repeating one's own decision changes nothing. Returns whether the copy changed.
 */
export async function setStoryboardStatus(
  db: Db,
  { id }: Pick<Storyboard, 'id'>,
  { status, userId }: { status: 'approved' | 'rejected'; userId: string },
  seen: { version: number | undefined; status: StoryboardStatus | undefined },
  now: number,
): Promise<boolean> {
  await lockRow(db, 'storyboards', id)
  const row = await db.selectFrom('storyboards').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Storyboard not found')
  if (seen.version !== undefined && seen.version !== row.version) throw conflict()
  const isOwn = row.status === status && row.decidedBy === userId
  if (seen.status !== undefined && seen.status !== row.status && !isOwn) throw conflict()
  if (row.status === status) return false
  const withdraws = status === 'rejected' && row.approvedVersion === row.version
  if (withdraws)
    refuseUsed([...(await usesOfStoryboard(db, id, now)), ...(await storyboardsIncluding(db, id))])
  if (status === 'approved') await refuseUnapprovedInner(db, JSON.parse(row.items) as StoryboardItem[])
  const copy =
    status === 'approved'
      ? { approved: JSON.stringify(copyOf(row)), approvedVersion: row.version }
      : withdraws
        ? { approved: null, approvedVersion: null }
        : {}
  await db
    .updateTable('storyboards')
    .set({ status, ...copy, updatedAt: isoTime(now) })
    .where('id', '=', id)
    .execute()
  await saveStoryboardReferences(db, id)
  return 'approved' in copy
}

/**
 * Screens play what was decided, under strict approval with all its pages as they are saved now. Returns the ids of everything
 * that plays differently. Throws OWN_CHANGE. `db` is bound to the storyboard's organization.
 */
export async function publishDecision(
  db: Db,
  { id, organizationId }: Pick<Storyboard, 'id' | 'organizationId'>,
  status: 'approved' | 'rejected',
  personId: string,
): Promise<string[]> {
  if (!(await isStrict(db))) return [id]
  if (status === 'rejected') return forgetCopies(db, [id])
  const things = [{ kind: 'storyboard', id } as const]
  const { savedBy } = await db
    .selectFrom('storyboards')
    .select('savedBy')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await refuseOwnChanges(db, things, personId, savedBy === null ? [] : [savedBy])
  return [id, ...(await approve(db, organizationId, things))]
}

/** Throws what deleting it would throw. */
export async function refuseStoryboardInUse(db: Db, id: string, now: number): Promise<void> {
  const uses = [...(await usesOfStoryboard(db, id, now)), ...(await storyboardsIncluding(db, id))]
  refuseUsed([...uses, ...(await pagesLoading(db, id))])
}

/** It can be restored from the trash. */
export async function deleteStoryboard(
  db: Db,
  storyboard: Pick<Storyboard, 'id' | 'organizationId' | 'name'>,
  by: Deletion,
): Promise<void> {
  const { id } = storyboard
  await lockRow(db, 'storyboards', id)
  await refuseStoryboardInUse(db, id, by.now)
  const made = await lockMade(db, [storyboard])
  await moveStoryboardToTrash(db, storyboard, by)
  await forgetReferences(db, storyboard.organizationId, [storyboard])
  await deleteMade(db, storyboard.organizationId, made)
  await db.deleteFrom('storyboards').where('id', '=', id).execute()
}

/** Names of existing storyboards by id. */
export async function storyboardNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const wanted = ids.map((id) => ({ id }))
  const rows = await db
    .selectFrom('storyboards')
    .select(['id', 'name'])
    .where('id', 'in', anyOf(db, wanted))
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

function storyboardOf({
  items,
  status,
  shuffle,
  slot,
  placeId,
  ...row
}: Selectable<StoryboardsTable>): Omit<Storyboard, 'changedBy' | 'shows' | 'pageShows'> {
  const read = JSON.parse(items) as StoryboardItem[]
  const fills = slot !== null && placeId !== null ? { slotId: slot, placeId } : undefined
  return {
    ...row,
    shuffle: shuffle === 1,
    items: read,
    publishStatus: status,
    status,
    ...(fills && { fills }),
  }
}

/** The first page of the approved version, if it isn't the current one. */
function playedOf({
  approved,
  approvedVersion,
  version,
}: Selectable<StoryboardsTable>): Pick<Storyboard, 'plays'> {
  if (!approved || approvedVersion === version) return {}
  const { type, width, height, items } = JSON.parse(approved) as ApprovedStoryboard
  const pageId = items.find((item) => item.pageId)?.pageId
  return pageId ? { plays: { type, width, height, pageId } } : {}
}

const pageIdOf = ({ cardId, layoutId }: StoryboardItem): string => cardId ?? layoutId ?? ''

const copyOf = (row: Selectable<StoryboardsTable>): ApprovedStoryboard => ({
  name: row.name,
  type: row.type,
  mode: row.mode,
  width: row.width,
  height: row.height,
  ...(row.idleSeconds !== null && { idleSeconds: row.idleSeconds }),
  ...(row.audioId !== null && { audioId: row.audioId }),
  ...(row.shuffle === 1 && { shuffle: true as const }),
  items: storyboardOf(row).items.map(playedItem),
})

/** Standard: cards of 1920x1080. Designed: layouts of one size, by default that of the first. */
export async function checkedColumns(db: Db, input: StoryboardInput) {
  const standard = input.type === 'standard'
  const pages = input.items.map(pageIdOf).filter(Boolean)
  const sizes = await pageSizes(db, standard ? 'card' : 'layout', pages)
  const first = sizes.get(pages[0] ?? '') ?? (await sizeOfFirst(db, input.items))
  const width = standard ? STANDARD_WIDTH : (input.width ?? first?.width ?? 0)
  const height = standard ? STANDARD_HEIGHT : (input.height ?? first?.height ?? 0)
  const errors = await refuseOtherStoryboards(db, input.items, { type: input.type, width, height })
  input.items.forEach((item, index) => {
    if (item.storyboardId || (item.slot && !pageIdOf(item))) return
    const size = sizes.get(pageIdOf(item))
    const field = `items.${index}.${standard ? 'cardId' : 'layoutId'}`
    if (!size) errors[field] = rule('unknown')
    else if (size.width !== width || size.height !== height) errors[field] = rule('invalid')
  })
  if (Object.keys(errors).length) throw invalid(errors)
  // An empty rule is none.
  const items = input.items.map((item) => ({
    ...item,
    screens: tidyRule(item.screens),
    when: tidyCondition(item.when),
  }))
  await refuseUnknownSubjects(db, items)
  await refuseOtherPlaces(
    db,
    items.map(({ screens }, index) => ({ path: `items.${index}.screens`, rule: screens })),
  )
  const { name, type } = input
  const mode = input.mode ?? (standard ? 'AUTO' : 'DEFAULT')
  const idleSeconds = input.idleSeconds ?? null
  const audioId = input.audioId ?? null
  const size = { width, height }
  return {
    name,
    nameKey: searchKey(name),
    type,
    mode,
    ...size,
    idleSeconds,
    audioId,
    shuffle: input.shuffle ? 1 : 0,
    items: JSON.stringify(items),
  } as const
}
