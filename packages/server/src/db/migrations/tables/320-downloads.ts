import type { Bare } from '#db/migrations/table.ts'

/** Speed and times of downloads, per configuration. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('device_configurations').addColumn('downloadMbit', 'integer').execute()
  await db.schema.alterTable('device_configurations').addColumn('downloadHours', 'text').execute()
}
