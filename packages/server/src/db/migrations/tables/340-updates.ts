import type { Bare } from '#db/migrations/table.ts'

/** When screens may start a newer version of the player, as JSON. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('device_configurations').addColumn('updates', 'text').execute()
}
