import type { PlayQuery } from '@vitrine/contract/api/screens/plays'
import { searchKey } from '@vitrine/contract/search-key'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { isPartial } from '#db/scoped.ts'

const DAY = 86_400_000

export interface PickedItems extends Pick<PlayQuery, 'kind' | 'storyboardId' | 'itemId'> {
  /** Of `like`, for the name; `orScreens` match without it. */
  pattern?: string
}

/** A query in numbers of the store. */
export interface Picked {
  tenants: number[]
  /** Null: all screens. */
  screens: number[] | null
  /** Conditions on items; null: all items. */
  items: PickedItems | null
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
const keptDays = (playDays: number | null, keepDays: number): number =>
  Math.min(playDays ?? keepDays, keepDays)

/** Start of the first day with individual plays. */
export const keptFrom = (now: number, days: number): number => (Math.floor(now / DAY) - days) * DAY

/** Undefined if nothing can match. `db` is bound to the caller's organization. */
export async function pick(db: Db, query: PlayQuery, keeping: Keeping): Promise<Picked | undefined> {
  const kept = await keptPerTenant(db, keeping)
  if (kept.size === 0) return undefined
  const screens = await screensOf(db, query)
  if (screens?.length === 0) return undefined
  const search = query.search ? patternOf(query.search) : undefined
  const { kind, storyboardId, itemId } = query
  const isPicked = kind || storyboardId || itemId || search
  return {
    tenants: [...kept.keys()],
    screens,
    items: isPicked ? { kind, storyboardId, itemId, pattern: search } : null,
    orScreens: search ? await screensNamed(db, search) : [],
    // For several organizations: the period in which all of them have individual plays.
    keptFrom: Math.max(...kept.values()),
  }
}

const patternOf = (search: string) => `%${searchKey(search).replace(/[!%_]/g, '!$&')}%`

async function screensNamed(db: Db, pattern: string): Promise<number[]> {
  const rows = await db
    .selectFrom('play_screens')
    .select('number')
    .where(sql<SqlBool>`"nameKey" like ${pattern} escape '!'`)
    .limit(20_000)
    .execute()
  return rows.map(({ number }) => number)
}

/** The screens of a query, or of its building, among those that its caller reaches; null for all. */
async function screensOf(db: Db, { deviceId, buildingId }: PlayQuery): Promise<number[] | null> {
  if (deviceId === undefined && buildingId === undefined && !isPartial(db)) return null
  let query = db.selectFrom('play_screens').select('play_screens.number')
  if (deviceId !== undefined) query = query.where('play_screens.id', '=', deviceId)
  if (buildingId !== undefined)
    query = query
      .innerJoin('devices', 'devices.id', 'play_screens.id')
      .innerJoin('floors', 'floors.id', 'devices.floorId')
      .where('floors.buildingId', '=', buildingId)
  return (await query.execute()).map(({ number }) => number)
}

/** The instant from which single plays are kept, per number of an organization that has any. */
export async function keptPerTenant(db: Db, { now, keepDays }: Keeping): Promise<Map<number, number>> {
  const organizations = await db
    .selectFrom('organizations')
    .select(['playNumber', 'playDays'])
    .where('playNumber', 'is not', null)
    .execute()
  return new Map(
    organizations.map((row) => [row.playNumber ?? 0, keptFrom(now, keptDays(row.playDays, keepDays))]),
  )
}
