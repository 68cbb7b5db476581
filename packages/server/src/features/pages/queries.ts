import type { ListQuery } from '@vitrine/contract/entity'
import type { UsedBy } from '@vitrine/contract/errors'
import {
  actionsInDocument,
  type LayoutDocument,
  type ReadWidget,
  readDocument,
} from '@vitrine/contract/layout-document'
import { changedLockedParts, withComparableIds } from '@vitrine/contract/locked-parts'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { anyOf, isPostgres, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { flag } from '#db/tables/column.ts'
import type { PagesTable } from '#db/tables/content.ts'
import { listRows } from '#features/list.ts'
import { cardPlayers, deleteCardMedia, saveCardMedia, saveMediaUses } from '#features/media/queries.ts'
import { deleteThumbnails } from '#features/thumbnails/queries.ts'
import { AppError, conflict, inUse, invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { type PageUses, readPage, refuseUnknownMedia } from './document.ts'

/** Cards and layouts are the same thing in two libraries: a name and a document. */
export type PageKind = PagesTable['kind']

export interface Page extends LayoutDocument {
  id: string
  name: string
  thumbnailId: string | null
  isTemplate: boolean
  organizationId: string
  version: number
  createdAt: string
  updatedAt: string
}

export interface PageInput extends LayoutDocument {
  name: string
  /** Absent stays as it is. */
  thumbnailId?: string | null
  isTemplate?: boolean
  version?: number
}

const WORDS = {
  card: { missing: 'There is no such card', errKey: 'USED_IN_STORYBOARD', name: 'card' },
  layout: { missing: 'There is no such layout', errKey: 'LAYOUT_IN_USE', name: 'layout' },
} as const

export async function listPages(
  db: Db,
  kind: PageKind,
  query: ListQuery,
  isTemplate?: boolean,
): Promise<{ rows: Page[]; total?: number }> {
  const select = db
    .selectFrom('pages')
    .selectAll('pages')
    .where('kind', '=', kind)
    .$if(isTemplate !== undefined, (rows) => rows.where('isTemplate', '=', flag(isTemplate === true)))
  const { rows, total } = await listRows(db, select, 'pages', query, {
    search: ['nameKey'],
    sort: { name: 'nameKey', createdAt: 'createdAt', updatedAt: 'updatedAt' },
  })
  return { rows: rows.map(pageOf), total }
}

export async function findPage(db: Db, kind: PageKind, id: string): Promise<Page | undefined> {
  const row = await db
    .selectFrom('pages')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && pageOf(row)
}

export async function getPage(db: Db, kind: PageKind, id: string): Promise<Page> {
  const found = await findPage(db, kind, id)
  if (!found) throw notFound(WORDS[kind].missing)
  return found
}

export async function createPage(
  db: Db,
  kind: PageKind,
  organizationId: string,
  input: PageInput,
  now: string,
  copied?: Page,
): Promise<string> {
  const id = newId()
  const uses = await checkedUses(db, input, copied)
  const { thumbnailId = null, isTemplate = false } = input
  await refuseUnknownThumbnail(db, thumbnailId)
  await db
    .insertInto('pages')
    .values({
      id,
      organizationId,
      kind,
      ...columns(input),
      thumbnailId,
      isTemplate: flag(isTemplate),
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  await saveUses(db, kind, organizationId, id, uses)
  const { name, width, height } = input
  if (kind === 'card' && !isTemplate)
    await saveCardMedia(db, { id, organizationId, name, thumbnailId, width, height }, now)
  return id
}

/** Throws LOCKED_PARTS when `after` has not all locked widgets of `before` as they were; `errors` has their ids. */
export function refuseChangedLocks(before: LayoutDocument, after: LayoutDocument): void {
  const [old, now] = [before, after].map((document) => readDocument(document, WIDGET_FIELDS))
  const changed = old && now ? changedLockedParts(old, now) : []
  if (changed.length > 0) throw lockedParts(changed, ({ id }) => id)
}

/**
 * The same for a new page and the templates that it may come from: it has all locked widgets of one of them, whatever
 * their ids. `errors` has the names of those that the nearest one misses.
 */
export function refuseChangedTemplates(templates: readonly LayoutDocument[], page: LayoutDocument): void {
  const comparable = (document: LayoutDocument) =>
    withComparableIds(readDocument(document, WIDGET_FIELDS), WIDGET_FIELDS)
  const [nearest] = templates
    .map((template) => changedLockedParts(comparable(template), comparable(page)))
    .sort((a, b) => a.length - b.length)
  if (nearest?.length) throw lockedParts(nearest, ({ name }) => name)
}

function lockedParts(changed: readonly ReadWidget[], keyOf: (widget: ReadWidget) => string): AppError {
  const names = changed.map(({ name }) => name).join(', ')
  return new AppError(
    'LOCKED_PARTS',
    `These parts belong to the card's design, which you may not change: ${names}`,
    Object.fromEntries(changed.map((widget) => [keyOf(widget), `${widget.name} is locked`])),
  )
}

export async function updatePage(
  db: Db,
  kind: PageKind,
  page: Page,
  input: PageInput,
  now: string,
): Promise<void> {
  const uses = await checkedUses(db, input, page)
  const { thumbnailId = page.thumbnailId, isTemplate = page.isTemplate } = input
  if (thumbnailId !== page.thumbnailId) await refuseUnknownThumbnail(db, thumbnailId)
  await lockRow(db, 'pages', page.id)
  if (input.width !== page.width || input.height !== page.height || (isTemplate && !page.isTemplate))
    await refuseInUse(db, kind, page.id)
  const updated = await db
    .updateTable('pages')
    .set((row) => ({
      ...columns(input),
      thumbnailId,
      isTemplate: flag(isTemplate),
      version: row('version', '+', 1),
      updatedAt: now,
    }))
    .where('id', '=', page.id)
    .$if(input.version !== undefined, (query) => query.where('version', '=', input.version ?? 0))
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw conflict()
  await saveUses(db, kind, page.organizationId, page.id, uses)
  const { name, width, height } = input
  if (kind === 'card' && isTemplate) await deleteCardMedia(db, page.id)
  else if (kind === 'card') await saveCardMedia(db, { ...page, name, width, height, thumbnailId }, now)
  if (thumbnailId !== page.thumbnailId) await deleteThumbnails(db, [page.thumbnailId])
}

/** Another picture of a page that stays as it is: nobody's edit is in the way of it. */
export async function setThumbnail(db: Db, page: Page, thumbnailId: string, now: string): Promise<void> {
  await db.updateTable('pages').set({ thumbnailId }).where('id', '=', page.id).execute()
  if (!page.isTemplate) await saveCardMedia(db, { ...page, thumbnailId }, now)
  await deleteThumbnails(db, [page.thumbnailId])
}

export async function deletePage(
  db: Db,
  kind: PageKind,
  { id, organizationId, thumbnailId }: Page,
): Promise<void> {
  await lockRow(db, 'pages', id)
  // First, because a card may play itself in its own media zone.
  await saveMediaUses(db, organizationId, { kind, id }, [])
  await refuseInUse(db, kind, id, kind === 'card' ? await cardPlayers(db, id) : [])
  if (kind === 'card') await deleteCardMedia(db, id)
  await db.deleteFrom('pages').where('id', '=', id).execute()
  await deleteThumbnails(db, [thumbnailId])
}

/** Pages of one kind by id, as far as they exist here, in the sizes that they have until the transaction ends. */
export async function pageSizes(
  db: Db,
  kind: PageKind,
  ids: readonly string[],
): Promise<Map<string, { width: number; height: number }>> {
  const wanted = ids.map((id) => ({ id }))
  const rows = await db
    .selectFrom('pages')
    .select(['id', 'width', 'height'])
    .where('kind', '=', kind)
    .where('isTemplate', '=', 0)
    .where('id', 'in', anyOf(db, wanted))
    .$if(isPostgres(db), (pages) => pages.forKeyShare())
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const pageOf = ({ document, isTemplate, ...row }: PagesTable): Page => ({
  ...row,
  ...(JSON.parse(document) as LayoutDocument),
  isTemplate: isTemplate === 1,
})

const columns = ({ name, width, height, widgets, config }: PageInput) => ({
  name,
  nameKey: searchKey(name),
  width,
  height,
  document: JSON.stringify({ width, height, widgets, config } satisfies LayoutDocument),
})

async function checkedUses(db: Db, input: PageInput, stored?: Page): Promise<PageUses> {
  const { read, uses } = readPage(input, stored)
  const wanted = uses.media.map((id) => ({ id }))
  const known = wanted.length
    ? await db.selectFrom('media').select('id').where('id', 'in', anyOf(db, wanted)).execute()
    : []
  refuseUnknownMedia(read, new Set(known.map((row) => row.id)))
  return uses
}

async function refuseUnknownThumbnail(db: Db, id: string | null): Promise<void> {
  if (id === null) return
  const found = await db.selectFrom('thumbnails').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw invalid({ thumbnailId: rule('unknown') })
}

/** A page that a storyboard shows keeps its size and stays a page. `players`: what else uses it. */
async function refuseInUse(
  db: Db,
  kind: PageKind,
  id: string,
  players: readonly UsedBy[] = [],
): Promise<void> {
  const used = await db
    .selectFrom('page_uses')
    .innerJoin('storyboards', 'storyboards.id', 'page_uses.storyboardId')
    .select(['storyboards.id', 'storyboards.name', 'storyboards.type'])
    .where('page_uses.pageId', '=', id)
    .orderBy('storyboards.nameKey')
    .orderBy('storyboards.id')
    .execute()
  const { errKey, name } = WORDS[kind]
  const uses = [...used.map((storyboard) => ({ kind: 'storyboard' as const, ...storyboard })), ...players]
  const [first] = uses
  if (first) throw inUse(errKey, `The ${first.kind} ${first.name} shows this ${name}`, uses)
}

/** Cards, layouts and templates with an action that loads a storyboard, on their own screen or on another one. */
export async function pagesLoading(db: Db, storyboardId: string): Promise<UsedBy[]> {
  const rows = await db
    .selectFrom('pages')
    .select(['id', 'name', 'kind', 'isTemplate', 'document'])
    // Ids contain nothing that LIKE or JSON treats specially; the actions below decide.
    .where('document', 'like', `%"${storyboardId}"%`)
    .orderBy('nameKey')
    .orderBy('id')
    .execute()
  return rows
    .filter(({ document }) =>
      actionsInDocument(readDocument(JSON.parse(document), WIDGET_FIELDS), WIDGET_FIELDS).some(
        (action) => action.verb === 'LOAD_STORYBOARD' && action.props.storyboardId === storyboardId,
      ),
    )
    .map(({ id, name, kind, isTemplate }) => ({ kind: isTemplate === 1 ? 'template' : kind, id, name }))
}

async function saveUses(
  db: Db,
  kind: PageKind,
  organizationId: string,
  pageId: string,
  uses: PageUses,
): Promise<void> {
  await saveMediaUses(db, organizationId, { kind, id: pageId }, uses.media)
  await db.deleteFrom('storyboard_uses').where('pageId', '=', pageId).execute()
  const storyboards = uses.storyboards.map((storyboardId) => ({
    id: newId(),
    organizationId,
    pageId,
    storyboardId,
  }))
  if (storyboards.length) await db.insertInto('storyboard_uses').values(storyboards).execute()
}
