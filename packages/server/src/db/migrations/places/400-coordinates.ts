import type { Bare } from '#db/migrations/table.ts'

/** A building's location for the map: decimal degrees, latitude first; empty if unknown. */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .alterTable('buildings')
    .addColumn('coordinates', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
