import { type Bare, createTable } from '#db/migrations/table.ts'

const AT_ONCE = 20

/** Templates by widget: reading every template for each new card takes longer as they grow. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'template_widgets')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('pageId', 'text', (column) => column.notNull().references('pages.id').onDelete('cascade'))
    .addColumn('widgetId', 'text', (column) => column.notNull())
    .addUniqueConstraint('template_widgets_page', ['pageId', 'widgetId'])
    .execute()
  await db.schema
    .createIndex('template_widgets_widget')
    .on('template_widgets')
    .columns(['organizationId', 'widgetId', 'pageId'])
    .execute()
  for (let after = ''; ; ) {
    const pages = await db
      .selectFrom('pages')
      .select(['id', 'organizationId', 'document'])
      .where('id', '>', after)
      .where('isTemplate', '=', 1)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { id, organizationId, document } of pages) {
      after = id
      const widgets = widgetsOf(document).map((widgetId) => ({
        id: `${id}.${widgetId}`,
        organizationId,
        pageId: id,
        widgetId,
      }))
      if (widgets.length) await db.insertInto('template_widgets').values(widgets).execute()
    }
    if (pages.length < AT_ONCE) return
  }
}

/** None of a document that can't be read. */
function widgetsOf(text: string): string[] {
  try {
    const { widgets } = JSON.parse(text) as { widgets?: { id?: unknown }[] }
    return [...new Set((widgets ?? []).map(({ id }) => id).filter((id) => typeof id === 'string'))]
  } catch {
    return []
  }
}
