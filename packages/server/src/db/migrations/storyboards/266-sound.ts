import type { Bare } from '#db/migrations/table.ts'

/** Background audio of storyboards, and volumes by the time of day. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('storyboards').addColumn('audioId', 'text').execute()
  await db.schema.alterTable('device_configurations').addColumn('volumeTimes', 'text').execute()
}
