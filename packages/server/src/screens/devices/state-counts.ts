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

type Counts = ResultOf<typeof devices.states>

/**
 * How many screens are in each state, show each storyboard, and are right in each building: those that look the same are
 * counted first, and the facets of these then.
 */
export async function countDeviceStates(db: Db, now: number): Promise<Counts> {
  const plan = await planForAll(db, now)
  const parts: Record<string, RawBuilder<string | null>> = {
    ...partsAt(db, plan),
    buildingId: sql<string | null>`${sql.ref('floors.buildingId')}`,
  }
  const named = Object.entries(parts).map(([name, value]) => value.as(name))
  const alike = selectDevices(db, now)
    .clearSelect()
    .leftJoin('floors', 'floors.id', 'devices.floorId')
    .select([...named, sql<number>`count(*)`.as('screens')])
    .groupBy(named.map((_, place) => sql.raw(String(place + 1))))
    .as('alike')
  const refs = Object.fromEntries(Object.keys(parts).map((name) => [name, sql.ref(`alike.${name}`)]))
  const facets = facetsOf(refs as ReturnType<typeof partsAt>)
  const sumOf = (facet: DeviceState) =>
    sql<number>`coalesce(sum(case when ${facets[facet]} then alike.screens else 0 end), 0)`
  const row = await db
    .selectFrom(alike)
    .select(DEVICE_STATES.map((facet) => sumOf(facet).as(facet)))
    .executeTakeFirstOrThrow()
  const storyboardId = sql.ref<string>('alike.storyboardId')
  const showing = await db
    .selectFrom(alike)
    .where(sql<boolean>`alike.connection = 'online' and ${storyboardId} is not null`)
    .groupBy(storyboardId)
    .select([
      storyboardId.as('storyboardId'),
      sql<number>`sum(alike.screens)`.as('screens'),
      sumOf('differs').as('differs'),
    ])
    .orderBy('screens', 'desc')
    .orderBy('storyboardId')
    .limit(SHOWING_LISTED)
    .execute()
  const buildingId = sql.ref<string>('alike.buildingId')
  const places = await db
    .selectFrom(alike)
    .where(sql<boolean>`${buildingId} is not null`)
    .groupBy(buildingId)
    .select([
      buildingId.as('buildingId'),
      sumOf('right').as('right'),
      sumOf('differs').as('differs'),
      sumOf('unknown').as('unknown'),
    ])
    .orderBy(sql`${sumOf('differs')} + ${sumOf('unknown')}`, 'desc')
    .orderBy('buildingId')
    .limit(PLACES_LISTED)
    .execute()
  const names = await storyboardNames(
    db,
    showing.map((one) => one.storyboardId),
  )
  const buildings = await buildingNames(
    db,
    places.map((one) => one.buildingId),
  )
  return {
    states: Object.fromEntries(DEVICE_STATES.map((facet) => [facet, Number(row[facet])])) as Counts['states'],
    showing: showing.map(({ storyboardId: id, screens, differs }) => ({
      ...{ storyboardId: id, name: names.get(id) ?? null },
      ...{ screens: Number(screens), differs: Number(differs) },
    })),
    places: places.map(({ buildingId: id, right, differs, unknown }) => ({
      ...{ buildingId: id, name: buildings.get(id) ?? '' },
      ...{ right: Number(right), differs: Number(differs), unknown: Number(unknown) },
    })),
  }
}

async function buildingNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('buildings')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      anyOf(
        db,
        ids.map((id) => ({ id })),
      ),
    )
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
