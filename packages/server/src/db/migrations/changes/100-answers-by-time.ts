import type { Bare } from '#db/migrations/table.ts'

/** Across organizations: for the retention of answers, and for super admins, who see all of them. */
export async function up(db: Bare): Promise<void> {
  await db.schema.createIndex('answers_answered').on('answers').columns(['answeredAt', 'id']).execute()
}
