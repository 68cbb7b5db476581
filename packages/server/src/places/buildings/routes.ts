import { buildings } from '@vitrine/contract/api/places/buildings'
import { feature } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import { importLines, readSheet } from '#base/sheet.ts'
import { changeInheritedTags } from '#base/tags/api.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { withImpact } from '#screens/impact/api.ts'
import {
  buildingsAmong,
  createBuilding,
  deleteBuilding,
  getBuilding,
  listBuildings,
  updateBuilding,
} from './queries.ts'
import { buildingsOfSheet } from './sheet.ts'

export const buildingsFeature = feature(buildings, {
  list: async (context) =>
    listBuildings(await listingDb(context, 'buildings'), context.query, context.clock.now()),
  get: async ({ db, params, clock }) => ({ building: await getBuilding(db, params.id, clock.now()) }),
  create: async ({ tenantDb, organizationFor, body, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const id = await createBuilding(db, organizationId, body, isoTime(clock.now()))
    return { building: await getBuilding(db, id, clock.now()) }
  },
  update: async (context) => {
    const { params, body, clock } = context
    const building = await updateVersioned(
      context,
      (db) => getBuilding(db, params.id, clock.now()),
      (db, before) => updateBuilding(db, before, body, isoTime(clock.now())),
    )
    return { building }
  },
  remove: async ({ db, params, clock }) => {
    const building = await getBuilding(db, params.id, clock.now())
    await deleteBuilding(db, building)
    return { id: building.id }
  },
  import: async ({ db, tenantDb, organizationFor, body, query, clock }) => {
    const lines = readSheet('buildings', body.content)
    const organizationId = await organizationFor(body.organizationId)
    const own = tenantDb(organizationId)
    return importLines({
      ...{ db, kind: 'buildings', lines, isDryRun: query.dryRun !== undefined },
      nameOf: ({ Building, Floor }) => `${Building} · ${Floor}`,
      save: await buildingsOfSheet(own, organizationId, lines, clock.now()),
    })
  },
  tagMany: (context) =>
    withImpact(context, { buildings: context.body.ids }, () =>
      changeInheritedTags(context, { kind: 'building', itemsOf: buildingsAmong }),
    ),
})
