import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import { anyOf, inTransaction } from '#db/database.ts'
import { dayOf } from '#db/plays/days.ts'
import { itemId } from '#db/plays/keys.ts'
import type { Db } from '#db/schema.ts'
import type { PlayItemsTable, PlayScreensTable } from '#db/tables/reporting.ts'
import type { NewPlay } from '#screens/plays/api.ts'

/** Numbers of the names in plays. Missing for an organization that was deleted since. */
export interface PlayNumbers {
  tenants: ReadonlyMap<string, number>
  screens: ReadonlyMap<string, number>
  /** By `itemId`. */
  items: ReadonlyMap<string, number>
}

type Names = Pick<PlayItemsTable, 'id' | 'name' | 'organizationId'>
type Known = Pick<PlayItemsTable, 'id' | 'number' | 'name' | 'lastDay'>

/** The numbers of all names in these plays. Adds new names and updates changed ones, in short transactions. */
export async function numbersOf(database: Db, plays: readonly NewPlay[], now: number): Promise<PlayNumbers> {
  const tenants = await tenantNumbers(database, [...new Set(plays.map((play) => play.organizationId))])
  const kept = plays.filter(({ organizationId }) => tenants.has(organizationId))
  const names = await screenNames(database, kept)
  const screens = await numbers(database, 'play_screens', names, now)
  const items = await numbers(database, 'play_items', itemsOf(kept), now)
  return { tenants, screens, items }
}

function itemsOf(plays: readonly NewPlay[]): (Names & Partial<PlayItemsTable>)[] {
  const items = new Map<string, Names & Partial<PlayItemsTable>>()
  for (const { organizationId, kind, storyboardId, pageId, mediaId, name } of plays) {
    const of = { organizationId, kind, storyboardId, pageId, mediaId }
    const id = itemId(of)
    items.set(id, { id, ...of, name })
  }
  return [...items.values()]
}

async function screenNames(database: Db, plays: readonly NewPlay[]): Promise<Names[]> {
  const screens = new Map(plays.map(({ deviceId, organizationId }) => [deviceId, organizationId]))
  const ids = [...screens.keys()].map((id) => ({ id }))
  const devices = await database
    .selectFrom('devices')
    .select(['id', 'name'])
    .where('id', 'in', anyOf(database, ids))
    .execute()
  const names = new Map(devices.map(({ id, name }) => [id, name]))
  return [...screens].map(([id, organizationId]) => ({ id, organizationId, name: names.get(id) ?? '' }))
}

async function tenantNumbers(database: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const read = async () =>
    database
      .selectFrom('organizations')
      .select(['id', 'playNumber'])
      .where(
        'id',
        'in',
        anyOf(
          database,
          ids.map((id) => ({ id })),
        ),
      )
      .execute()
  let rows = await read()
  const missing = rows.filter(({ playNumber }) => playNumber === null)
  if (missing.length > 0) {
    await inTransaction(database, async (tx) => {
      let number = await nextNumbers(tx, missing.length)
      for (const { id } of missing)
        await tx
          .updateTable('organizations')
          .set({ playNumber: number++ })
          .where('id', '=', id)
          .where('playNumber', 'is', null)
          .execute()
    })
    rows = await read()
  }
  return new Map(rows.flatMap(({ id, playNumber }) => (playNumber === null ? [] : [[id, playNumber]])))
}

/** Reserves new numbers and returns the first. Numbers are never reused, because rows may outlive their names. */
async function nextNumbers(tx: Db, count: number): Promise<number> {
  const { at } = await tx
    .updateTable('server_marks')
    .set(({ eb }) => ({ at: eb('at', '+', count) }))
    .where('id', '=', 'play-numbers')
    .returning('at')
    .executeTakeFirstOrThrow()
  return Number(at) - count + 1
}

async function numbers(
  database: Db,
  table: 'play_items' | 'play_screens',
  wanted: readonly Names[],
  now: number,
): Promise<Map<string, number>> {
  const today = dayOf(now)
  const known = await knownOf(database, table, wanted)
  const missing = wanted.filter(({ id }) => !known.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1))
  if (missing.length > 0) {
    await inTransaction(database, async (tx) => {
      let number = await nextNumbers(tx, missing.length)
      for (const row of missing) {
        const named = { ...row, nameKey: searchKey(row.name), number: number++, lastDay: today }
        await tx
          .insertInto(table)
          .values(named as PlayItemsTable & PlayScreensTable)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
      }
    })
    for (const [id, row] of await knownOf(database, table, missing)) known.set(id, row)
  }
  const changed = wanted.flatMap(({ id, name }) => {
    const row = known.get(id)
    // A deleted screen keeps its last name.
    const isRenamed = row !== undefined && name !== '' && row.name !== name
    return row && (isRenamed || row.lastDay < today) ? [{ id, name: isRenamed ? name : row.name }] : []
  })
  if (changed.length > 0)
    await inTransaction(database, async (tx) => {
      // Same order everywhere, or two servers that update the same rows would deadlock.
      for (const { id, name } of changed.sort((a, b) => (a.id < b.id ? -1 : 1)))
        await tx
          .updateTable(table)
          .set({ lastDay: today, name, nameKey: searchKey(name) })
          .where('id', '=', id)
          .execute()
    })
  return new Map([...known].map(([id, { number }]) => [id, number]))
}

async function knownOf(
  database: Db,
  table: 'play_items' | 'play_screens',
  wanted: readonly Pick<Names, 'id'>[],
): Promise<Map<string, Known>> {
  const rows = await database
    .selectFrom(table)
    .select(['id', 'number', 'name', 'lastDay'])
    .where('id', 'in', anyOf(database, wanted))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Deletes names without plays since a day, in batches; returns the count. */
export async function forgetNames(database: Db, before: number): Promise<number> {
  let removed = 0
  for (const table of ['play_items', 'play_screens'] as const) {
    const { numDeletedRows } = await database
      .deleteFrom(table)
      .where(
        'id',
        'in',
        sql<string>`(select id from ${sql.table(table)} where "lastDay" < ${before} limit 500)`,
      )
      .executeTakeFirstOrThrow()
    removed += Number(numDeletedRows)
  }
  return removed
}
