import { DEVICE_STATES, type DeviceState } from '@vitrine/contract/api/screens/device-facets'
import { type devices, PLACES_LISTED, SHOWING_LISTED } from '@vitrine/contract/api/screens/devices'
import type { ResultOf } from '@vitrine/contract/route'
import { type RawBuilder, sql } from 'kysely'
import { storyboardNames } from '#content/storyboards/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { planForAll } from '#screens/status/plan.ts'
import { selectDevices } from './device-rows.ts'
import { facetsOf, partsAt } from './states.ts'

type Counts = Omit<ResultOf<typeof devices.states>, 'correctable'>

/**
 * How many screens are in each state, show each storyboard, and are right in each building. One statement looks at each
 * screen once: it counts those that look the same, and then the facets of these.
 */
export async function countDeviceStates(db: Db, now: number): Promise<Counts> {
  const rows = await countRows(db, now)
  const [total] = rows.filter(({ of }) => of === 'all')
  const showing = rows.flatMap((row) =>
    row.of === 'storyboard' && row.id !== null ? [{ ...row, id: row.id }] : [],
  )
  const places = rows.flatMap((row) =>
    row.of === 'building' && row.id !== null ? [{ ...row, id: row.id }] : [],
  )
  const names = await storyboardNames(
    db,
    showing.map(({ id }) => id),
  )
  const buildings = await buildingNames(db, places)
  return {
    states: Object.fromEntries(
      DEVICE_STATES.map((facet) => [facet, Number(total?.[facet] ?? 0)]),
    ) as Counts['states'],
    showing: showing.map(({ id, screens, differs }) => ({
      ...{ storyboardId: id, name: names.get(id) ?? null },
      ...{ screens: Number(screens), differs: Number(differs) },
    })),
    places: places.map(({ id, right, differs, unknown }) => ({
      ...{ buildingId: id, name: buildings.get(id) ?? '' },
      ...{ right: Number(right), differs: Number(differs), unknown: Number(unknown) },
    })),
  }
}

async function countRows(db: Db, now: number) {
  const parts = {
    ...partsAt(db, await planForAll(db, now)),
    buildingId: sql<string | null>`${sql.ref('floors.buildingId')}`,
    // The tenant's condition applies to `alike`, too.
    organizationId: sql<string>`${sql.ref('devices.organizationId')}`,
  }
  const alike = selectDevices(db, now)
    .clearSelect()
    .leftJoin('floors', 'floors.id', 'devices.floorId')
    .select([
      parts.connection.as('connection'),
      parts.content.as('content'),
      parts.storyboardId.as('storyboardId'),
      parts.reason.as('reason'),
      parts.buildingId.as('buildingId'),
      parts.organizationId.as('organizationId'),
      sql<number>`count(*)`.as('screens'),
    ])
    .groupBy(Object.keys(parts).map((_, place) => sql.raw(String(place + 1))))
  const facets = facetsOf({
    connection: sql.ref('alike.connection'),
    content: sql.ref('alike.content'),
    storyboardId: sql.ref('alike.storyboardId'),
    reason: sql.ref('alike.reason'),
  })
  const sumOf = (facet: DeviceState) =>
    sql<number>`coalesce(sum(case when ${facets[facet]} then alike.screens else 0 end), 0)`
  const sums = DEVICE_STATES.map((facet) => sumOf(facet).as(facet))
  const screens = sql<number>`coalesce(sum(alike.screens), 0)`
  const { storyboardId, buildingId } = {
    storyboardId: sql.ref<string | null>('alike.storyboardId'),
    buildingId: sql.ref<string | null>('alike.buildingId'),
  }
  return db
    .with('alike', () => alike)
    .selectFrom(({ selectFrom }) => {
      const of = (what: 'all' | 'storyboard' | 'building', id: RawBuilder<string | null>) =>
        selectFrom('alike').select([
          sql<typeof what>`${sql.lit(what)}`.as('of'),
          id.as('id'),
          screens.as('screens'),
          ...sums,
        ])
      const showing = of('storyboard', storyboardId)
        .where(sql<boolean>`alike.connection = 'online' and ${storyboardId} is not null`)
        .groupBy(storyboardId)
        .orderBy(screens, 'desc')
        .orderBy(storyboardId)
        .limit(SHOWING_LISTED)
      const places = of('building', buildingId)
        .where(sql<boolean>`${buildingId} is not null`)
        .groupBy(buildingId)
        .orderBy(sql`${sumOf('differs')} + ${sumOf('unknown')}`, 'desc')
        .orderBy(buildingId)
        .limit(PLACES_LISTED)
      return of('all', sql<string | null>`cast(null as text)`)
        .unionAll(selectFrom(showing.as('showing')).selectAll())
        .unionAll(selectFrom(places.as('places')).selectAll())
        .as('counts')
    })
    .selectAll()
    .execute()
}

async function buildingNames(db: Db, buildings: readonly { id: string }[]): Promise<Map<string, string>> {
  if (buildings.length === 0) return new Map()
  const rows = await db
    .selectFrom('buildings')
    .select(['id', 'name'])
    .where('id', 'in', anyOf(db, buildings))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
