import type { Db } from '#db/schema.ts'
import { AppError } from '#lib/errors.ts'

interface RowLimit {
  most: number
  /** In the plural. */
  name: string
}

/**
 * Rows of an organization that take no file. Lists answer all of them in one piece, so that a person who adds them for an
 * hour could otherwise end the server with one list.
 */
export const ROW_LIMITS = {
  buildings: { most: 5000, name: 'buildings' },
  floors: { most: 20_000, name: 'floors' },
  folders: { most: 20_000, name: 'folders' },
  device_groups: { most: 25_000, name: 'groups' },
  device_configurations: { most: 2000, name: 'configurations' },
  media: { most: 250_000, name: 'media items' },
} satisfies Record<string, RowLimit>

/** After the insert. Throws STORAGE_LIMIT. */
export async function refuseMoreRows(
  db: Db,
  table: keyof typeof ROW_LIMITS,
  organizationId: string,
): Promise<void> {
  const { most, name } = ROW_LIMITS[table]
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) > most)
    throw new AppError(
      'STORAGE_LIMIT',
      `This organization has reached its limit of ${most} ${name}. Delete some first.`,
    )
}
