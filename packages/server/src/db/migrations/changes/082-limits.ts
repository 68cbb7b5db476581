import type { Bare } from '#db/migrations/table.ts'

/** How much an organization may keep, and two admins who change what kiosks may at once: the second is told. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('organizations').addColumn('storageMb', 'integer').execute()
  await db.schema.createIndex('media_storage').on('media').columns(['organizationId', 'size']).execute()
  await db.schema
    .alterTable('kiosks')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
