import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  await createTable(db, 'unknown_screens')
    .addColumn('deviceId', 'text', (column) => column.notNull())
    .addColumn('organizationId', 'text')
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('screen', 'text')
    .addColumn('firstSeenAt', bigInteger(db), (column) => column.notNull())
    .addColumn('lastSeenAt', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('unknown_screens_seen').on('unknown_screens').column('lastSeenAt').execute()
}
