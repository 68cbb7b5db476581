import type { Bare } from '#db/migrations/table.ts'

/** How the screens of a group are arranged as a video wall, as JSON. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('device_groups').addColumn('wall', 'text').execute()
}
