import { type Bare, bigInteger } from '#db/migrations/table.ts'

/** Who switched a screen manually, and when the switch ends. */
export async function up(db: Bare): Promise<void> {
  for (const column of ['overrideBy', 'overrideEnd'])
    await db.schema.alterTable('devices').addColumn(column, 'text').execute()
  await db.schema.alterTable('devices').addColumn('overrideUntil', bigInteger(db)).execute()
  await db.schema
    .createIndex('devices_switched')
    .on('devices')
    .columns(['organizationId', 'overrideStoryboardId'])
    .execute()
}
