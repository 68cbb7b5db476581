import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** Replaced files of PDFs and slides, and the pages that the newer file didn't have. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'deck_versions')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('deckId', 'text', (column) => column.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('mimetype', 'text', (column) => column.notNull())
    .addColumn('size', bigInteger(db), (column) => column.notNull())
    .addColumn('pages', 'integer', (column) => column.notNull())
    .addColumn('removed', 'text', (column) => column.notNull())
    .addColumn('replacedBy', 'text', (column) => column.notNull())
    .addColumn('replacedAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', bigInteger(db), (column) => column.notNull())
    .addUniqueConstraint('deck_versions_once', ['deckId', 'version'])
    .execute()
  // Storage use is summed from this index alone.
  await db.schema
    .createIndex('deck_versions_size')
    .on('deck_versions')
    .columns(['organizationId', 'size'])
    .execute()
  await db.schema.createIndex('deck_versions_sha256').on('deck_versions').column('sha256').execute()
  await db.schema.createIndex('deck_versions_expiry').on('deck_versions').column('expiresAt').execute()
}
