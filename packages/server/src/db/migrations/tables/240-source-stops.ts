import type { Bare } from '#db/migrations/table.ts'

/** The stop of a timetable. */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .alterTable('sources')
    .addColumn('stop', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
