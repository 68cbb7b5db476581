import type { Bare } from '#db/migrations/table.ts'

/** Totals over all screens of a group or an organization become columns, and an index orders a group's screens. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('device_states').addColumn('takeoverId', 'text').execute()
  await db.schema.dropIndex('devices_group').execute()
  await db.schema
    .createIndex('devices_group')
    .on('devices')
    .columns(['deviceGroupId', 'nameKey', 'id'])
    .execute()
}
