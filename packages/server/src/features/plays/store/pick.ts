import type { PlayQuery } from '@vitrine/contract/api/screens/plays'
import { searchKey } from '@vitrine/contract/search-key'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { EVERY_ITEM, EVERYTHING } from '#db/plays/keys.ts'
import type { Db } from '#db/schema.ts'

const DAY = 86_400_000

/** A query in numbers of the store. */
export interface Picked {
  tenants: number[]
  /** Null: all screens. */
  screens: number[] | null
  /** Conditions on `play_items` rows; null: all items. */
  items: RawBuilder<SqlBool> | null
  /** Screens whose name matches the search: all their plays count. */
  orScreens: number[]
  /** First millisecond of the days with individual plays. */
  keptFrom: number
}

interface Keeping {
  now: number
  keepDays: number
}

/** Days to keep an organization's individual plays. */
export const keptDays = (playDays: number | null, keepDays: number): number =>
  Math.min(playDays ?? keepDays, keepDays)

/** Start of the first day with individual plays. */
export const keptFrom = (now: number, days: number): number => (Math.floor(now / DAY) - days) * DAY

/** Undefined if nothing can match. `db` is bound to the caller's organization. */
export async function pick(db: Db, query: PlayQuery, keeping: Keeping): Promise<Picked | undefined> {
  const organizations = await db
    .selectFrom('organizations')
    .select(['playNumber', 'playDays'])
    .where('playNumber', 'is not', null)
    .execute()
  const tenants = organizations.flatMap(({ playNumber }) => playNumber ?? [])
  if (tenants.length === 0) return undefined
  const days = organizations.map(({ playDays }) => keptDays(playDays, keeping.keepDays))
  const screens = await screensOf(db, query)
  if (screens?.length === 0) return undefined
  const search = query.search ? patternOf(query.search) : undefined
  const conditions: RawBuilder<SqlBool>[] = []
  if (query.kind) conditions.push(sql`i.kind = ${query.kind}`)
  if (query.storyboardId) conditions.push(sql`i."storyboardId" = ${query.storyboardId}`)
  const orScreens = search ? await screensNamed(db, search) : []
  if (search) conditions.push(named(search, orScreens))
  return {
    tenants,
    screens,
    items: conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : null,
    orScreens,
    // For several organizations: the period in which all of them have individual plays.
    keptFrom: keptFrom(keeping.now, Math.min(...days)),
  }
}

const patternOf = (search: string) => `%${searchKey(search).replace(/[!%_]/g, '!$&')}%`

const named = (pattern: string, screens: readonly number[]): RawBuilder<SqlBool> =>
  screens.length > 0
    ? sql`(i."nameKey" like ${pattern} escape '!' or ${numbersIn('f.screen', screens)})`
    : sql`i."nameKey" like ${pattern} escape '!'`

/** Inlines few numbers, which is best for every query plan. They are the server's own: no text gets here. */
export const numbersIn = (column: string, numbers: readonly number[]): RawBuilder<SqlBool> =>
  numbers.length === 1
    ? sql`${sql.ref(column)} = ${sql.lit(numbers[0] ?? 0)}`
    : sql`${sql.ref(column)} in (${sql.join(numbers.map((number) => sql.lit(number)))})`

async function screensNamed(db: Db, pattern: string): Promise<number[]> {
  const rows = await db
    .selectFrom('play_screens')
    .select('number')
    .where(sql<SqlBool>`"nameKey" like ${pattern} escape '!'`)
    .limit(20_000)
    .execute()
  return rows.map(({ number }) => number)
}

/** The screens of a query, or of its building; null for all. */
async function screensOf(db: Db, { deviceId, buildingId }: PlayQuery): Promise<number[] | null> {
  if (deviceId === undefined && buildingId === undefined) return null
  let query = db.selectFrom('play_screens').select('play_screens.number')
  if (deviceId !== undefined) query = query.where('play_screens.id', '=', deviceId)
  if (buildingId !== undefined)
    query = query
      .innerJoin('devices', 'devices.id', 'play_screens.id')
      .innerJoin('floors', 'floors.id', 'devices.floorId')
      .where('floors.buildingId', '=', buildingId)
  return (await query.execute()).map(({ number }) => number)
}

/**
 * Totals of a query between two hours, as `f` (and `i` for the item, with `byItem` or if the query filters items).
 * Without items, reads rows that sum all of them: one per screen and hour, or one per hour.
 */
export function hoursFrom(
  picked: Picked,
  { from, to }: { from: number; to: number },
  by: { item?: boolean; screen?: boolean } = {},
): RawBuilder<unknown> {
  const { tenants, screens, items } = picked
  const span = sql`${numbersIn('f.tenant', tenants)} and f.hour >= ${sql.lit(from)} and f.hour < ${sql.lit(to)}`
  const only = screens ? sql` and ${numbersIn('f.screen', screens)}` : sql``
  if (items || by.item)
    // In this order SQLite reads the hours of each item from the key; PostgreSQL plans on its own.
    return sql`play_items as i cross join play_hours as f
      where f.item = i.number and ${span}${only}${items ? sql` and ${items}` : sql``}`
  const item = screens || by.screen ? EVERY_ITEM : EVERYTHING
  return sql`play_hours as f where f.item = ${sql.lit(item)} and ${span}${only}`
}
