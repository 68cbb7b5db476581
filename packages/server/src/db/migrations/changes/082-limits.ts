import type { Bare } from '#db/migrations/table.ts'

/** Storage quota per organization, and a version of the kiosk settings to detect concurrent edits. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('organizations').addColumn('storageMb', 'integer').execute()
  await db.schema.createIndex('media_storage').on('media').columns(['organizationId', 'size']).execute()
  await db.schema
    .alterTable('kiosks')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
