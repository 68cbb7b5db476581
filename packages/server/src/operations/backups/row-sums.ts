import { hash } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import pg from 'pg'

const ROWS_AT_ONCE = 2000

const AS_TEXT = { getTypeParser: () => (value: string) => value }

const quoted = pg.escapeIdentifier

/** A table as its row count and a sum of row hashes: equal for equal rows, independent of the read order. */
export class RowSum {
  rows = 0
  readonly #sum = new BigUint64Array(1)

  /** The values in the order of `columnsOf`, as text, because 64-bit integers don't fit into a number. */
  add(values: readonly (string | null)[]): void {
    this.rows++
    this.#sum[0] = (this.#sum[0] ?? 0n) + hash('sha256', JSON.stringify(values), 'buffer').readBigUInt64LE()
  }

  equals(other: RowSum): boolean {
    return this.rows === other.rows && this.#sum[0] === other.#sum[0]
  }
}

/** A table's columns, in the order used by sums. */
export const columnsOf = (database: Sqlite.Database, table: string): string[] =>
  database.prepare('select name from pragma_table_info(?) order by name').pluck().all(table) as string[]

export function sumOfSqlite(database: Sqlite.Database, table: string): RowSum {
  const columns = columnsOf(database, table)
  const sum = new RowSum()
  const rows = database.prepare(`select ${columns.map((name) => `"${name}"`).join(', ')} from "${table}"`)
  for (const row of rows.raw().safeIntegers().iterate() as Iterable<unknown[]>)
    sum.add(row.map((value) => (value === null ? null : String(value))))
  return sum
}

/** The same for PostgreSQL, within a transaction. */
export async function sumOfPostgres(
  client: pg.Client,
  table: string,
  columns: readonly string[],
): Promise<RowSum> {
  const sum = new RowSum()
  await client.query(
    `declare summed no scroll cursor for select ${columns.map(quoted).join(', ')} from ${quoted(table)}`,
  )
  for (;;) {
    const { rows } = await client.query({
      text: `fetch ${ROWS_AT_ONCE} from summed`,
      rowMode: 'array',
      types: AS_TEXT,
    })
    if (rows.length === 0) break
    for (const row of rows) sum.add(row)
  }
  await client.query('close summed')
  return sum
}
