import { type Bare, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  // Cards and layouts: one kind of document, two libraries.
  await createTable(db, 'pages')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('thumbnailId', 'text', (column) => column.references('thumbnails.id'))
    .addColumn('isTemplate', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('pages_name', ['organizationId', 'kind', 'nameKey'])
    .execute()

  await createTable(db, 'storyboards')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('items', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('approved', 'text')
    .addColumn('approvedVersion', 'integer')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('storyboards_name', ['organizationId', 'nameKey'])
    .execute()

  // References between items, written with the document that contains them; the foreign key also blocks a concurrent
  // delete.
  await createTable(db, 'page_uses')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('pageId', 'text', (column) => column.notNull().references('pages.id'))
    .addColumn('storyboardId', 'text', (column) =>
      column.notNull().references('storyboards.id').onDelete('cascade'),
    )
    .addUniqueConstraint('page_uses_storyboard', ['storyboardId', 'pageId'])
    .execute()
  await db.schema.createIndex('page_uses_page').on('page_uses').column('pageId').execute()

  // Through an action of a page. The storyboard may be deleted: the action then does nothing.
  await createTable(db, 'storyboard_uses')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('storyboardId', 'text', (column) => column.notNull())
    .addColumn('pageId', 'text', (column) => column.notNull().references('pages.id').onDelete('cascade'))
    .addUniqueConstraint('storyboard_uses_page', ['pageId', 'storyboardId'])
    .execute()
  await db.schema
    .createIndex('storyboard_uses_storyboard')
    .on('storyboard_uses')
    .column('storyboardId')
    .execute()
}
