import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** PDFs and slides with their pages, and work on files after their upload. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'decks')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('folderId', 'text', (column) => column.notNull().references('folders.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('mimetype', 'text', (column) => column.notNull())
    .addColumn('size', bigInteger(db), (column) => column.notNull())
    .addColumn('pages', 'integer', (column) => column.notNull())
    .addColumn('duration', 'integer', (column) => column.notNull())
    .addColumn('storyboardId', 'text', (column) => column.references('storyboards.id').onDelete('set null'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await createTable(db, 'deck_pages')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('deckId', 'text', (column) => column.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('page', 'integer', (column) => column.notNull())
    .addColumn('mediaId', 'text', (column) => column.notNull().references('media.id').onDelete('cascade'))
    .addColumn('layoutId', 'text', (column) => column.references('pages.id').onDelete('set null'))
    .addUniqueConstraint('deck_pages_once', ['deckId', 'page'])
    .execute()
  await createTable(db, 'conversions')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('mimetype', 'text', (column) => column.notNull())
    .addColumn('size', bigInteger(db), (column) => column.notNull())
    .addColumn('deckId', 'text', (column) => column.references('decks.id').onDelete('cascade'))
    .addColumn('mediaId', 'text', (column) => column.references('media.id').onDelete('cascade'))
    .addColumn('folderId', 'text', (column) => column.references('folders.id').onDelete('set null'))
    .addColumn('params', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('total', 'integer')
    .addColumn('error', 'text')
    .addColumn('removed', 'text')
    .addColumn('leaseUntil', bigInteger(db), (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  const indexes: [table: string, columns: string[]][] = [
    // Storage use is summed from this index alone.
    ['decks', ['organizationId', 'size']],
    ['decks', ['sha256']],
    ['decks', ['folderId']],
    ['decks', ['storyboardId']],
    ['deck_pages', ['mediaId']],
    ['deck_pages', ['layoutId']],
    ['conversions', ['organizationId', 'createdAt']],
    ['conversions', ['kind', 'state']],
    ['conversions', ['sha256']],
    ['conversions', ['deckId']],
    ['conversions', ['mediaId']],
    ['conversions', ['folderId']],
    ['conversions', ['userId']],
  ]
  for (const [table, columns] of indexes)
    await db.schema
      .createIndex(`${table}_${columns.at(-1)?.toLowerCase()}`)
      .on(table)
      .columns(columns)
      .execute()
}
