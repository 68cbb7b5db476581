import type { Bare } from '#db/migrations/table.ts'

/** How fast and when screens download, by their configuration. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('device_configurations').addColumn('downloadMbit', 'integer').execute()
  await db.schema.alterTable('device_configurations').addColumn('downloadHours', 'text').execute()
}
