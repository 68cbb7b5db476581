import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** How each change of a group reached its screens. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'deliveries')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('groupId', 'text', (column) => column.notNull())
    .addColumn('groupName', 'text', (column) => column.notNull())
    .addColumn('publishedAt', bigInteger(db), (column) => column.notNull())
    .addColumn('screens', 'integer', (column) => column.notNull())
    .addColumn('shown', 'integer', (column) => column.notNull())
    .addColumn('within10', 'integer', (column) => column.notNull())
    .addColumn('within60', 'integer', (column) => column.notNull())
    .addColumn('within600', 'integer', (column) => column.notNull())
    .addColumn('p50', bigInteger(db))
    .addColumn('p95', bigInteger(db))
    .execute()
  await db.schema
    .createIndex('deliveries_group')
    .on('deliveries')
    .columns(['groupId', 'publishedAt'])
    .unique()
    .execute()
  await db.schema
    .createIndex('deliveries_organization')
    .on('deliveries')
    .columns(['organizationId', 'publishedAt'])
    .execute()
}
