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

/** Where a column of a stored `create table` refers to another table. */
const REFERENCE = / references "\w{1,63}" \("id"\)(?: on delete (?:cascade|set null))?/
/** Between the columns of a stored `create table`. */
const BETWEEN = ', "'

/** Keeps the column. SQLite can only copy the table; no foreign key of another table may refer to it. */
export async function dropForeignKey(db: Bare, table: string, column: string): Promise<void> {
  if (isPostgres(db as Db))
    return void (await db.schema.alterTable(table).dropConstraint(`${table}_${column}_fkey`).execute())
  const { rows } = await sql<{ type: string; text: string }>`
    select type, sql as text from sqlite_master where tbl_name = ${table} and sql is not null`.execute(db)
  const before = rows.find(({ type }) => type === 'table')?.text ?? ''
  const after = before
    .split(BETWEEN)
    .map((definition) =>
      definition.startsWith(`${column}"`) ? definition.replace(REFERENCE, '') : definition,
    )
    .join(BETWEEN)
    .replace(`"${table}"`, `"${table}_copy"`)
  await sql.raw(after).execute(db)
  await sql`insert into ${sql.table(`${table}_copy`)} select * from ${sql.table(table)}`.execute(db)
  await db.schema.dropTable(table).execute()
  await db.schema.alterTable(`${table}_copy`).renameTo(table).execute()
  for (const { type, text } of rows) if (type === 'index') await sql.raw(text).execute(db)
}
