import { sql } from 'kysely'
import type { Bare } from '#db/migrations/table.ts'

/** Name → table and columns. */
const INDEXES: Record<string, [table: string, columns: string[]]> = {
  planned_switches_storyboard: ['planned_switches', ['storyboardId', 'deviceId']],
  schedule_uses_storyboard: ['schedule_uses', ['storyboardId', 'deviceGroupId']],
}

/** What names a storyboard is read in pieces, in order; unfinished conversions are counted without the others. */
export async function up(db: Bare): Promise<void> {
  for (const [name, [table, columns]] of Object.entries(INDEXES)) {
    await db.schema.dropIndex(name).execute()
    await db.schema.createIndex(name).on(table).columns(columns).execute()
  }
  await db.schema.dropIndex('devices_overridden').execute()
  await db.schema
    .createIndex('devices_overridden')
    .on('devices')
    .columns(['overrideStoryboardId', 'id'])
    .where(sql.ref('overrideStoryboardId'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('conversions_by_state')
    .on('conversions')
    .columns(['organizationId', 'state'])
    .execute()
}
