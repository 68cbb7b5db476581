import { type FloorWithDevices, floors } from '@vitrine/contract/api/places/floors'
import { type Context, feature } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import { changeInheritedTags } from '#base/tags/api.ts'
import { notFound } from '#lib/errors.ts'
import { devicesOnFloor } from '#screens/devices/queries.ts'
import { withImpact } from '#screens/impact/api.ts'
import { listFloors, withDevices } from './list.ts'
import { floorsAmong, getFloor, placeDevice, setPlan } from './queries.ts'

async function answerOf(
  { tenantDb, clock }: Pick<Context, 'tenantDb' | 'clock'>,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<{ floor: FloorWithDevices }> {
  const db = tenantDb(organizationId)
  const floor = await getFloor(db, id)
  const devices = await devicesOnFloor(db, id, clock.now())
  const [found] = await withDevices(db, [floor], new Map([[id, devices]]))
  if (!found) throw notFound()
  return { floor: found }
}

export const floorsFeature = feature(floors, () => ({
  list: async (context) => ({
    buildings: await listFloors(await listingDb(context, 'devices'), context.clock.now()),
  }),
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
  tagMany: (context) =>
    withImpact(context, { floors: context.body.ids }, () =>
      changeInheritedTags(context, { kind: 'floor', itemsOf: floorsAmong }),
    ),
}))
