import type { Bare } from '#db/migrations/table.ts'

/** What a media item that is a web page shows, as JSON. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('media').addColumn('web', 'text').execute()
}
