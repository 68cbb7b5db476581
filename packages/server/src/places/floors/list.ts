import type { Building } from '@vitrine/contract/api/places/buildings'
import type { FloorPlace, FloorPlan, FloorWithDevices } from '@vitrine/contract/api/places/floors'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { sql } from 'kysely'
import { PackedIds } from '#db/lists/packed-ids.ts'
import type { Db } from '#db/schema.ts'
import type { FloorPlacesTable, FloorsTable } from '#db/tables/devices.ts'
import { inParts } from '#lib/work/parts.ts'
import { buildingsById } from '#places/buildings/queries.ts'
import { devicesById } from '#screens/devices/queries.ts'
import { placesOf, plansOf } from './queries.ts'

type BuildingWithFloors = Omit<Building, 'floors' | 'truth'> & { floors: FloorWithDevices[] }

/** Screens, and floors, that are read together. */
const SCREENS_AT_ONCE = 500
const FLOORS_AT_ONCE = 1000

/** Buildings by name with their floors in order, and the screens on each by name. Many are read while they are sent. */
export async function listFloors(db: Db, now: number): Promise<BuildingWithFloors[]> {
  const onFloor = await screensByFloor(db)
  const isLong = (screens: PackedIds | undefined) => (screens?.length ?? 0) > SCREENS_AT_ONCE
  const read = async (ids: readonly string[]) => {
    const buildings = await buildingsById(db, ids)
    const floors = buildings.flatMap((building) => building.floors)
    const few = new Map(floors.map(({ id }) => [id, isLong(onFloor.get(id)) ? [] : idsOf(onFloor.get(id))]))
    const devices = new Map(
      (await devicesById(db, [...few.values()].flat(), now)).map((device) => [device.id, device]),
    )
    const known = new Map([...few].map(([id, own]) => [id, own.flatMap((each) => devices.get(each) ?? [])]))
    const found = new Map((await withDevices(db, floors, known)).map((floor) => [floor.id, floor]))
    for (const [id, screens] of onFloor) {
      const floor = isLong(screens) ? found.get(id) : undefined
      if (floor) floor.devices = manyDevices(db, id, screens, now)
    }
    return buildings.map((building) => ({
      ...building,
      floors: building.floors.flatMap(({ id }) => found.get(id) ?? []),
    }))
  }
  const slices = await buildingSlices(db, onFloor)
  if (slices.length === 0) return []
  if (slices.length === 1 && ![...onFloor.values()].some(isLong)) return read(slices[0] ?? [])
  return inParts(async function* () {
    for (const ids of slices) yield await read(ids)
  }, 'nested')
}

const idsOf = (ids: PackedIds | undefined) => ids?.slice(0, ids.length) ?? []

/** The ids of the screens on each floor, by name. */
async function screensByFloor(db: Db): Promise<Map<string, PackedIds>> {
  const rows = await db
    .selectFrom('devices')
    .select(['floorId', sql<string>`string_agg("id", ' ' order by "nameOrder", "id")`.as('ids')])
    .where('floorId', 'is not', null)
    .groupBy('floorId')
    .execute()
  return new Map(rows.map(({ floorId, ids }) => [floorId ?? '', new PackedIds(ids)]))
}

/** The ids of buildings by name; as many in each slice as are read together. */
async function buildingSlices(db: Db, onFloor: ReadonlyMap<string, PackedIds>): Promise<readonly string[][]> {
  const rows = await db
    .selectFrom('buildings')
    .select('buildings.id')
    .select(({ selectFrom }) =>
      selectFrom('floors')
        .select(sql<string | null>`string_agg("floors"."id", ' ')`.as('floors'))
        .whereRef('floors.buildingId', '=', 'buildings.id')
        .as('floors'),
    )
    .orderBy('buildings.nameOrder')
    .orderBy('buildings.id')
    .execute()
  const slices: string[][] = []
  let [floors, screens] = [0, 0]
  for (const row of rows) {
    const own = row.floors?.split(' ') ?? []
    const counts = own.map((id) => onFloor.get(id)?.length ?? 0).filter((count) => count <= SCREENS_AT_ONCE)
    const more = counts.reduce((sum, count) => sum + count, 0)
    floors += own.length + 1
    screens += more
    const slice = slices.at(-1)
    if (slice && floors <= FLOORS_AT_ONCE && screens <= SCREENS_AT_ONCE) slice.push(row.id)
    else {
      slices.push([row.id])
      floors = own.length + 1
      screens = more
    }
  }
  return slices
}

function manyDevices(db: Db, floorId: string, ids: PackedIds, now: number) {
  return inParts(async function* () {
    for (let at = 0; at < ids.length; at += SCREENS_AT_ONCE) {
      const wanted = ids.slice(at, at + SCREENS_AT_ONCE)
      const found = await devicesById(db, wanted, now)
      const devices = new Map(found.map((device) => [device.id, device]))
      const places = await placesOf(db, found)
      yield wanted.flatMap((id) => {
        const device = devices.get(id)
        return device ? [placed(device, places, floorId)] : []
      })
    }
  })
}

/** Floors with their plans, and their screens with places. */
export async function withDevices(
  db: Db,
  floors: readonly Pick<FloorsTable, 'id' | 'name' | 'planId'>[],
  onFloor: ReadonlyMap<string, readonly Device[]>,
): Promise<FloorWithDevices[]> {
  if (floors.length === 0) return []
  const planIds = floors.flatMap(({ planId }) => planId ?? [])
  const plans = planIds.length > 0 ? await plansOf(db, planIds) : new Map<string, FloorPlan>()
  const places = await placesOf(
    db,
    floors.flatMap(({ id }) => onFloor.get(id) ?? []),
  )
  return floors.map(({ id, name, planId }) => {
    const devices = (onFloor.get(id) ?? []).map((device) => placed(device, places, id))
    return { id, name, planId, plan: plans.get(planId ?? '') ?? null, devices }
  })
}

/** A screen that moved to another floor keeps its old place, which isn't shown. */
function placed(device: Device, places: ReadonlyMap<string, FloorPlacesTable>, floorId: string) {
  const row = places.get(device.id)
  if (row?.floorId !== floorId) return { ...device, place: null }
  const { x, y, facing } = row
  return { ...device, place: { x, y, facing } satisfies FloorPlace }
}
