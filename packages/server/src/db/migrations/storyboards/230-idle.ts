import type { Bare } from '#db/migrations/table.ts'

/** Idle seconds after which a screen leaves the page that touches led to. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('storyboards').addColumn('idleSeconds', 'integer').execute()
}
