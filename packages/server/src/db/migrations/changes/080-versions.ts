import type { Bare } from '#db/migrations/table.ts'

/** Two people who save the same thing at once: the second is told. Documents have had this from the start. */
export async function up(db: Bare): Promise<void> {
  for (const table of ['users', 'organizations', 'licences', 'folders', 'devices'])
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
}
