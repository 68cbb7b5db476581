import type { Bare } from '#db/migrations/table.ts'

/** Whose rights the calls of a trigger have. Those of before keep working. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('triggers').addColumn('makerId', 'text').execute()
}
