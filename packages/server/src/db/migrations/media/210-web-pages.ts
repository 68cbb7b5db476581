import type { Bare } from '#db/migrations/table.ts'

/** Settings of a media item that is a web page, as JSON. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('media').addColumn('web', 'text').execute()
}
