import { buildings } from '@vitrine/contract/api/buildings'
import { feature } from '#features/handler.ts'
import { isoTime } from '#lib/clock.ts'
import { createBuilding, deleteBuilding, getBuilding, listBuildings, updateBuilding } from './queries.ts'

export const buildingsFeature = feature(buildings, {
  list: ({ db, query }) => listBuildings(db, query),
  get: async ({ db, params }) => ({ building: await getBuilding(db, params.id) }),
  create: async ({ within, organizationFor, body, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = within(organizationId)
    const id = await createBuilding(db, organizationId, body, isoTime(clock.now()))
    return { building: await getBuilding(db, id) }
  },
  update: async ({ db, within, params, body, clock }) => {
    const building = await getBuilding(db, params.id)
    await updateBuilding(within(building.organizationId), building, body, isoTime(clock.now()))
    return { building: await getBuilding(db, params.id) }
  },
  remove: async ({ db, params }) => {
    const { id } = await getBuilding(db, params.id)
    await deleteBuilding(db, id)
    return { id }
  },
})
