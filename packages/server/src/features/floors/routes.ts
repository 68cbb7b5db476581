import { floors } from '@vitrine/contract/api/floors'
import { listBuildings } from '#features/buildings/queries.ts'
import { allDevices } from '#features/devices/queries.ts'
import { feature } from '#features/handler.ts'

export const floorsFeature = feature(floors, {
  list: async ({ db, publisher, clock }) => {
    const { buildings } = await listBuildings(db, {})
    const devices = await allDevices(db, { reports: publisher.reports, now: clock.now() })
    const onFloor = Map.groupBy(devices, ({ floorId }) => floorId)
    return {
      buildings: buildings.map((building) => ({
        ...building,
        floors: building.floors.map((floor) => ({ ...floor, devices: onFloor.get(floor.id) ?? [] })),
      })),
    }
  },
})
