// Pages with ordinary widgets in place of the parts that they show.
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { expandedPage } from '@vitrine/contract/document/expanded-page'
import { type ReadDocument, readDocument, writeDocument } from '@vitrine/contract/document/layout-document'
import { partsIn } from '@vitrine/contract/document/part-use'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** The parts of an organization by id, as far as some documents show them. */
export type PartsOf = (organizationId: string) => ReadonlyMap<string, ReadDocument>

const NONE: ReadonlyMap<string, ReadDocument> = new Map()

/** Loads the parts that documents show. */
export async function partsOf(db: Db, documents: readonly LayoutDocument[]): Promise<PartsOf> {
  const ids = partsIn(documents.flatMap(({ widgets }) => widgets))
  if (ids.length === 0) return () => NONE
  const wanted = ids.map((id) => ({ id }))
  const rows = await db
    .selectFrom('pages')
    .select(['id', 'organizationId', 'document'])
    .where('id', 'in', anyOf(db, wanted))
    .where('kind', '=', 'part')
    .execute()
  const parts = new Map<string, Map<string, ReadDocument>>()
  for (const { id, organizationId, document } of rows) {
    const own = parts.get(organizationId) ?? new Map<string, ReadDocument>()
    parts.set(
      organizationId,
      own.set(id, readDocument(JSON.parse(document) as LayoutDocument, WIDGET_FIELDS)),
    )
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
