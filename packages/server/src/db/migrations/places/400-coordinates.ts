import type { Bare } from '#db/migrations/table.ts'

/** Where a building is, for the map: decimal degrees, latitude first; empty where not known. */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .alterTable('buildings')
    .addColumn('coordinates', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
