import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import { orderInPostgres, orderInSqlite } from '#db/lists/name-order.ts'
import type { Db } from '#db/schema.ts'
import type { Bare } from './table.ts'

/** Tables that lists show by name. */
const NAMED = [
  ...['organizations', 'users', 'buildings', 'sources', 'folders', 'media', 'pages', 'storyboards', 'tags'],
  ...['trash', 'device_groups', 'devices', 'device_configurations', 'alert_rules'],
]

/** Order indexes of long lists. Those of `nameKey` that only served the order are replaced. */
const INDEXES = [
  [
    'media_root_nameKey',
    'media_root_nameOrder',
    'media ("organizationId", "nameOrder", "id") where "folderId" is null',
  ],
  [undefined, 'media_by_nameOrder', 'media ("organizationId", "nameOrder", "id")'],
  ['pages_listed', 'pages_listed', 'pages ("organizationId", "kind", "isTemplate", "nameOrder", "id")'],
  [undefined, 'devices_by_nameOrder', 'devices ("organizationId", "nameOrder", "id")'],
  ['devices_name', 'devices_name', 'devices ("nameOrder", "id")'],
  ['devices_group', 'devices_group', 'devices ("deviceGroupId", "nameOrder", "id")'],
  [undefined, 'folders_by_nameOrder', 'folders ("organizationId", "parentKey", "nameOrder", "id")'],
] as const

/**
 * `nameOrder` is the `nameKey` whose numbers all have the same length: *screen 2* comes before *screen 12*. Triggers set
 * it, so a row that is written, renamed, restored, or imported has the right one.
 */
export async function up(db: Bare): Promise<void> {
  for (const table of NAMED)
    await sql`alter table ${sql.table(table)} add column "nameOrder" text not null default ''`.execute(db)
  await (isPostgres(db as Db) ? orderWithPostgres(db) : orderWithSqlite(db))
  for (const [old, name, columns] of INDEXES) {
    if (old) await sql`drop index ${sql.ref(old)}`.execute(db)
    await sql`create index ${sql.ref(name)} on ${sql.raw(columns)}`.execute(db)
  }
}

/** The function names nothing of its schema: a restore moves both. */
async function orderWithPostgres(db: Bare): Promise<void> {
  await sql`create function set_name_order() returns trigger language plpgsql as ${sql.lit(
    `begin new."nameOrder" := ${orderInPostgres('new."nameKey"')}; return new; end`,
  )}`.execute(db)
  for (const table of NAMED) {
    await sql`update ${sql.table(table)} set "nameOrder" = ${sql.raw(orderInPostgres('"nameKey"'))}`.execute(
      db,
    )
    await sql`create trigger ${sql.ref(`${table}_order`)} before insert or update of "nameKey", "nameOrder"
      on ${sql.table(table)} for each row execute function set_name_order()`.execute(db)
  }
}

async function orderWithSqlite(db: Bare): Promise<void> {
  for (const table of NAMED) {
    const rows = sql.table(table)
    await sql`update ${rows} set "nameOrder" = ${orderInSqlite('"nameKey"')}`.execute(db)
    const set = sql`update ${rows} set "nameOrder" = ${orderInSqlite('new."nameKey"')} where id = new.id`
    await sql`create trigger ${sql.table(`${table}_insert_order`)} after insert on ${rows} begin ${set}; end`.execute(
      db,
    )
    await sql`create trigger ${sql.table(`${table}_update_order`)} after update of "nameKey" on ${rows}
      when old."nameKey" <> new."nameKey" begin ${set}; end`.execute(db)
  }
}
