// Rows with work at intervals, such as fetching a data source. Of all servers on one database, one does each.
import type { RawBuilder } from 'kysely'
import type { Db } from '#db/schema.ts'

/** Later than any next time can be: the clock was set back since. */
const BEYOND = 2 * 86_400_000

export interface Due {
  id: string
  organizationId: string
  /** In ms. */
  nextAt: number
}

/** Rows that are due, first those that come first in their organization. `most` in total, `each` of an organization. */
export async function dueRows(
  db: Db,
  table: 'sources' | 'web_photos',
  now: number,
  { most, each }: Record<'most' | 'each', number>,
): Promise<Due[]> {
  const ranked = db
    // The columns that these tables share.
    .selectFrom(table as 'sources')
    .select(['id', 'organizationId', 'nextAt'])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((rows) => rows.partitionBy('organizationId').orderBy('nextAt').orderBy('id'))
        .as('place'),
    )
    .where((where) => where.or([where('nextAt', '<=', now), where('nextAt', '>', now + BEYOND)]))
  return (
    db
      .selectFrom(ranked.as('ranked'))
      .select(['id', 'organizationId', 'nextAt'])
      .where('place', '<=', each)
      .orderBy('place')
      .orderBy('nextAt')
      .limit(most)
      // A condition above.
      .$narrowType<{ nextAt: number }>()
      .execute()
  )
}

/**
 * Takes a row for this server until it is due again, also if the server dies. False if another server has taken it, or someone
 * has saved it. `db` is bound to its organization.
 */
export async function claimDue(
  db: Db,
  table: 'sources' | 'web_photos',
  { id, nextAt }: Pick<Due, 'id' | 'nextAt'>,
  until: number | RawBuilder<number>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table as 'sources')
    .set({ nextAt: until })
    .where('id', '=', id)
    .where('nextAt', '=', nextAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
