import type { Db } from '#db/schema.ts'
import type { SourceUsesTable } from '#db/tables/sources.ts'
import { newId } from '#lib/ids.ts'

/** Records the sources that a document or a package references; with an empty list before a deletion. */
export async function saveSourceUses(
  db: Db,
  organizationId: string,
  { kind, id: ownerId }: { kind: SourceUsesTable['ownerKind']; id: string },
  keys: readonly string[],
): Promise<void> {
  await db.deleteFrom('source_uses').where('ownerId', '=', ownerId).execute()
  if (keys.length === 0) return
  const use = { organizationId, ownerKind: kind, ownerId }
  await db
    .insertInto('source_uses')
    .values(keys.map((nameKey) => ({ id: newId(), ...use, nameKey })))
    .execute()
}

/** Deletes the uses of packages that are about to be deleted. */
export async function forgetSourceUses(db: Db, ownerIds: readonly string[]): Promise<void> {
  for (let start = 0; start < ownerIds.length; start += 500)
    await db
      .deleteFrom('source_uses')
      .where('ownerId', 'in', ownerIds.slice(start, start + 500))
      .execute()
}
