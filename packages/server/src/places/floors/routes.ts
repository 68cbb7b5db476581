import { setImmediate } from 'node:timers/promises'
import type { Building } from '@vitrine/contract/api/places/buildings'
import { type FloorWithDevices, floors } from '@vitrine/contract/api/places/floors'
import { type Context, feature } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import { notFound } from '#lib/errors.ts'
import { listBuildings } from '#places/buildings/queries.ts'
import { allDevices, devicesOnFloor } from '#screens/devices/queries.ts'
import { getFloor, placeDevice, setPlan, withDevices } from './queries.ts'

/** Buildings that are read within some milliseconds; other calls run in between. */
const AT_ONCE = 500

type BuildingWithFloors = Omit<Building, 'floors'> & { floors: FloorWithDevices[] }

async function answerOf(
  { tenantDb, reports }: Pick<Context<typeof floors.plan>, 'tenantDb' | 'reports'>,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<{ floor: FloorWithDevices }> {
  const db = tenantDb(organizationId)
  const floor = await getFloor(db, id)
  const devices = await devicesOnFloor(db, id, reports.seen())
  const found = (await withDevices(db, [floor], new Map([[id, devices]]))).get(id)
  if (!found) throw notFound()
  return { floor: found }
}

export const floorsFeature = feature(floors, {
  list: async (context) => {
    const db = await listingDb(context, 'devices')
    const devices = await allDevices(db, context.reports.seen())
    const onFloor = Map.groupBy(devices, ({ floorId }) => floorId)
    await setImmediate()
    const buildings: BuildingWithFloors[] = []
    for (let page = 1; ; page++) {
      const { buildings: some } = await listBuildings(db, { page, pageSize: AT_ONCE })
      const floorsOf = some.flatMap((building) => building.floors)
      const known = await withDevices(db, floorsOf, onFloor)
      for (const building of some)
        buildings.push({ ...building, floors: building.floors.flatMap(({ id }) => known.get(id) ?? []) })
      if (some.length < AT_ONCE) return { buildings }
      await setImmediate()
    }
  },
  plan: async (context) => {
    const { db, tenantDb, params, body } = context
    const floor = await getFloor(db, params.id)
    await setPlan(tenantDb(floor.organizationId), floor, body.mediaId)
    return answerOf(context, floor)
  },
  place: async (context) => {
    const { db, tenantDb, params, body, clock, changed } = context
    const floor = await getFloor(db, params.id)
    const moves = await placeDevice(tenantDb(floor.organizationId), floor, body, clock.now())
    if (moves) changed({ kind: 'device', id: body.deviceId })
    return answerOf(context, floor)
  },
})
