import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import { searchTables } from '#db/lists/name-search.ts'
import type { Db } from '#db/schema.ts'
import type { Bare } from './table.ts'

/**
 * An index that finds a table's rows by parts of their `nameKey`. `padding` is added to each name: with two characters
 * more, the index also knows what one or two characters at the end of a name continue with.
 */
export const indexNames = (db: Bare, table: string, padding = ''): Promise<void> =>
  isPostgres(db as Db) ? indexWithPostgres(db, table) : indexWithSqlite(db, table, padding)

/** Triggers maintain the index; SQLite's own row numbers don't work here, because VACUUM may change them. */
async function indexWithSqlite(db: Bare, table: string, padding: string): Promise<void> {
  const { names, index } = searchTables(table)
  const [key, rows] = [sql.ref('nameKey'), sql.table(table)]
  const padded = padding ? sql`${key} || ${sql.lit(padding)}` : key
  const trigger = (when: string) => sql.table(`${table}_${when}_search`)
  const numberOf = (id: string) => sql`(select n from ${names} where id = ${sql.ref(id)})`
  for (const statement of [
    sql`create table ${names} (n integer primary key, id text not null unique) strict`,
    sql`create virtual table ${index} using fts5(key, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`,
    sql`insert into ${names} (id) select id from ${rows}`,
    sql`insert into ${index} (rowid, key) select n, ${padded} from ${names} join ${rows} using (id)`,
    sql`create trigger ${trigger('insert')} after insert on ${rows} begin
      insert into ${names} (id) values (new.id);
      insert into ${index} (rowid, key) values (${numberOf('new.id')}, new.${padded});
    end`,
    sql`create trigger ${trigger('update')} after update of ${key} on ${rows} when old.${key} <> new.${key} begin
      delete from ${index} where rowid = ${numberOf('new.id')};
      insert into ${index} (rowid, key) values (${numberOf('new.id')}, new.${padded});
    end`,
    sql`create trigger ${trigger('delete')} after delete on ${rows} begin
      delete from ${index} where rowid = ${numberOf('old.id')};
      delete from ${names} where id = old.id;
    end`,
  ])
    await statement.execute(db)
}

/** A trusted extension of PostgreSQL, which a database's owner may create; without it, searches scan all names. */
async function indexWithPostgres(db: Bare, table: string): Promise<void> {
  const schema = await trigramSchema(db)
  if (schema === undefined) return
  const [name, rows] = [sql.ref(`${table}_search`), sql.table(table)]
  await sql`create index ${name} on ${rows} using gin ("nameKey" ${sql.ref(schema)}.gin_trgm_ops)`.execute(db)
}

/** The schema of PostgreSQL's extension for such indexes, which this creates if it may; undefined if it may not. */
export async function trigramSchema(db: Bare): Promise<string | undefined> {
  const find = sql<{ name: string }>`
    select nspname as name from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`
  const [found] = (await find.execute(db)).rows
  if (found) return found.name
  const allowed = sql<{ ok: boolean }>`
    select has_database_privilege(current_database(), 'CREATE') and exists
      (select 1 from pg_available_extension_versions where name = 'pg_trgm' and trusted) as ok`
  if (!(await allowed.execute(db)).rows[0]?.ok) return undefined
  await sql`create extension if not exists pg_trgm with schema public`.execute(db)
  return 'public'
}
