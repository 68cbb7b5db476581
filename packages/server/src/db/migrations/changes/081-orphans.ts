import type { Bare } from '#db/migrations/table.ts'

/** What screens said just while they were removed used to stay. */
export async function up(db: Bare): Promise<void> {
  for (const table of ['device_states', 'pictures'])
    await db.deleteFrom(table).where('id', 'not in', db.selectFrom('devices').select('id')).execute()
}
