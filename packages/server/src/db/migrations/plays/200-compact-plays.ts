import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'
import { dayOf, makePlayDays } from '#db/plays/days.ts'
import { EVERY_ITEM, EVERYTHING, eachHour, hourOf, itemId, playKey } from '#db/plays/keys.ts'
import type { Db } from '#db/schema.ts'

const PAGE = 2000
/** Maximum parameters of one insert in SQLite and PostgreSQL. */
const VALUES = 6000

/** Plays as numbers, with a table of names for them and totals per hour; on PostgreSQL a table per day. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('organizations').addColumn('playNumber', 'integer').execute()
  await db.schema.alterTable('organizations').addColumn('playDays', 'integer').execute()
  await db.schema.alterTable('plays').renameTo('former_plays').execute()
  await createTables(db)
  const last = await convert(db)
  await db.insertInto('server_marks').values({ id: 'play-numbers', at: last, text: null }).execute()
  await db.schema.dropTable('former_plays').execute()
}

async function createTables(db: Bare): Promise<void> {
  const postgres = isPostgres(db as Db)
  for (const name of ['play_items', 'play_screens']) {
    const table = createTable(db, name)
      .addColumn('number', 'integer', (column) => column.notNull().unique())
      .addColumn('organizationId', 'text', (column) =>
        column.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('nameKey', 'text', (column) => column.notNull())
      .addColumn('lastDay', 'integer', (column) => column.notNull())
    await (name === 'play_screens'
      ? table
      : table
          .addColumn('kind', 'text', (column) => column.notNull())
          .addColumn('storyboardId', 'text', (column) => column.notNull())
          .addColumn('pageId', 'text', (column) => column.notNull())
          .addColumn('mediaId', 'text')
    ).execute()
    await db.schema
      .createIndex(`${name}_organization`)
      .on(name)
      .columns(['organizationId', 'number'])
      .execute()
  }
  await db.schema
    .createTable('play_hours')
    .addColumn('tenant', 'integer', (column) => column.notNull())
    .addColumn('item', 'integer', (column) => column.notNull())
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('screen', 'integer', (column) => column.notNull())
    .addColumn('plays', 'integer', (column) => column.notNull())
    .addColumn('milliseconds', bigInteger(db), (column) => column.notNull())
    .addPrimaryKeyConstraint('play_hours_key', ['tenant', 'item', 'hour', 'screen'])
    .$call((table) => (postgres ? table : table.modifyEnd(sql`strict, without rowid`)))
    .execute()
  // Eight-byte columns first, to avoid padding in PostgreSQL.
  await db.schema
    .createTable('plays')
    .addColumn('startedAt', bigInteger(db), (column) => column.notNull())
    .addColumn('key', bigInteger(db), (column) => column.notNull())
    .addColumn('lasted', bigInteger(db), (column) => column.notNull())
    .addColumn('tenant', 'integer', (column) => column.notNull())
    .addColumn('screen', 'integer', (column) => column.notNull())
    .addColumn('item', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('plays_key', ['tenant', 'startedAt', 'screen', 'key'])
    .$call((table) =>
      table.modifyEnd(postgres ? sql`partition by range ("startedAt")` : sql`strict, without rowid`),
    )
    .execute()
  if (postgres) await sql`create index plays_time on plays using brin ("startedAt")`.execute(db)
}

interface Former {
  id: string
  organizationId: string
  deviceId: string
  deviceName: string
  kind: string
  storyboardId: string
  pageId: string
  mediaId: string | null
  name: string
  startedAt: number
  endedAt: number
}

/** Returns the last assigned number. */
async function convert(db: Bare): Promise<number> {
  const made = new Made()
  let [at, id] = [Number.MIN_SAFE_INTEGER, '']
  for (;;) {
    const rows = (await db
      .selectFrom('former_plays')
      .selectAll()
      .where(sql<boolean>`("startedAt", id) > (${at}, ${id})`)
      .orderBy('startedAt')
      .orderBy('id')
      .limit(PAGE)
      .execute()) as Former[]
    await insert(
      db,
      'plays',
      rows.map((row) => made.play(row)),
    )
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) break
    at = last.startedAt
    id = last.id
  }
  await insert(db, 'play_items', [...made.items.values()])
  await insert(db, 'play_screens', [...made.screens.values()])
  await insert(db, 'play_hours', made.totals())
  for (const [organizationId, number] of made.tenants)
    await db
      .updateTable('organizations')
      .set({ playNumber: number })
      .where('id', '=', organizationId)
      .execute()
  return made.last
}

async function insert(db: Bare, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return
  if (table === 'plays')
    await makePlayDays(
      db as Db,
      rows.map((row) => dayOf(Number(row.startedAt))),
    )
  const most = Math.floor(VALUES / Object.keys(rows[0] ?? {}).length)
  for (let at = 0; at < rows.length; at += most)
    await db
      .insertInto(table)
      .values(rows.slice(at, at + most))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

class Made {
  last = 0
  readonly tenants = new Map<string, number>()
  readonly items = new Map<string, Record<string, unknown> & { number: number }>()
  readonly screens = new Map<string, Record<string, unknown> & { number: number }>()
  readonly #hours = new Map<string, [plays: number, milliseconds: number]>()

  play({ id, organizationId, deviceId, deviceName, startedAt, endedAt, name, ...of }: Former) {
    const tenant = this.tenants.get(organizationId) ?? ++this.last
    this.tenants.set(organizationId, tenant)
    const common = { organizationId, lastDay: dayOf(endedAt) }
    const { kind, storyboardId, pageId, mediaId } = of
    const named = { kind, storyboardId, pageId, mediaId }
    const key = itemId({ organizationId, ...named })
    const item = {
      number: this.items.get(key)?.number ?? ++this.last,
      ...common,
      ...named,
      id: key,
      name,
      nameKey: searchKey(name),
    }
    this.items.set(key, item)
    const screen = {
      number: this.screens.get(deviceId)?.number ?? ++this.last,
      ...common,
      id: deviceId,
      name: deviceName,
      nameKey: searchKey(deviceName),
    }
    this.screens.set(deviceId, screen)
    const add = (hour: number, plays: number, milliseconds: number) => {
      for (const [n, on] of [
        [item.number, screen.number],
        [EVERY_ITEM, screen.number],
        [EVERYTHING, 0],
      ]) {
        const place = `${tenant} ${n} ${hour} ${on}`
        const [before, long] = this.#hours.get(place) ?? [0, 0]
        this.#hours.set(place, [before + plays, long + milliseconds])
      }
    }
    add(hourOf(startedAt), 1, 0)
    eachHour(startedAt, endedAt, (hour, milliseconds) => add(hour, 0, milliseconds))
    return {
      startedAt,
      key: playKey(id.slice(deviceId.length + 1)),
      lasted: endedAt - startedAt,
      tenant,
      screen: screen.number,
      item: item.number,
    }
  }

  totals() {
    return [...this.#hours].map(([place, [plays, milliseconds]]) => {
      const [tenant, item, hour, screen] = place.split(' ').map(Number)
      return { tenant, item, hour, screen, plays, milliseconds }
    })
  }
}
