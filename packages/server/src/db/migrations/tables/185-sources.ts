import type { CreateTableBuilder } from 'kysely'
import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** Tables fetched from elsewhere, and the references to them. */
export async function up(db: Bare): Promise<void> {
  let table: CreateTableBuilder<string, string> = createTable(db, 'sources').addColumn(
    'organizationId',
    'text',
    (column) => column.notNull().references('organizations.id').onDelete('cascade'),
  )
  for (const name of ['name', 'nameKey', 'kind', 'url', 'path', 'sheet', 'timezone', 'data', 'error'])
    table = table.addColumn(name, 'text', (column) => column.notNull())
  for (const name of ['days', 'every', 'found', 'rows', 'failures', 'version'])
    table = table.addColumn(name, 'integer', (column) => column.notNull())
  await table
    .addColumn('fetchedAt', bigInteger(db), (column) => column.notNull())
    .addColumn('checkedAt', bigInteger(db), (column) => column.notNull())
    .addColumn('nextAt', bigInteger(db))
    .addColumn('failingSince', bigInteger(db))
    .addColumn('savedBy', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('sources_name', ['organizationId', 'nameKey'])
    .execute()
  await db.schema.createIndex('sources_due').on('sources').columns(['nextAt']).execute()

  // By name: a page may reference a source that doesn't exist yet.
  await createTable(db, 'source_uses')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('ownerKind', 'text', (column) => column.notNull())
    .addColumn('ownerId', 'text', (column) => column.notNull())
    .addUniqueConstraint('source_uses_once', ['organizationId', 'nameKey', 'ownerKind', 'ownerId'])
    .execute()
  await db.schema.createIndex('source_uses_owner').on('source_uses').columns(['ownerId']).execute()

  // The organization whose rows the version's page may request.
  await db.schema
    .alterTable('package_versions')
    .addColumn('sources', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
