import type { Bare } from '#db/migrations/table.ts'

/** Seconds without a touch after which a screen returns from where touches led it. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('storyboards').addColumn('idleSeconds', 'integer').execute()
}
