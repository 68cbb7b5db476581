import { type Bare, bigInteger, createTable, dropForeignKey } from '#db/migrations/table.ts'

/** Keys for programs. Their ids are authors beside those of people. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'api_keys')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('makerId', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('networks', 'text', (column) => column.notNull())
    .addColumn('secretHash', 'text', (column) => column.notNull().unique())
    .addColumn('start', 'text', (column) => column.notNull())
    .addColumn('expiresAt', bigInteger(db), (column) => column.notNull())
    .addColumn('revokedAt', bigInteger(db))
    .addColumn('lastUsedAt', bigInteger(db))
    .addColumn('lastAddress', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  for (const column of ['organizationId', 'makerId', 'expiresAt'])
    await db.schema.createIndex(`api_keys_${column}`).on('api_keys').column(column).execute()
  for (const table of ['uploads', 'edits', 'conversions']) await dropForeignKey(db, table, 'userId')
}
