import type { Bare } from '#db/migrations/table.ts'

/** When a page has something to show, for lists that don't read documents. Pages saved before this have no dates. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('pages').addColumn('shows', 'text').execute()
}
