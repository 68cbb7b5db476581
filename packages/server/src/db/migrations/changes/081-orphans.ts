import type { Bare } from '#db/migrations/table.ts'

/** Deletes reports that were written while their screen was being deleted. */
export async function up(db: Bare): Promise<void> {
  for (const table of ['device_states', 'pictures'])
    await db.deleteFrom(table).where('id', 'not in', db.selectFrom('devices').select('id')).execute()
}
