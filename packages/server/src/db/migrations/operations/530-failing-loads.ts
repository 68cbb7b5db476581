import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** Feeds and places whose loads fail, for each organization that asks for them. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'failing_loads')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('since', bigInteger(db), (column) => column.notNull())
    .addColumn('checkedAt', bigInteger(db), (column) => column.notNull())
    .addColumn('error', 'text', (column) => column.notNull())
    .addUniqueConstraint('failing_loads_once', ['organizationId', 'kind', 'address'])
    .execute()
  await db.schema.createIndex('failing_loads_load').on('failing_loads').columns(['kind', 'address']).execute()
}
