import { readValues } from '@vitrine/contract/fields/values'
import type { BlobStore } from '#blobs/blob-store.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { conflict } from '#lib/errors.ts'
import {
  addVersion,
  createPackage,
  firstVersion,
  getPackage,
  makeVersion,
  type NewVersion,
  type PackageMedium,
  packageEntries,
  type Unpacked,
} from './queries.ts'

/** The version of a package with another zip: keeps saved values that the new form accepts. */
export async function versionWithValues(
  db: Db,
  blobs: BlobStore,
  id: string,
  unpacked: Unpacked,
): Promise<NewVersion> {
  const { schema, model } = await getPackage(db, id)
  return firstVersion(db, blobs, unpacked, schema ? model : undefined)
}

/** Replaces a package's files with those of another zip. Deletes earlier versions, which would mix both. */
export async function replacePackage(
  db: Db,
  found: { id: string; organizationId: string },
  unpacked: Unpacked,
  version: NewVersion,
  now: number,
): Promise<void> {
  await db.deleteFrom('package_files').where('packageId', '=', found.id).execute()
  await db.deleteFrom('package_versions').where('packageId', '=', found.id).execute()
  await createPackage(db, found, unpacked, version, now)
}

/** A package's next version and its predecessor. */
export interface RemadePackage {
  id: string
  organizationId: string
  seen: string
  version: NewVersion
}

/** New versions of packages whose values reference media that are about to be replaced. */
export async function remadePackages(
  part: Db,
  blobs: BlobStore,
  media: readonly PackageMedium[],
): Promise<RemadePackage[]> {
  if (media.length === 0) return []
  // Those that the caller doesn't reach show the new file, too.
  const db = whole(part)
  const uses = await db
    .selectFrom('references')
    .innerJoin('packages', 'packages.id', 'references.fromId')
    .select('packages.id')
    .where('toId', 'in', anyOf(db, media))
    .distinct()
    .orderBy('packages.id')
    .execute()
  const remade: RemadePackage[] = []
  for (const { id } of uses) {
    const { organizationId, hash: seen, schema, model } = await getPackage(db, id)
    if (!schema) continue
    const entries = await packageEntries(db, id)
    const version = await makeVersion(db, blobs, entries, schema, readValues(schema, model), media)
    remade.push({ id, organizationId, seen, version })
  }
  return remade
}

/** Throws CONFLICT if someone saved other values in the meantime. */
export async function saveRemade(
  part: Db,
  { id, organizationId, seen, version }: RemadePackage,
  now: number,
): Promise<void> {
  const db = whole(part)
  const { numUpdatedRows } = await db
    .updateTable('packages')
    .set({ hash: version.hash })
    .where('id', '=', id)
    .where('hash', '=', seen)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict()
  await addVersion(db, { id, organizationId }, version, now)
}
