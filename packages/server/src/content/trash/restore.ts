// Inserts deleted rows again, with their ids.
import { TAG_KINDS } from '@vitrine/contract/api/base/tags'
import { TRASH_AREAS, type TrashKind } from '@vitrine/contract/api/content/trash/kinds'
import type { Restored } from '@vitrine/contract/api/content/trash/trash'
import type { GroupSchedule } from '@vitrine/contract/api/playback/manifest'
import { type Actor, can, reachOf } from '@vitrine/contract/permissions'
import type { Change } from '#base/change.ts'
import { refuseMorePages, refuseMoreRows } from '#base/storage/queries.ts'
import { addTags } from '#base/tags/api.ts'
import { OWNER } from '#base/tags/queries.ts'
import { keptAs } from '#content/deletions/queries.ts'
import { KEPT_TABLES, type Row } from '#content/deletions/rows.ts'
import { saveStoredReferences } from '#content/pages/references/queries.ts'
import { saveTemplateWidgetsOf } from '#content/pages/templates/queries.ts'
import { pagesWithPart, renewPages } from '#content/parts/queries.ts'
import { lockNesting, refuseWrongNesting, saveStoryboardReferences } from '#content/storyboards/api.ts'
import { refuseTooMany } from '#content/storyboards/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { reaching, whole } from '#db/scoped.ts'
import type { TrashTable } from '#db/tables/content.ts'
import { isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { AppError, forbidden } from '#lib/errors.ts'
import { storyboardsOf } from '#playback/schedules/group-schedules.ts'
import { saveScheduleReferences } from '#playback/uses/schedule-references.ts'
import { dropMissingReferences, type ReferenceCheck } from './missing-references.ts'
import { getTrash, reachedTrash, refuseUnreached, removeTrash } from './queries.ts'
import { undoRemovals } from './removals.ts'

type KeptTable = (typeof KEPT_TABLES)[number]

export interface Restoring {
  /** Bound to the organization of the restored rows. */
  db: Db
  session: Actor
  settings: Settings
  now: number
  changed(...changes: Change[]): void
}

/**
 * Restores a deleted item, after trashed items that it shows or plays. Throws NOT_FOUND, FORBIDDEN, STORAGE_LIMIT, and
 * PARTS_GONE if all of its parts are deleted.
 */
export async function restore(restoring: Restoring, id: string): Promise<Restored> {
  const together: Together = { also: [], started: new Set() }
  const restored = await restoreOne(restoring, id, together)
  return { ...restored, also: together.also }
}

/** Of one call: a group brings its storyboards, and they their pages. */
interface Together {
  also: Restored['also']
  started: Set<string>
}

async function restoreOne(restoring: Restoring, id: string, together: Together): Promise<Restored> {
  const { also, started } = together
  const { session, settings, now, changed } = restoring
  started.add(id)
  await lockRow(restoring.db, 'trash', id)
  const root = await getTrash(restoring.db, id, now)
  const db = changeable(restoring, root.kind)
  if (!db) throw forbidden()
  await refuseUnreached(db, id)
  if (root.kind === 'storyboard') await lockNesting(db, root.organizationId)
  for (const needed of await neededFrom(restoring, root)) {
    if (started.has(needed)) continue
    const { kind, name } = await restoreOne(restoring, needed, together)
    also.push({ id: needed, kind, name })
  }
  const { kind, organizationId } = root
  if (kind === 'card' || kind === 'layout' || kind === 'part' || kind === 'template')
    await refuseMorePages(db, settings, organizationId)
  const check: ReferenceCheck = { db, root, now, name: root.name, missing: 0 }
  for (const table of KEPT_TABLES)
    for await (const rows of keptRows(db, root, { table })) {
      const column = LINKS[kind]?.[table]
      if (column !== undefined) await linkAgain(db, table, column, id, rows)
      else await insertAgain({ ...restoring, db }, check, table, rows)
    }
  for (const table of KEPT_TABLES)
    for await (const rows of keptRows(db, root, { table, isMade: true }))
      await insertAgain({ ...restoring, db }, check, table, rows)
  if (kind === 'storyboard') await refuseTooMany(db, organizationId)
  if (kind === 'folder') await refuseMoreRows(db, 'folders', organizationId)
  if (kind === 'device-group') await refuseMoreRows(db, 'device_groups', organizationId)
  const userId = 'userId' in session ? String(session.userId) : ''
  const undone = await undoRemovals(db, id, session, { settings, userId, now })
  check.missing += undone.left
  if (kind === 'storyboard') await refuseWrongNesting(db, id)
  await removeTrash(db, id)
  if (kind === 'part') {
    const pages = await pagesWithPart(db, { id })
    await renewPages(db, pages)
    changed(...pages.map((page) => ({ kind: 'content' as const, id: page.id })))
  }
  changed({ kind: kind === 'device-group' ? 'group' : 'content', id }, ...undone.changes)
  const { name, missing } = check
  return { id, kind, name, renamedFrom: name === root.name ? null : root.name, also: [], missing }
}

async function insertAgain(
  restoring: Restoring,
  check: ReferenceCheck,
  table: KeptTable,
  rows: readonly Row[],
): Promise<void> {
  const { db } = restoring
  if (table === 'tag_uses') return tagAgain(db, check.root.organizationId, rows)
  const repaired = await dropMissingReferences(check, table, rows)
  if (table === 'devices') await returnScreens(restoring, check, repaired)
  else if (repaired.length > 0) await insert(db, table, repaired)
}

type Root = Pick<TrashTable, 'id' | 'organizationId'>

/** Throws TRASH_DAMAGED. */
async function* keptRows(
  db: Db,
  root: Root,
  part: { table: KeptTable; isMade?: true },
): AsyncGenerator<Row[]> {
  const parts = await db
    .selectFrom('trash_rows')
    .select('id')
    .where('trashId', '=', root.id)
    .where('tableName', '=', keptAs(part))
    .orderBy('position')
    .execute()
  for (const { id } of parts) {
    const kept = await db.selectFrom('trash_rows').select('rows').where('id', '=', id).executeTakeFirst()
    if (kept) yield readRows(kept.rows, root)
  }
}

/** A damaged database or an edited backup may contain another organization's rows. */
function readRows(text: string, { organizationId }: Root): Row[] {
  try {
    const rows = JSON.parse(text) as Row[]
    if (rows.every((row) => (row.organizationId ?? organizationId) === organizationId)) return rows
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
  throw new AppError('TRASH_DAMAGED', "This can't be restored: its copy in the trash is damaged")
}

/** Ids of trashed items that this one shows or plays and that the caller may restore. */
async function neededFrom({ db, session, now }: Restoring, root: Root): Promise<string[]> {
  const wanted = new Set<string>()
  const collect = async (table: KeptTable, idsOf: (row: Row) => readonly unknown[]) => {
    for await (const rows of keptRows(db, root, { table }))
      for (const row of rows) for (const each of idsOf(row)) wanted.add(String(each))
  }
  await collect('references', ({ toKind, toId }) => (toKind === 'remote-storyboard' ? [] : [toId]))
  await collect('device_groups', ({ programme, nextProgramme }) =>
    [programme, nextProgramme].flatMap((text) =>
      text === null ? [] : storyboardsOf(JSON.parse(String(text)) as GroupSchedule),
    ),
  )
  const ids = [...wanted].map((each) => ({ id: each }))
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('trash')
    .select(['id', 'kind'])
    .where('id', 'in', anyOf(db, ids))
    .where('expiresAt', '>', now)
    .orderBy('id')
    .execute()
  const found: string[] = []
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
    const own = changeable({ db, session }, kind)
    if (own) found.push(...(await reachedTrash(own, some)))
  }
  return found.sort()
}

/** As far as the caller may change things of a kind; undefined: nowhere. */
function changeable({ db, session }: Pick<Restoring, 'db' | 'session'>, kind: TrashKind): Db | undefined {
  const area = TRASH_AREAS[kind]
  return can(session, 'write', area) ? reaching(db, reachOf(session, { write: area })) : undefined
}

async function insert(db: Db, table: KeptTable, rows: readonly Row[]): Promise<void> {
  // Kysely can't type the columns of a table that is chosen at run time; the rows are of this very table.
  const query = db.insertInto(table as 'references').values(rows as never)
  // A shared thumbnail may still exist. Pages of a PDF are stored with it and with their media, and a newer image may
  // have taken a page's place.
  await query
    .$if(table === 'thumbnails', (one) => one.onConflict((there) => there.column('id').doNothing()))
    .$if(table === 'deck_pages', (one) => one.onConflict((there) => there.doNothing()))
    .execute()
  if (table === 'pages') {
    await saveStoredReferences(whole(db), rows as never)
    await saveTemplateWidgetsOf(db, rows as never)
  }
  if (table === 'device_groups') for (const row of rows) await saveScheduleReferences(db, row as never)
  if (table === 'storyboards')
    for (const { id } of rows) await saveStoryboardReferences(whole(db), String(id))
}

async function tagAgain(db: Db, organizationId: string, rows: readonly Row[]): Promise<void> {
  for (const kind of TAG_KINDS) {
    const own = rows.filter((row) => row[OWNER[kind]] != null)
    const owners = own.map((row) => ({ id: String(row[OWNER[kind]]), tag: String(row.name) }))
    await addTags(db, organizationId, kind, owners)
  }
}

/** Columns that referenced a kind of item in rows that its deletion kept. */
const LINKS: Partial<Record<TrashKind, Partial<Record<KeptTable, 'storyboardId' | 'layoutId'>>>> = {
  storyboard: { decks: 'storyboardId' },
  layout: { deck_pages: 'layoutId' },
}

/** Sets these references again in rows where they are still empty. */
async function linkAgain(
  db: Db,
  table: KeptTable,
  column: 'storyboardId' | 'layoutId',
  id: string,
  rows: readonly Row[],
): Promise<void> {
  // Kysely can't type the columns of a table that is chosen at run time; these tables have the column.
  await db
    .updateTable(table as 'decks')
    .set({ [column]: id })
    .where(
      'id',
      'in',
      anyOf(
        db,
        rows.map((row) => ({ id: String(row.id) })),
      ),
    )
    .where(column as 'storyboardId', 'is', null)
    .execute()
}

/** The group's former screens that exist and have no other group now. */
async function returnScreens(
  { db, now, changed }: Restoring,
  check: ReferenceCheck,
  rows: readonly Row[],
): Promise<void> {
  const ids = rows.map(({ id }) => ({ id: String(id) }))
  const returned = await db
    .updateTable('devices')
    .set({ deviceGroupId: check.root.id, updatedAt: isoTime(now) })
    .where('id', 'in', anyOf(db, ids))
    .where('deviceGroupId', 'is', null)
    .returning('id')
    .execute()
  check.missing += rows.length - returned.length
  changed(...returned.map(({ id }) => ({ kind: 'device' as const, id })))
}
