import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/** Rows of a slice: the embedded database reads them within a few milliseconds, in which nothing else is answered. */
const SLICE = 5000

/** Tables of events, with the time column that is indexed with the organization and the id. */
const TIME = { answers: 'answeredAt' } as const

interface Period {
  /** Milliseconds, inclusive and exclusive. */
  from?: number | undefined
  to?: number | undefined
}

/**
 * Yields conditions that together select the rows of a period, newest first, each a slice: summarizing a large table
 * takes many short queries, with other requests in between. `rowsMax`: maximum total rows.
 */
export async function* slicesOf(
  db: Db,
  table: keyof typeof TIME,
  { from, to }: Period,
  rowsMax = Number.POSITIVE_INFINITY,
): AsyncGenerator<RawBuilder<SqlBool>> {
  const [time, id] = [sql.ref<number>(`${table}.${TIME[table]}`), sql.ref<string>(`${table}.id`)]
  const period = sql<SqlBool>`${time} >= ${from ?? 0} and ${time} < ${to ?? Number.MAX_SAFE_INTEGER}`
  let before = period
  for (let rows = 0; rows < rowsMax; rows += SLICE) {
    const last = await db
      .selectFrom(table)
      .select([time.as('time'), id.as('rowId')])
      .where(before)
      .orderBy(time, 'desc')
      .orderBy(id, 'desc')
      .offset(SLICE - 1)
      .limit(1)
      .executeTakeFirst()
    if (!last) return yield before
    const key = sql`(${last.time}, ${last.rowId})`
    yield sql<SqlBool>`${before} and (${time}, ${id}) >= ${key}`
    before = sql<SqlBool>`${period} and (${time}, ${id}) < ${key}`
  }
}
