import type { Bare } from './table.ts'

/** What an alert says about a screen besides its name. */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .alterTable('alert_problems')
    .addColumn('sentence', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
