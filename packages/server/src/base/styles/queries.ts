// Pages as the styles of their organization draw them.
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { type LinkedStyle, type StyleValue, stylesIn, withStyles } from '@vitrine/contract/document/styles'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

interface Owned {
  organizationId: string
}

/** Draws a document of an organization. */
export type Draw = <D extends LayoutDocument>(organizationId: string, document: D) => D

/** Loads what draws these documents: their styles, as far as their organization has them. */
export async function drawing(db: Db, documents: readonly LayoutDocument[]): Promise<Draw> {
  const ids = stylesIn(documents.flatMap(({ widgets }) => widgets))
  const styles = new Map<string, Map<string, LinkedStyle>>()
  if (ids.length > 0) {
    const wanted = ids.map((id) => ({ id }))
    const rows = await db
      .selectFrom('styles')
      .select(['id', 'organizationId', 'kind', 'value'])
      .where('id', 'in', anyOf(db, wanted))
      .execute()
    for (const { id, organizationId, kind, value } of rows) {
      const own = styles.get(organizationId) ?? new Map<string, LinkedStyle>()
      styles.set(organizationId, own.set(id, { kind, value: JSON.parse(value) as StyleValue }))
    }
  }
  return (organizationId, document) =>
    withStyles(document, WIDGET_FIELDS, styles.get(organizationId) ?? new Map())
}

/** Some pages as they are drawn. */
export async function drawn<P extends LayoutDocument & Owned>(db: Db, pages: readonly P[]): Promise<P[]> {
  const draw = await drawing(db, pages)
  return pages.map((page) => draw(page.organizationId, page))
}
