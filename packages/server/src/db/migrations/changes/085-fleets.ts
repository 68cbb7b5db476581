import type { Bare } from '#db/migrations/table.ts'

/** What is counted over all screens of a group or an organization is a column, and a group's screens stand in order. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('device_states').addColumn('takeoverId', 'text').execute()
  await db.schema.dropIndex('devices_group').execute()
  await db.schema
    .createIndex('devices_group')
    .on('devices')
    .columns(['deviceGroupId', 'nameKey', 'id'])
    .execute()
}
