import type { Bare } from '#db/migrations/table.ts'

/** Whether screens share files with others in their network, by their configuration. */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .alterTable('device_configurations')
    .addColumn('shareFiles', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
