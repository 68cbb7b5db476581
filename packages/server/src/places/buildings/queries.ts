import type { ListQuery } from '@vitrine/contract/api/base/entity'
import type { Building, BuildingInput } from '@vitrine/contract/api/places/buildings'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import { type Listing, listRows } from '#base/list.ts'
import { forgetReferences, refusePlacesInRules } from '#base/references/queries.ts'
import { refuseMoreRows } from '#base/storage/queries.ts'
import { withTags } from '#base/tags/queries.ts'
import { anyIn, anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { insideFound } from '#db/scoped.ts'
import type { BuildingsTable } from '#db/tables/devices.ts'
import { writeVersion } from '#db/versions.ts'
import { inUse, invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { truthOfBuildings } from '#screens/status/reason-at.ts'

const LISTING: Listing = {
  search: ['nameKey', sql`lower("buildings"."location")`],
  sort: {
    name: 'nameOrder',
    location: 'location',
    floors: sql`(select count(*) from "floors" where "floors"."buildingId" = "buildings"."id")`,
    devices: sql`(select count(*) from "devices" join "floors" on "floors"."id" = "devices"."floorId"
      where "floors"."buildingId" = "buildings"."id")`,
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
  },
}

export async function listBuildings(
  db: Db,
  query: ListQuery,
  now: number,
): Promise<{ buildings: Building[]; total?: number }> {
  const select = db.selectFrom('buildings').selectAll('buildings')
  const { rows, total } = await listRows(db, select, 'buildings', query, LISTING)
  const inside = insideFound(db)
  return { buildings: await withTruth(inside, await withFloors(inside, rows), now), total }
}

/** In the order of the ids. */
export async function buildingsById(db: Db, ids: readonly string[]): Promise<Omit<Building, 'truth'>[]> {
  const rows = await db
    .selectFrom('buildings')
    .selectAll()
    .where('id', 'in', anyIn(db, JSON.stringify(ids)))
    .execute()
  const byId = new Map((await withFloors(db, rows)).map((building) => [building.id, building]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const buildingsAmong = (db: Db, ids: readonly { id: string }[]) =>
  db.selectFrom('buildings').select(['id', 'organizationId']).where('id', 'in', anyOf(db, ids)).execute()

export async function getBuilding(db: Db, id: string, now: number): Promise<Building> {
  const row = await db.selectFrom('buildings').selectAll().where('id', '=', id).executeTakeFirst()
  const [building] = row ? await withTruth(db, await withFloors(db, [row]), now) : []
  if (!building) throw notFound('Building not found')
  return building
}

export async function createBuilding(
  db: Db,
  organizationId: string,
  input: BuildingInput,
  now: string,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('buildings')
    .values({ id, organizationId, ...columns(input), version: 1, createdAt: now, updatedAt: now })
    .execute()
  await saveFloors(db, organizationId, id, input.floors)
  await refuseMoreRows(db, 'buildings', organizationId)
  return id
}

/** Floors keep their ids, so that devices stay on them; a floor with devices can't be removed. */
export async function updateBuilding(
  db: Db,
  building: Building,
  input: BuildingInput,
  now: string,
): Promise<void> {
  await lockRow(db, 'buildings', building.id)
  await writeVersion(db, 'buildings', { id: building.id, seen: input.version, now }, columns(input))
  await saveFloors(db, building.organizationId, building.id, input.floors)
}

export async function deleteBuilding(
  db: Db,
  building: Pick<Building, 'id' | 'organizationId'>,
): Promise<void> {
  const { id } = building
  const floors = await floorIdsOf(db, id)
  await refuseFloorsInUse(db, floors)
  await refusePlacesInRules(db, [{ id }, ...floors])
  await db.deleteFrom('buildings').where('id', '=', id).execute()
  await forgetReferences(db, building.organizationId, floors)
}

const columns = ({ name, location, coordinates }: BuildingInput) => ({
  name,
  nameKey: searchKey(name),
  location,
  coordinates,
})

async function saveFloors(
  db: Db,
  organizationId: string,
  buildingId: string,
  floors: BuildingInput['floors'],
): Promise<void> {
  const before = await db.selectFrom('floors').select('id').where('buildingId', '=', buildingId).execute()
  const known = new Set(before.map((floor) => floor.id))
  floors.forEach((floor, index) => {
    if (floor.id && !known.delete(floor.id)) throw invalid({ [`floors.${index}.id`]: rule('unknown') })
  })
  const gone = [...known].map((floorId) => ({ id: floorId }))
  await refuseFloorsInUse(db, gone)
  await refusePlacesInRules(db, gone)
  if (known.size)
    await db
      .deleteFrom('floors')
      .where('id', 'in', [...known])
      .execute()
  await forgetReferences(
    db,
    organizationId,
    [...known].map((id) => ({ id })),
  )
  for (const [position, { id, name }] of floors.entries()) {
    if (id) await db.updateTable('floors').set({ name, position }).where('id', '=', id).execute()
    else
      await db
        .insertInto('floors')
        .values({ id: newId(), organizationId, buildingId, name, position })
        .execute()
  }
  if (floors.some(({ id }) => id === undefined)) await refuseMoreRows(db, 'floors', organizationId)
}

async function withFloors(db: Db, buildings: readonly BuildingsTable[]): Promise<Omit<Building, 'truth'>[]> {
  if (buildings.length === 0) return []
  const floors = await db
    .selectFrom('floors')
    .select(['id', 'name', 'planId', 'buildingId'])
    .where('buildingId', 'in', anyOf(db, buildings))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const screens = await db
    .selectFrom('floors')
    .innerJoin('devices', 'devices.floorId', 'floors.id')
    .where('floors.buildingId', 'in', anyOf(db, buildings))
    .groupBy('floors.buildingId')
    .select(({ fn }) => ['floors.buildingId', fn.countAll<number>().as('count')])
    .execute()
  const floorsOf = Map.groupBy(await withTags(db, 'floor', floors), ({ buildingId }) => buildingId)
  const screensOf = new Map(screens.map(({ buildingId, count }) => [buildingId, Number(count)]))
  const tagged = await withTags(db, 'building', buildings)
  return tagged.map((building) => ({
    ...building,
    floors: floorsOf.get(building.id) ?? [],
    devicesCount: screensOf.get(building.id) ?? 0,
  }))
}

/** With the truth of the screens on their floors. */
async function withTruth(
  db: Db,
  buildings: readonly Omit<Building, 'truth'>[],
  now: number,
): Promise<Building[]> {
  const truths = await truthOfBuildings(db, buildings, now)
  return buildings.map((building) => ({
    ...building,
    truth: truths.get(building.id) ?? { right: 0, differs: 0, unknown: 0 },
  }))
}

const floorIdsOf = (db: Db, buildingId: string) =>
  db.selectFrom('floors').select('id').where('buildingId', '=', buildingId).execute()

/** Throws what deleting it would throw. */
export async function refuseBuildingInUse(db: Db, { id }: { id: string }): Promise<void> {
  const floors = await floorIdsOf(db, id)
  await refuseFloorsInUse(db, floors)
  await refusePlacesInRules(db, [{ id }, ...floors])
}

async function refuseFloorsInUse(db: Db, floors: readonly { id: string }[]): Promise<void> {
  if (floors.length === 0) return
  const used = await db
    .selectFrom('devices')
    .innerJoin('floors', 'floors.id', 'devices.floorId')
    .select(['devices.id', 'devices.name', 'floors.name as floor'])
    .where('devices.floorId', 'in', anyOf(db, floors))
    .orderBy('devices.id')
    .execute()
  const [first] = used
  const uses = used.map(({ id, name }) => ({ kind: 'device' as const, id, name }))
  if (first)
    throw inUse(
      'USED_IN_BUILDING',
      `The screen ${first.name} is assigned to ${first.floor}. Move it first.`,
      uses,
    )
}
