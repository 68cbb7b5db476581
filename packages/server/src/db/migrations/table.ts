import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs before the tables that types describe exist
export type Bare = Kysely<any>

/**
 * Runs statements, which end with `;` at the end of a line and may have lines of `--` comments. They are written for
 * SQLite; PostgreSQL runs them without `strict`, and SQLite, whose integers have 64 bits, with `integer` for `bigint`.
 */
export async function runStatements(db: Bare, text: string): Promise<void> {
  const statements = text.replace(/^ *--.*\n/gm, '').split(/;\n/)
  for (const statement of statements.map((each) => each.trim()).filter(Boolean))
    await sql.raw(isPostgres(db as Db) ? forPostgres(statement) : forSqlite(statement)).execute(db)
}

const forPostgres = (statement: string) => statement.replace(/\) strict(, without rowid)?$/, ')')

/** On one line: SQLite stores the text of a table, also after a later migration has changed it. */
const forSqlite = (statement: string) =>
  statement
    .replaceAll(' bigint', ' integer')
    .replace(/\s+/g, ' ')
    .replace('( ', '(')
    .replace(/ \)( strict|$)/, ')$1')

/** A new table with a text primary key `id`; STRICT on SQLite, so that both engines refuse wrong types. */
export function createTable(db: Bare, name: string): CreateTableBuilder<string, 'id'> {
  const table = db.schema.createTable(name).addColumn('id', 'text', (column) => column.primaryKey())
  return isPostgres(db as Db) ? table : table.modifyEnd(sql`strict`)
}

/** An integer beyond 2^31: bigint in PostgreSQL; SQLite's integer has 64 bits, and STRICT has no bigint. */
export const bigInteger = (db: Bare): 'bigint' | 'integer' => (isPostgres(db as Db) ? 'bigint' : 'integer')
