// Earlier saves of storyboards and schedules.
import { SAVED_VERSIONS_KEPT, type SavedVersion } from '@vitrine/contract/api/base/saved-versions'
import { pagesRoom } from '#base/storage/queries.ts'
import type { Db } from '#db/schema.ts'
import type { SavedVersionsTable } from '#db/tables/content.ts'
import type { Settings } from '#lib/env.ts'
import { notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

/** Of all versions of one thing; the current one is kept anyway. */
const BYTES_MAX = 2 ** 20

export type VersionedKind = 'storyboard' | 'device-group'

const COLUMN = { storyboard: 'storyboardId', 'device-group': 'deviceGroupId' } as const

/** A thing just after its save. */
export type Saved = Pick<
  SavedVersionsTable,
  'organizationId' | 'version' | 'name' | 'document' | 'parts' | 'savedAt'
>

const versionsOf = (db: Db, kind: VersionedKind, id: string) =>
  db
    .selectFrom('saved_versions')
    .where(COLUMN[kind], '=', id)
    .orderBy('version', 'desc')
    .orderBy('id', 'desc')

/**
 * Keeps a save that changed something, and deletes the oldest beyond the limits: all earlier ones if the organization has
 * no room left.
 */
export async function keepSaved(
  db: Db,
  settings: Settings,
  { kind, id }: { kind: VersionedKind; id: string },
  saved: Saved,
  by: { savedBy: string; request: string },
): Promise<void> {
  const last = await versionsOf(db, kind, id).select(['version', 'document']).limit(1).executeTakeFirst()
  if (last && (last.version === saved.version || last.document === saved.document)) return
  const bytes = Buffer.byteLength(saved.document)
  const { room } = await pagesRoom(db, settings, saved.organizationId, bytes)
  const most = room < bytes ? 1 : SAVED_VERSIONS_KEPT
  const owner = { storyboardId: null, deviceGroupId: null, [COLUMN[kind]]: id }
  await db
    .insertInto('saved_versions')
    .values({ id: newId(), ...owner, ...saved, bytes, ...by })
    .execute()
  const kept = await versionsOf(db, kind, id).select(['version', 'bytes']).execute()
  let sum = 0
  const over = kept.findIndex((each, index) => {
    sum += each.bytes
    return index > 0 && (index >= most || sum > BYTES_MAX)
  })
  const oldest = kept[over - 1]
  if (over > 0 && oldest)
    await db
      .deleteFrom('saved_versions')
      .where(COLUMN[kind], '=', id)
      .where('version', '<', oldest.version)
      .execute()
}

/** Newest first. */
export const listSaved = (db: Db, kind: VersionedKind, id: string): Promise<SavedVersion[]> =>
  versionsOf(db, kind, id)
    .select(['version', 'name', 'parts', 'savedBy', 'savedAt', 'request'])
    .limit(SAVED_VERSIONS_KEPT)
    .execute()

/** What a version has, as JSON. Throws NOT_FOUND. */
export async function savedDocument(
  db: Db,
  kind: VersionedKind,
  { id, version }: { id: string; version: number },
): Promise<unknown> {
  const row = await versionsOf(db, kind, id)
    .select('document')
    .where('version', '=', version)
    .limit(1)
    .executeTakeFirst()
  if (!row) throw notFound('Version not found')
  return JSON.parse(row.document)
}
