// Pages with ordinary widgets in place of the parts that they show.
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { expandedPage } from '@vitrine/contract/document/expanded-page'
import { type ReadDocument, readDocument, writeDocument } from '@vitrine/contract/document/layout-document'
import { partsIn } from '@vitrine/contract/document/part-use'
import { withoutLinks } from '@vitrine/contract/document/styles'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { drawing } from '#base/styles/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** The parts of an organization by id, as far as some documents show them. */
export type PartsOf = (organizationId: string) => ReadonlyMap<string, ReadDocument>

const NONE: ReadonlyMap<string, ReadDocument> = new Map()

/** Loads the parts that documents show. */
export async function partsOf(db: Db, documents: readonly LayoutDocument[]): Promise<PartsOf> {
  return readParts(await storedParts(db, documents))
}

/** Loads them as their styles draw them, without links: a use scales the letters of a style, too. */
export async function drawnPartsOf(db: Db, documents: readonly LayoutDocument[]): Promise<PartsOf> {
  const stored = await storedParts(db, documents)
  const draw = await drawing(
    db,
    stored.map(({ document }) => document),
  )
  return readParts(
    stored.map(({ document, ...part }) => ({
      ...part,
      document: withoutLinks(draw(part.organizationId, document)),
    })),
  )
}

interface StoredPart {
  id: string
  organizationId: string
  document: LayoutDocument
}

async function storedParts(db: Db, documents: readonly LayoutDocument[]): Promise<StoredPart[]> {
  const ids = partsIn(documents.flatMap(({ widgets }) => widgets))
  if (ids.length === 0) return []
  const wanted = ids.map((id) => ({ id }))
  const rows = await db
    .selectFrom('pages')
    .select(['id', 'organizationId', 'document'])
    .where('id', 'in', anyOf(db, wanted))
    .where('kind', '=', 'part')
    .execute()
  return rows.map(({ document, ...part }) => ({ ...part, document: JSON.parse(document) as LayoutDocument }))
}

function readParts(stored: readonly StoredPart[]): PartsOf {
  const parts = new Map<string, Map<string, ReadDocument>>()
  for (const { id, organizationId, document } of stored) {
    const own = parts.get(organizationId) ?? new Map<string, ReadDocument>()
    parts.set(organizationId, own.set(id, readDocument(document, WIDGET_FIELDS)))
  }
  return (organizationId) => parts.get(organizationId) ?? NONE
}

/** A stored document with ordinary widgets in place of parts; uses of parts that don't exist stay. */
export function withParts<D extends LayoutDocument>(
  document: D,
  parts: ReadonlyMap<string, ReadDocument>,
): D {
  if (parts.size === 0) return document
  const read = readDocument(document, WIDGET_FIELDS)
  const expanded = expandedPage(read, WIDGET_FIELDS, parts)
  return expanded === read ? document : { ...document, ...writeDocument(expanded, WIDGET_FIELDS) }
}

/** What screens get: nothing is left of uses whose part doesn't exist. */
export const withoutUses = <D extends LayoutDocument>(document: D): D =>
  document.widgets.some(({ use }) => use)
    ? { ...document, widgets: document.widgets.filter(({ use }) => !use) }
    : document
