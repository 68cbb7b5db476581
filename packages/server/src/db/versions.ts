import type { Updateable } from 'kysely'
import { conflict } from '#lib/errors.ts'
import type { Db, Tables } from './schema.ts'

/** Tables whose rows have a version. */
type VersionedTable = {
  [T in keyof Tables]: Tables[T] extends { id: string; version: number; updatedAt: string } ? T : never
}[keyof Tables]

/**
 * Writes `columns` to a row, increments its version and sets its date to `now`. Throws CONFLICT if the row's version
 * isn't `seen`, the one that the caller edited; undefined overwrites any version.
 */
export async function writeVersion<T extends VersionedTable>(
  db: Db,
  table: T,
  { id, seen, now }: { id: string; seen: number | undefined; now: string },
  columns: Updateable<Tables[T]>,
): Promise<void> {
  // Kysely can't type the columns of a generic table. All of these tables have the columns used here.
  const shared = columns as Updateable<Tables['buildings']>
  const updated = await db
    .updateTable(table as 'buildings')
    .set((row) => ({ ...shared, version: row('version', '+', 1), updatedAt: now }))
    .where('id', '=', id)
    .$if(seen !== undefined, (query) => query.where('version', '=', seen ?? 0))
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw conflict()
}

/**
 * The update of most entities: reads a row (404 if it is missing), changes it in the database bound to the row's
 * organization, and reads it again for the response.
 */
export async function updateVersioned<Row extends { id: string; organizationId?: string }>(
  { db, tenantDb }: { db: Db; tenantDb(organizationId: string): Db },
  read: (db: Db) => Promise<Row>,
  change: (tenantDb: Db, row: Row) => Promise<unknown>,
): Promise<Row> {
  const row = await read(db)
  // An organization is its own tenant.
  const bound = tenantDb(row.organizationId ?? row.id)
  await change(bound, row)
  return read(bound)
}
