import { type FloorWithDevices, floors } from '@vitrine/contract/api/floors'
import { listBuildings } from '#features/buildings/queries.ts'
import { allDevices, devicesOnFloor } from '#features/devices/queries.ts'
import { type Context, feature } from '#features/handler.ts'
import { notFound } from '#lib/errors.ts'
import { getFloor, placeDevice, setPlan, withDevices } from './queries.ts'

async function answerOf(
  { tenantDb, publisher }: Pick<Context<typeof floors.plan>, 'tenantDb' | 'publisher'>,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<{ floor: FloorWithDevices }> {
  const db = tenantDb(organizationId)
  const floor = await getFloor(db, id)
  const devices = await devicesOnFloor(db, id, publisher.seen())
  const found = (await withDevices(db, [floor], devices)).get(id)
  if (!found) throw notFound()
  return { floor: found }
}

export const floorsFeature = feature(floors, {
  list: async ({ db, publisher }) => {
    const { buildings } = await listBuildings(db, {})
    const devices = await allDevices(db, publisher.seen())
    const all = buildings.flatMap((building) => building.floors)
    const known = await withDevices(db, all, devices)
    return {
      buildings: buildings.map((building) => ({
        ...building,
        floors: building.floors.flatMap(({ id }) => known.get(id) ?? []),
      })),
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
