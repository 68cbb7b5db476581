import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import { searchTables } from '#db/lists/name-search.ts'
import type { Bare } from '#db/migrations/table.ts'
import type { Db } from '#db/schema.ts'

/** Sort orders of the library. */
const MEDIA_ORDERS = ['createdAt', 'nameKey', 'size', 'mimetype', 'updatedAt']

export async function up(db: Bare): Promise<void> {
  // Most media are in Root. PostgreSQL can't use "is null" in the middle of an index to sort by the next column.
  for (const order of MEDIA_ORDERS)
    await db.schema
      .createIndex(`media_root_${order}`)
      .on('media')
      .columns(['organizationId', order, 'id'])
      .where(sql.ref('folderId'), 'is', null)
      .execute()
  for (const order of ['createdAt', 'nameKey'])
    await db.schema
      .createIndex(`media_by_${order}`)
      .on('media')
      .columns(['organizationId', order, 'id'])
      .execute()
  // Super admins list all organizations.
  await db.schema
    .createIndex('media_root_of_all')
    .on('media')
    .columns(['createdAt', 'id'])
    .where(sql.ref('folderId'), 'is', null)
    .execute()
  // Most media are not cards and are in Root: SQLite would pick indexes that contain all of them under null.
  for (const [old, name, column] of [
    ['media_card', 'media_of_cards', 'cardId'],
    ['media_folder', 'media_in_folders', 'folderId'],
  ] as const) {
    await db.schema.dropIndex(old).execute()
    await db.schema
      .createIndex(name)
      .on('media')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute()
  }
  await db.schema.createIndex('devices_name').on('devices').columns(['nameKey', 'id']).execute()
  for (const order of ['createdAt', 'updatedAt'])
    await db.schema
      .createIndex(`devices_${order}`)
      .on('devices')
      .columns(['organizationId', order, 'id'])
      .execute()
  if (isPostgres(db as Db)) await indexWithPostgres(db, 'media', 'nameKey')
  else await indexWithSqlite(db, 'media', 'nameKey')
}

/** Triggers maintain the index; SQLite's own row numbers don't work here, because VACUUM may change them. */
async function indexWithSqlite(db: Bare, table: string, column: string): Promise<void> {
  const { names, index } = searchTables(table)
  const [key, rows] = [sql.ref(column), sql.table(table)]
  const trigger = (when: string) => sql.table(`${table}_${when}_search`)
  const numberOf = (id: string) => sql`(select n from ${names} where id = ${sql.ref(id)})`
  for (const statement of [
    sql`create table ${names} (n integer primary key, id text not null unique) strict`,
    sql`create virtual table ${index} using fts5(key, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`,
    sql`insert into ${names} (id) select id from ${rows}`,
    sql`insert into ${index} (rowid, key) select n, ${key} from ${names} join ${rows} using (id)`,
    sql`create trigger ${trigger('insert')} after insert on ${rows} begin
      insert into ${names} (id) values (new.id);
      insert into ${index} (rowid, key) values (${numberOf('new.id')}, new.${key});
    end`,
    sql`create trigger ${trigger('update')} after update of ${key} on ${rows} when old.${key} <> new.${key} begin
      delete from ${index} where rowid = ${numberOf('new.id')};
      insert into ${index} (rowid, key) values (${numberOf('new.id')}, new.${key});
    end`,
    sql`create trigger ${trigger('delete')} after delete on ${rows} begin
      delete from ${index} where rowid = ${numberOf('old.id')};
      delete from ${names} where id = old.id;
    end`,
  ])
    await statement.execute(db)
}

/** A trusted extension of PostgreSQL, which a database's owner may create; without it, searches scan all names. */
async function indexWithPostgres(db: Bare, table: string, column: string): Promise<void> {
  const schema = await trigramSchema(db)
  if (schema === undefined) return
  const [name, rows] = [sql.ref(`${table}_search`), sql.table(table)]
  await sql`create index ${name} on ${rows} using gin (${sql.ref(column)} ${sql.ref(schema)}.gin_trgm_ops)`.execute(
    db,
  )
}

async function trigramSchema(db: Bare): Promise<string | undefined> {
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
