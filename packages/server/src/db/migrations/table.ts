import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs before the tables that types describe exist
export type Bare = Kysely<any>

/** A new table with a text primary key `id`; STRICT on SQLite, so that both engines refuse wrong types. */
export function createTable(db: Bare, name: string): CreateTableBuilder<string, 'id'> {
  const table = db.schema.createTable(name).addColumn('id', 'text', (column) => column.primaryKey())
  return isPostgres(db as Db) ? table : table.modifyEnd(sql`strict`)
}

/** An integer beyond 2^31: bigint in PostgreSQL; SQLite's integer has 64 bits, and STRICT has no bigint. */
export const bigInteger = (db: Bare): 'bigint' | 'integer' => (isPostgres(db as Db) ? 'bigint' : 'integer')
