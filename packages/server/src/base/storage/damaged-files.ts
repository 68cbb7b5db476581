import type { Db } from '#db/schema.ts'
import type { DamagedFilesTable } from '#db/tables/storage.ts'

/** Records the repair if the file is listed as damaged. */
export async function noteRepaired(
  db: Db,
  sha256: string,
  from: NonNullable<DamagedFilesTable['mendedFrom']>,
  now: number,
): Promise<void> {
  await db
    .updateTable('damaged_files')
    .set({ mendedAt: now, mendedFrom: from })
    .where('id', '=', sha256)
    .where('mendedAt', 'is', null)
    .execute()
}

/** Damaged files that aren't repaired yet. */
export const damagedFiles = (db: Db): Promise<DamagedFilesTable[]> =>
  db.selectFrom('damaged_files').selectAll().where('mendedAt', 'is', null).orderBy('id').execute()
