import type { Bare } from '#db/migrations/table.ts'

/** Versions for rows that two people may edit concurrently: the second save gets a conflict, as for documents. */
export async function up(db: Bare): Promise<void> {
  for (const table of ['users', 'organizations', 'licences', 'folders', 'devices'])
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
}
