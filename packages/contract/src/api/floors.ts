import { z } from 'zod'
import { route } from '#route.ts'
import { Building, Floor } from './buildings.ts'
import { NamedOrganization } from './entity.ts'
import { Device } from './screens/devices.ts'

/** A screen as far as a walk through the building needs it. */
export const FloorDevice = Device.pick({
  id: true,
  name: true,
  type: true,
  screenSize: true,
  connection: true,
  content: true,
  playing: true,
})
export type FloorDevice = z.infer<typeof FloorDevice>

export const FloorWithDevices = Floor.extend({ devices: z.array(FloorDevice) })
export type FloorWithDevices = z.infer<typeof FloorWithDevices>

export const BuildingWithDevices = Building.pick({
  id: true,
  name: true,
  location: true,
  organizationId: true,
}).extend({ floors: z.array(FloorWithDevices) })
export type BuildingWithDevices = z.infer<typeof BuildingWithDevices>

export const floors = {
  list: route({
    method: 'GET',
    path: '/floors',
    summary: 'List buildings by name, with their floors in order and the screens on each floor',
    who: { read: 'buildings' },
    query: z.object({ organizationId: NamedOrganization }),
    response: z.object({ buildings: z.array(BuildingWithDevices) }),
  }),
}
