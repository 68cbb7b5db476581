import { type Bare, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  await createTable(db, 'page_versions')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('pageId', 'text', (column) => column.notNull().references('pages.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('savedBy', 'text', (column) => column.notNull())
    .addColumn('savedAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('page_versions_version', ['pageId', 'version'])
    .execute()
}
