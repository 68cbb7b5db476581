import type { Bare } from '#db/migrations/table.ts'

/** What couldn't be read of a data source. */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .alterTable('sources')
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
