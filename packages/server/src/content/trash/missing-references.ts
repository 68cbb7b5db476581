// Items that deleted rows reference may have changed or been deleted since: drop those references on restore.
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import type { WebPage } from '@vitrine/contract/api/content/web-page'
import type { GroupSchedule } from '@vitrine/contract/api/playback/manifest'
import type { Row } from '#content/deletions/rows.ts'
import { asRestored } from '#content/page-versions/queries.ts'
import { documentColumns, pageSizes } from '#content/pages/queries.ts'
import { itemsWith, partIdOf } from '#content/storyboards/api.ts'
import { approvedAmong } from '#content/storyboards/approval/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db, TableName } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import type { TrashTable } from '#db/tables/content.ts'
import { AppError } from '#lib/errors.ts'
import type { ApprovedStoryboard } from '#playback/manifest.ts'
import { storyboardsOf, withStoryboards } from '#playback/schedules/group-schedules.ts'
import { freeName, type NamedTable } from './names.ts'

/** One restoration: its rows, and cached lookups. */
export interface ReferenceCheck {
  db: Db
  root: TrashTable
  now: number
  /** The name after the restoration. */
  name: string
  missing: number
}

type Repair = (check: ReferenceCheck, row: Row) => Promise<Row>

/** Gives the restored item a free name. */
async function named(check: ReferenceCheck, table: NamedTable, row: Row): Promise<Row> {
  if (row.id !== check.root.id) return row
  const free = await freeName(check.db, table, row)
  check.name = free.name
  return { ...row, ...free }
}

/** Also what the caller doesn't reach: a restored thing shows what it showed. */
async function exists(part: Db, table: TableName, id: unknown): Promise<boolean> {
  const db = table === 'media' ? whole(part) : part
  const row = await db
    .selectFrom(table as 'folders')
    .select('id')
    .where('id', '=', String(id))
    .executeTakeFirst()
  return row !== undefined
}

const folder: Repair = async (check, row) => {
  if (row.id !== check.root.id) return row
  const isLost = row.folderId !== null && !(await exists(check.db, 'folders', row.folderId))
  return named(check, 'folders', isLost ? { ...row, folderId: null, parentKey: '' } : row)
}

/** A stream without its fallback if that no longer exists. A folder's contents are restored with it. */
async function streamOf({ db, root }: ReferenceCheck, web: Row[string] | undefined): Promise<string | null> {
  if (typeof web !== 'string') return null
  const page = JSON.parse(web) as WebPage
  const fallback = page.stream?.fallbackId
  if (!page.stream || !fallback || root.kind === 'folder' || (await exists(db, 'media', fallback))) return web
  return JSON.stringify({ ...page, stream: { ...page.stream, fallbackId: null } } satisfies WebPage)
}

const medium: Repair = async (check, stored) => {
  const { db, root, name } = check
  const row: Row = { ...stored, web: await streamOf(check, stored.web) }
  // A card's item has the card's name.
  if (row.cardId !== null) {
    const card = await db.selectFrom('pages').select('nameKey').where('id', '=', root.id).executeTakeFirst()
    return { ...row, name, nameKey: card?.nameKey ?? String(row.nameKey) }
  }
  if (root.kind === 'folder' || row.folderId === null) return row
  return (await exists(db, 'folders', row.folderId)) ? row : { ...row, folderId: null }
}

const page: Repair = async (check, row) => {
  const stored = JSON.parse(String(row.document)) as LayoutDocument
  const left = await asRestored(whole(check.db), check.root.organizationId, stored)
  return named(check, 'pages', { ...row, ...documentColumns(left) })
}

/** Drops pages that no longer exist in its size. Throws PARTS_GONE if none is left. */
const storyboard: Repair = async (check, row) => {
  const items = JSON.parse(String(row.items)) as StoryboardItem[]
  const approved = row.approved === null ? null : (JSON.parse(String(row.approved)) as ApprovedStoryboard)
  const played = approved?.items ?? []
  const pageIds = [...items, ...played].map(partIdOf).filter(Boolean)
  const sizes = await pageSizes(check.db, row.type === 'standard' ? 'card' : 'layout', pageIds)
  const inner = await innerOf(check.db, row, [...items, ...played])
  const isThere = (id: string) =>
    inner.has(id) || (sizes.get(id)?.width === row.width && sizes.get(id)?.height === row.height)
  const left = itemsWith(items, isThere)
  // What a place shows in a local slot may be nothing.
  if (left.length === 0 && row.slot == null)
    throw new AppError('PARTS_GONE', `All pages of ${String(row.name)} have been permanently deleted`)
  check.missing += items.length - left.length
  const plays = itemsWith(played, isThere)
  const copy =
    approved !== null && plays.length > 0
      ? { approved: JSON.stringify({ ...approved, items: plays }) }
      : { approved: null, approvedVersion: null, ...(row.status === 'approved' && { status: 'pending' }) }
  const heard = { ...row, items: JSON.stringify(left), ...copy }
  return named(check, 'storyboards', await withoutLostAudio(check, heard))
}

