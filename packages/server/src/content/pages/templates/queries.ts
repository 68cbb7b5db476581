// The widgets of templates, to find those that a new card is a copy of.
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** Templates that are compared with a new card, and widgets of templates that are read to find these. */
const COMPARED = 3
const WIDGETS_READ = 2000

interface Template {
  id: string
  organizationId: string
}
type Widgets = Pick<LayoutDocument, 'widgets'>

/** Call after every write of a template's document, in the same transaction; without widgets for other pages. */
export async function saveTemplateWidgets(
  tx: Db,
  { id, organizationId }: Template,
  { widgets }: Widgets,
): Promise<void> {
  await tx.deleteFrom('template_widgets').where('pageId', '=', id).execute()
  const rows = widgets.map((widget) => ({
    id: `${id}.${widget.id}`,
    organizationId,
    pageId: id,
    widgetId: widget.id,
  }))
  if (rows.length) await tx.insertInto('template_widgets').values(rows).execute()
}

/** The same for stored pages. */
export async function saveTemplateWidgetsOf(
  tx: Db,
  pages: readonly (Template & { isTemplate: number; document: string })[],
): Promise<void> {
  for (const page of pages)
    if (page.isTemplate === 1) await saveTemplateWidgets(tx, page, JSON.parse(page.document) as Widgets)
}

/** Ids of the templates that share the most widgets with a document. However many templates there are, it reads few rows. */
export async function nearestTemplates(db: Db, { widgets }: Widgets): Promise<{ id: string }[]> {
  if (widgets.length === 0) return []
  const shared = db
    .selectFrom('template_widgets')
    .select('pageId')
    .where('widgetId', 'in', anyOf(db, widgets))
    .limit(WIDGETS_READ)
  return db
    .selectFrom(shared.as('shared'))
    .select('pageId as id')
    .groupBy('pageId')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('pageId')
    .limit(COMPARED)
    .execute()
}
