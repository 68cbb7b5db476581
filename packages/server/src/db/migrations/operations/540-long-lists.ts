import { sql } from 'kysely'
import type { Bare } from '#db/migrations/table.ts'

/** Name → table and columns. */
const INDEXES: Record<string, [table: string, columns: string[]]> = {
  pages_listed: ['pages', ['organizationId', 'kind', 'isTemplate', 'nameKey', 'id']],
  users_by_email: ['users', ['organizationId', 'emailKey', 'id']],
  licences_by_number: ['licences', ['organizationId', 'numberKey', 'id']],
  unknown_screens_listed: ['unknown_screens', ['organizationId', 'lastSeenAt desc', 'id']],
  media_uses_of_owner: ['media_uses', ['ownerId', 'id']],
  thumbnails_by_age: ['thumbnails', ['organizationId', 'createdAt', 'id']],
}
/** Most rows have no value in these columns. */
const PARTIAL: Record<string, [table: string, column: string]> = {
  pages_thumbnail: ['pages', 'thumbnailId'],
  devices_overridden: ['devices', 'overrideStoryboardId'],
}

/** Indexes to count long lists, to read them in order, and to find what uses a row. */
export async function up(db: Bare): Promise<void> {
  for (const [name, [table, columns]] of Object.entries(INDEXES))
    await db.schema.createIndex(name).on(table).columns(columns).execute()
  for (const [name, [table, column]] of Object.entries(PARTIAL))
    await db.schema
      .createIndex(name)
      .on(table)
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute()
}