/** The storyboards inside it that exist in its type and size. */
async function innerOf(
  part: Db,
  { type, width, height }: Row,
  items: readonly { storyboardId?: string | undefined }[],
): Promise<Set<string>> {
  const wanted = items.flatMap(({ storyboardId }) => (storyboardId ? [{ id: storyboardId }] : []))
  if (wanted.length === 0) return new Set()
  const db = whole(part)
  const rows = await db
    .selectFrom('storyboards')
    .select('id')
    .where('id', 'in', anyOf(db, wanted))
    .where('type', '=', type as 'standard')
    .where('width', '=', Number(width))
    .where('height', '=', Number(height))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Drops slots of storyboards that can't play any more. Its screens load it like a new schedule. */
const group: Repair = async (check, row) => {
  const schedules = [row.programme, row.nextProgramme].map((text) =>
    text === null ? null : (JSON.parse(String(text)) as GroupSchedule),
  )
  const wanted = schedules.flatMap((schedule) => (schedule ? storyboardsOf(schedule) : []))
  const approved = await approvedAmong(check.db, wanted)
  check.missing += wanted.filter((id) => !approved.has(id)).length
  const [programme = null, nextProgramme = null] = schedules.map(
    (schedule) => schedule && JSON.stringify(withStoryboards(schedule, (each) => approved.has(each))),
  )
  const published = { manifestHash: '', manifestAt: check.now }
  return named(check, 'device_groups', { ...row, programme, nextProgramme, ...published })
}

/** Its audio may have been permanently deleted. */
async function withoutLostAudio({ db }: ReferenceCheck, row: Row): Promise<Row> {
  const isLost = async (id: unknown) => typeof id === 'string' && !(await exists(db, 'media', id))
  const approved = row.approved == null ? null : (JSON.parse(String(row.approved)) as ApprovedStoryboard)
  const { audioId, ...silent } = approved ?? {}
  return {
    ...row,
    ...((await isLost(row.audioId)) && { audioId: null }),
    ...((await isLost(audioId)) && { approved: JSON.stringify(silent) }),
  }
}

/** Drops a column's reference if its target no longer exists. */
const unlinked =
  (column: string, parent: TableName): Repair =>
  async ({ db }, row) =>
    row[column] === null || (await exists(db, parent, row[column])) ? row : { ...row, [column]: null }

const REPAIRS: Partial<Record<TableName, Repair>> = {
  folders: folder,
  media: medium,
  pages: page,
  storyboards: storyboard,
  decks: unlinked('storyboardId', 'storyboards'),
  deck_pages: unlinked('layoutId', 'pages'),
  device_groups: group,
}

/** Tables whose rows are dropped if the target of one of these columns no longer exists. */
const NEEDS: Partial<Record<TableName, readonly (readonly [string, TableName])[]>> = {
  configuration_uses: [['configurationId', 'device_configurations']],
  deck_pages: [
    ['deckId', 'decks'],
    ['mediaId', 'media'],
  ],
}

/**
 * Tables that aren't counted as missing, because others count the same items or people don't see them, such as the
 * order of a PDF's pages.
 */
const UNCOUNTED: readonly TableName[] = ['deck_pages']

/** Rows to insert. */
export async function dropMissingReferences(
  check: ReferenceCheck,
  table: TableName,
  rows: readonly Row[],
): Promise<Row[]> {
  if (table === 'references') return keptReferences(check, rows)
  let left = [...rows]
  for (const [column, parent] of NEEDS[table] ?? []) left = await naming(check.db, parent, column, left)
  if (!UNCOUNTED.includes(table)) check.missing += rows.length - left.length
  const change = REPAIRS[table]
  if (!change) return left
  const repaired: Row[] = []
  for (const row of left) repaired.push(await change(check, row))
  return repaired
}

/** Those of packages and streams, as far as the media exist: documents are read for theirs. */
async function keptReferences(check: ReferenceCheck, rows: readonly Row[]): Promise<Row[]> {
  const toMedia = rows.filter(({ toKind }) => toKind === 'media')
  const left = await naming(whole(check.db), 'media', 'toId', toMedia)
  check.missing += toMedia.length - left.length
  return [...left, ...rows.filter(({ toKind }) => toKind === 'source')].filter(
    ({ fromKind }) => fromKind === 'media',
  )
}

/** The rows whose column references an existing item. */
async function naming(db: Db, parent: TableName, column: string, rows: Row[]): Promise<Row[]> {
  if (rows.length === 0) return rows
  const wanted = rows.map((row) => ({ id: String(row[column]) }))
  const found = await db
    .selectFrom(parent as 'pages')
    .select('id')
    .where('id', 'in', anyOf(db, wanted))
    .execute()
  const there = new Set(found.map(({ id }) => id))
  return rows.filter((row) => there.has(String(row[column])))
}
