import type { Bare } from '#db/migrations/table.ts'

/** A super admin's active takeovers of all organizations. */
export async function up(db: Bare): Promise<void> {
  await db.schema.createIndex('takeovers_end').on('takeovers').column('endsAt').execute()
}
