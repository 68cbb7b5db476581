import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { DOCUMENT_BYTES } from '@vitrine/contract/body-limits'
import { PART_BYTES } from '@vitrine/contract/document/part-use'
import { rule } from '@vitrine/contract/rules'
import { pageSpans } from '@vitrine/contract/schedule/show-dates'
import { searchKey } from '@vitrine/contract/search-key'
import type { Selectable } from 'kysely'
import { forgetReferences, storyboardsShowing } from '#base/references/queries.ts'
import { pagesRoom, refuseMorePages } from '#base/storage/queries.ts'
import { drawing, drawn } from '#base/styles/queries.ts'
import { followWidgets } from '#content/comments/queries.ts'
import { type Deletion, movePageToTrash } from '#content/deletions/queries.ts'
import { deleteMade, keepBehind, lockMade, madeKey, playersOf } from '#content/made/queries.ts'
import { cardPlayers, deleteCardMedia, saveCardMedia } from '#content/media/cards/queries.ts'
import { versionsOf } from '#content/page-versions/queries.ts'
import { deleteThumbnails } from '#content/thumbnails/queries.ts'
import { anyOf, isPostgres, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { flag } from '#db/tables/column.ts'
import type { PagesTable } from '#db/tables/content.ts'
import { writeVersion } from '#db/versions.ts'
import type { Settings } from '#lib/env.ts'
import { AppError, invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { savePageReferences } from './references/queries.ts'
import { checkedReferences, refuseInUse } from './rules.ts'
import { saveTemplateWidgets } from './templates/queries.ts'
import { refusePages } from './uses/queries.ts'

/** Cards, layouts, and parts of pages differ only in their library: each is a name and a document. */
export type PageKind = PagesTable['kind']

export interface Page extends LayoutDocument {
  id: string
  name: string
  thumbnailId: string | null
  isTemplate: boolean
  /** Size of the document. */
  bytes: number
  /** The id of what it was made to play; null if a person made or edited it. */
  madeFor: string | null
  organizationId: string
  version: number
  createdAt: string
  updatedAt: string
}

export interface PageInput extends LayoutDocument {
  name: string
  /** Of a new page only; see `Page`. */
  madeFor?: string | null
  /** Absent: unchanged. */
  thumbnailId?: string | null
  isTemplate?: boolean
  version?: number
}

const MISSING = { card: 'Card not found', layout: 'Layout not found', part: 'Part not found' } as const

export async function findPage(db: Db, kind: PageKind, id: string): Promise<Page | undefined> {
  const row = await db
    .selectFrom('pages')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!row) return undefined
  const [page] = await drawn(db, [pageOf(row)])
  return page
}

export const pagesAmong = (kind: PageKind) => (db: Db, ids: readonly { id: string }[]) =>
  db
    .selectFrom('pages')
    .select(['id', 'organizationId'])
    .where('id', 'in', anyOf(db, ids))
    .where('kind', '=', kind)
    .execute()

/** Size of a page's document; 0 for a missing page. */
export const documentBytes =
  (kind: PageKind) =>
  async (db: Db, id: string): Promise<number> => {
    const row = await db
      .selectFrom('pages')
      .select('bytes')
      .where('id', '=', id)
      .where('kind', '=', kind)
      .executeTakeFirst()
    return row?.bytes ?? 0
  }

export async function getPage(db: Db, kind: PageKind, id: string): Promise<Page> {
  const found = await findPage(db, kind, id)
  if (!found) throw notFound(MISSING[kind])
  return found
}

/** Throws DOCUMENT_TOO_LARGE, and STORAGE_LIMIT if the organization has no room for the page. */
export async function createPage(
  db: Db,
  settings: Settings,
  kind: PageKind,
  organizationId: string,
  sent: PageInput,
  now: string,
  copied?: Page,
): Promise<string> {
  const id = newId()
  const input = (await drawing(db, [sent]))(organizationId, sent)
  const { references, shown } = await checkedReferences(db, organizationId, input, copied)
  const { thumbnailId = null, isTemplate = false, madeFor = null } = input
  await refuseUnknownThumbnail(db, thumbnailId)
  const row = { ...columns(input, shown), ...(madeFor !== null && { nameKey: madeKey(input.name, id) }) }
  refuseLargeDocument(kind, row.bytes)
  await refuseMorePages(db, settings, organizationId)
  // Its first version is stored in addition.
  const bytes = 2 * row.bytes
  const { room, full } = await pagesRoom(db, settings, organizationId, bytes)
  if (bytes > room) throw full
  await db
    .insertInto('pages')
    .values({
      id,
      organizationId,
      kind,
      ...row,
      thumbnailId,
      isTemplate: flag(isTemplate),
      madeFor,
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  await savePageReferences(db, { id, organizationId }, references)
  await refusePages(db, organizationId, references.part ?? [])
  if (isTemplate) await saveTemplateWidgets(db, { id, organizationId }, input)
  const { name, width, height } = input
  if (kind === 'card' && !isTemplate && madeFor === null)
    await saveCardMedia(db, { id, organizationId, name, thumbnailId, width, height }, now)
  return id
}

/**
 * An edit that doesn't enlarge the document is saved despite limits. Throws CONFLICT, DOCUMENT_TOO_LARGE, and
 * STORAGE_LIMIT.
 */
export async function updatePage(
  db: Db,
  settings: Settings,
  kind: PageKind,
  page: Page,
  sent: PageInput,
  now: string,
): Promise<void> {
  const input = (await drawing(db, [sent]))(page.organizationId, sent)
  const { references, shown } = await checkedReferences(db, page.organizationId, input, page)
  const { thumbnailId = page.thumbnailId, isTemplate = page.isTemplate } = input
  if (thumbnailId !== page.thumbnailId) await refuseUnknownThumbnail(db, thumbnailId)
  await lockRow(db, 'pages', page.id)
  const row = columns(input, shown)
  if (row.bytes > page.bytes) {
    refuseLargeDocument(kind, row.bytes)
    const bytes = 2 * row.bytes - page.bytes
    const { room, full } = await pagesRoom(db, settings, page.organizationId, bytes)
    const { bytes: earlier } = await versionsOf(db, page.id)
    // Earlier versions are deleted if the page needs their room.
    if (bytes > room + earlier) throw full
  }
  if (input.width !== page.width || input.height !== page.height || (isTemplate && !page.isTemplate))
    refuseInUse(kind, await storyboardsShowing(db, [page]))
  const changed = { ...row, thumbnailId, isTemplate: flag(isTemplate), madeFor: null }
  await writeVersion(db, 'pages', { id: page.id, seen: input.version, now }, changed)
  await followWidgets(db, page.id, input)
  if (page.madeFor !== null) await keepBehind(db, page.madeFor, page.id)
  await savePageReferences(db, page, references)
  await refusePages(db, page.organizationId, references.part ?? [])
  if (isTemplate || page.isTemplate) await saveTemplateWidgets(db, page, isTemplate ? input : { widgets: [] })
  const { name, width, height } = input
  if (kind === 'card' && isTemplate) await deleteCardMedia(db, page.id)
  else if (kind === 'card') await saveCardMedia(db, { ...page, name, width, height, thumbnailId }, now)
  if (thumbnailId !== page.thumbnailId) await deleteThumbnails(db, [page.thumbnailId])
}

/** Replaces the thumbnail of an unchanged page, so it conflicts with no edit. */
export async function setThumbnail(
  db: Db,
  kind: PageKind,
  page: Page,
  thumbnailId: string,
  now: string,
): Promise<void> {
  await db.updateTable('pages').set({ thumbnailId }).where('id', '=', page.id).execute()
  const isShown = kind === 'card' && !page.isTemplate && page.madeFor === null
  if (isShown) await saveCardMedia(db, { ...page, thumbnailId }, now)
  await deleteThumbnails(db, [page.thumbnailId])
}

/** Throws what deleting it would throw. A card may play itself in its own media zone. */
export async function refusePageInUse(db: Db, kind: PageKind, id: string, now: number): Promise<void> {
  const players = kind === 'card' ? await cardPlayers(db, id) : []
  const { made, uses } = await playersOf(db, [{ id }], now)
  const users = [...(await storyboardsShowing(db, [{ id }])), ...players]
  refuseInUse(kind, [...users.filter((user) => user.id !== id && !made.has(user.id)), ...uses])
}

/** It can be restored from the trash. */
export async function deletePage(db: Db, kind: PageKind, page: Page, by: Deletion): Promise<void> {
  const { id, organizationId, thumbnailId, isTemplate } = page
  await lockRow(db, 'pages', id)
  const made = await lockMade(db, [page])
  await movePageToTrash(db, isTemplate ? 'template' : kind, page, by)
  // First, because a card may play itself in its own media zone.
  await forgetReferences(db, organizationId, [page])
  await refusePageInUse(db, kind, id, by.now)
  await deleteMade(db, organizationId, made)
  if (kind === 'card') await deleteCardMedia(db, id)
  await db.deleteFrom('pages').where('id', '=', id).execute()
  await deleteThumbnails(db, [thumbnailId])
}

/** Existing pages of one kind by id, with sizes that can't change until the transaction ends. */
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

export const pageOf = ({ document, isTemplate, shows: _, ...row }: Selectable<PagesTable>): Page => ({
  ...row,
  ...(JSON.parse(document) as LayoutDocument),
  isTemplate: isTemplate === 1,
})

const columns = ({ name, width, height, widgets, config }: PageInput, drawn: LayoutDocument) => ({
  ...{ name, nameKey: searchKey(name), width, height },
  ...documentColumns({ width, height, widgets, config }, drawn),
})

/** The stored columns of a document: itself, and those computed from it. `drawn`: with the parts that it shows. */
export function documentColumns(
  page: LayoutDocument,
  drawn: LayoutDocument = page,
): Pick<PagesTable, 'document' | 'bytes' | 'shows'> {
  const document = JSON.stringify(page)
  const shows = pageSpans(drawn)
  return { document, bytes: Buffer.byteLength(document), shows: shows && JSON.stringify(shows) }
}

function refuseLargeDocument(kind: PageKind, bytes: number): void {
  const most = kind === 'part' ? PART_BYTES : DOCUMENT_BYTES
  if (bytes <= most) return
  const kB = (count: number) => Math.ceil(count / 1024)
  throw new AppError(
    'DOCUMENT_TOO_LARGE',
    `This ${kind === 'part' ? 'part' : 'page'} is ${kB(bytes)} kB; the limit is ${kB(most)} kB. Remove some parts or shorten long text.`,
  )
}

async function refuseUnknownThumbnail(db: Db, id: string | null): Promise<void> {
  if (id === null) return
  const found = await db.selectFrom('thumbnails').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw invalid({ thumbnailId: rule('unknown') })
}
