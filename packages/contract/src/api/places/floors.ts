import { z } from 'zod'
import { Id, IdParams, NamedOrganization } from '#api/base/entity.ts'
import { tagScreensRoute } from '#api/base/tags.ts'
import { Device } from '#api/screens/devices.ts'
import { route } from '#route.ts'
import { Building, Floor } from './buildings.ts'

/** Maximum of `x` and `y`: the right and bottom edges of the plan. */
export const PLAN_SIDE = 1000

/** Where a screen is on a plan, and which way it faces: degrees clockwise from the plan's top. */
export const FloorPlace = z.object({
  x: z.int().min(0).max(PLAN_SIDE),
  y: z.int().min(0).max(PLAN_SIDE),
  facing: z.int().min(0).max(359),
})
export type FloorPlace = z.infer<typeof FloorPlace>

/** An image in the media library. */
export const FloorPlan = z.object({
  mediaId: Id,
  name: z.string(),
  url: z.string(),
  /** In pixels; null if the file doesn't say. */
  width: z.number().nullable(),
  height: z.number().nullable(),
})
export type FloorPlan = z.infer<typeof FloorPlan>

/** The fields of a screen that floor plans show. */
export const FloorDevice = Device.pick({
  id: true,
  name: true,
  type: true,
  screenSize: true,
  connection: true,
  content: true,
  truth: true,
  playing: true,
  screen: true,
}).extend({ place: FloorPlace.nullable() })
export type FloorDevice = z.infer<typeof FloorDevice>

export const FloorWithDevices = Floor.extend({ plan: FloorPlan.nullable(), devices: z.array(FloorDevice) })
export type FloorWithDevices = z.infer<typeof FloorWithDevices>

export const BuildingWithDevices = Building.pick({
  id: true,
  name: true,
  location: true,
  coordinates: true,
  organizationId: true,
}).extend({ floors: z.array(FloorWithDevices) })
export type BuildingWithDevices = z.infer<typeof BuildingWithDevices>

const Answer = z.object({ floor: FloorWithDevices })

export const floors = {
  list: route({
    method: 'GET',
    path: '/floors',
    summary: 'List buildings by name, with their floors in order and the screens on each floor',
    who: { read: 'buildings' },
    query: z.object({ organizationId: NamedOrganization }),
    response: z.object({ buildings: z.array(BuildingWithDevices) }),
  }),
  /** Screens keep their places: a new drawing of the same floor usually has the same outline. */
  plan: route({
    method: 'PUT',
    path: '/floors/:id/plan',
    summary: "Set an image of the media library as a floor's plan; null removes the plan",
    who: { write: 'buildings' },
    params: IdParams,
    body: z.object({ mediaId: Id.nullable() }),
    response: Answer,
  }),
  place: route({
    method: 'PUT',
    path: '/floors/:id/place',
    summary: "Place a screen on a floor's plan and move it to that floor; null removes it from the plan",
    who: { write: 'devices' },
    params: IdParams,
    body: z.object({ deviceId: Id, place: FloorPlace.nullable() }),
    response: Answer,
  }),
  tagMany: tagScreensRoute('/floors', { area: 'buildings', what: 'floors' }),
}
