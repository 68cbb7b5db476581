import type { Bare } from '#db/migrations/table.ts'

/** What a deleted row takes along is found by an index. */
const INDEXES: Record<string, [table: string, column: string]> = {
  floor_places_device: ['floor_places', 'deviceId'],
  pairings_device: ['pairings', 'deviceId'],
  codes_user: ['codes', 'userId'],
}

export async function up(db: Bare): Promise<void> {
  for (const [name, [table, column]] of Object.entries(INDEXES))
    await db.schema.createIndex(name).on(table).column(column).execute()
}
