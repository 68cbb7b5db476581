import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { type PageVersion, VERSIONS_KEPT } from '@vitrine/contract/api/content/page-versions'
import { mediaInDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { FONTS } from '@vitrine/contract/fields/font-families'
import { ownFontId } from '@vitrine/contract/fields/own-font'
import type { Values } from '@vitrine/contract/fields/values'
import { isRecord } from '@vitrine/contract/record'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { authorName } from '#accounts/authors/queries.ts'
import { pagesRoom } from '#base/storage/queries.ts'
import { drawing } from '#base/styles/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { shown } from '#db/scoped.ts'
import type { Settings } from '#lib/env.ts'
import { notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

interface SavedPage extends LayoutDocument {
  id: string
  organizationId: string
  name: string
  version: number
  bytes: number
  updatedAt: string
}

/** Total bytes of a page's versions, and the number and bytes of each, oldest first. */
export async function versionsOf(
  db: Db,
  pageId: string,
): Promise<{ bytes: number; versions: { version: number; bytes: number }[] }> {
  const versions = await db
    .selectFrom('page_versions')
    .select(['version', 'bytes'])
    .where('pageId', '=', pageId)
    .orderBy('version')
    .execute()
  return { bytes: versions.reduce((sum, { bytes }) => sum + bytes, 0), versions }
}

/**
 * Stores a just saved page under its author's name, and deletes versions beyond `VERSIONS_KEPT`, or more if the
 * organization has no room left.
 */
export async function keepVersion(
  db: Db,
  settings: Settings,
  page: SavedPage,
  userId: string,
): Promise<void> {
  const { room } = await pagesRoom(db, settings, page.organizationId, page.bytes)
  let last = page.version - VERSIONS_KEPT
  if (room < page.bytes) {
    let missing = page.bytes - room
    for (const { version, bytes } of (await versionsOf(db, page.id)).versions) {
      if (missing <= 0) break
      last = Math.max(last, version)
      missing -= bytes
    }
  }
  const { id: pageId, organizationId, version, name, width, height, widgets, config, updatedAt } = page
  const document = JSON.stringify({ width, height, widgets, config } satisfies LayoutDocument)
  const bytes = Buffer.byteLength(document)
  const savedBy = await authorName(db, userId)
  await db
    .insertInto('page_versions')
    .values({
      id: newId(),
      organizationId,
      pageId,
      version,
      name,
      document,
      bytes,
      savedBy,
      savedAt: updatedAt,
    })
    .execute()
  await db.deleteFrom('page_versions').where('pageId', '=', pageId).where('version', '<=', last).execute()
}

/** Newest first. */
export async function listVersions(db: Db, pageId: string): Promise<PageVersion[]> {
  return db
    .selectFrom('page_versions')
    .select(['version', 'name', 'savedBy', 'savedAt'])
    .where('pageId', '=', pageId)
    .orderBy('version', 'desc')
    .orderBy('id')
    .execute()
}

/**
 * A version that can be saved again: old versions don't prevent deleting media, so deleted media are dropped. Throws
 * NOT_FOUND.
 */
export async function getVersion(
  db: Db,
  pageId: string,
  version: number,
): Promise<PageVersion & { document: LayoutDocument }> {
  const row = await db
    .selectFrom('page_versions')
    .select(['version', 'name', 'savedBy', 'savedAt', 'document', 'organizationId'])
    .where('pageId', '=', pageId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw notFound('Version not found')
  const { organizationId, ...found } = row
  return { ...found, document: await asRestored(db, organizationId, JSON.parse(row.document)) }
}

/** A stored document as it can be saved again: drawn by today's styles, without entries that reference deleted media. */
export async function asRestored(
  db: Db,
  organizationId: string,
  stored: LayoutDocument,
): Promise<LayoutDocument> {
  const document = (await drawing(db, [stored]))(organizationId, stored)
  return withoutMedia(document, await goneFrom(db, document))
}

async function goneFrom(db: Db, document: LayoutDocument): Promise<Set<string>> {
  const inUses = document.widgets.flatMap(({ use }) => Object.values(use?.values ?? {})).flatMap(entriesIn)
  const used = [...mediaInDocument(readDocument(document, WIDGET_FIELDS), WIDGET_FIELDS), ...inUses]
  if (used.length === 0) return new Set()
  const wanted = used.map((id) => ({ id }))
  const known = await shown(db)
    .selectFrom('media')
    .select('id')
    .where('id', 'in', anyOf(db, wanted))
    .execute()
  const there = new Set(known.map(({ id }) => id))
  return new Set(used.filter((id) => !there.has(id)))
}

/** The media that a value for a part names. */
const entriesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(mediaOf).filter((id) => id !== '') : []

function withoutMedia(document: LayoutDocument, gone: ReadonlySet<string>): LayoutDocument {
  return gone.size === 0 ? document : withoutEntries(document, (entry) => gone.has(mediaOf(entry)))
}

/** Drops list entries of a document's settings, values for parts, and backdrop, and own fonts, at any depth. */
export function withoutEntries(
  document: LayoutDocument,
  isGone: (entry: unknown) => boolean,
): LayoutDocument {
  const inputs = document.config.inputs.map((input) => ({ ...input, value: without(input.value, isGone) }))
  const { backdrop } = document.config
  const behind = backdrop && { backdrop: without(backdrop, isGone) as typeof backdrop }
  const widgets = document.widgets.map((widget) => {
    const { use } = widget
    return use?.values
      ? { ...widget, use: { ...use, values: without(use.values, isGone) as Values } }
      : widget
  })
  return { ...document, widgets, config: { ...document.config, inputs, ...behind } }
}

function without(value: unknown, isGone: (entry: unknown) => boolean): unknown {
  if (Array.isArray(value))
    return value.filter((entry) => !isGone(entry)).map((entry) => without(entry, isGone))
  if (!isRecord(value)) return value
  const mediaId = ownFontId(value.font)
  if (mediaId !== undefined && isGone({ mediaId })) return without(withoutFont(value), isGone)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, without(inner, isGone)]))
}

/** Letters alone have no font then; other texts need one. */
const withoutFont = ({ font: _, ...rest }: Record<string, unknown>) =>
  'size' in rest ? { ...rest, font: FONTS[0] } : rest

/** The media item that a list entry shows, or ''. */
export const mediaOf = (entry: unknown): string =>
  isRecord(entry) && 'mediaId' in entry ? String(entry.mediaId) : ''
