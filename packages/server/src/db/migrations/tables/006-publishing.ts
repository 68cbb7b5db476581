import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  // The last manifest version made for them; the manifests themselves are computed from stored data.
  for (const table of ['device_groups', 'devices']) {
    await db.schema
      .alterTable(table)
      .addColumn('manifestVersion', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable(table)
      .addColumn('manifestHash', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .alterTable(table)
      .addColumn('manifestAt', bigInteger(db), (column) => column.notNull().defaultTo(0))
      .execute()
  }

  // Unclaimed screens belong to no organization.
  await createTable(db, 'pairings')
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .addColumn('secretHash', 'text', (column) => column.notNull().unique())
    .addColumn('sign', 'text', (column) => column.notNull())
    .addColumn('screen', 'text', (column) => column.notNull())
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('seenAt', bigInteger(db), (column) => column.notNull())
    .addColumn('expiresAt', bigInteger(db), (column) => column.notNull())
    .addColumn('deviceId', 'text', (column) => column.references('devices.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('pairings_expiry').on('pairings').column('expiresAt').execute()
}
