import { licences } from '@vitrine/contract/api/accounts/licences'
import { feature } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { deleteLicence, getLicence, insertLicence, listLicences, updateLicence } from './queries.ts'

export const licencesFeature = feature(licences, {
  list: async (context) => listLicences(await listingDb(context, 'licences'), context.query),
  get: async ({ db, params }) => ({ licence: await getLicence(db, params.id) }),
  create: async ({ tenantDb, organizationFor, body, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const id = await insertLicence(db, { ...body, organizationId }, isoTime(clock.now()))
    return { licence: await getLicence(db, id) }
  },
  update: async (context) => {
    const { params, body, clock } = context
    const licence = await updateVersioned(
      context,
      (db) => getLicence(db, params.id),
      (db, before) => updateLicence(db, before, body, isoTime(clock.now())),
    )
    return { licence }
  },
  remove: async ({ db, params }) => {
    const { id } = await getLicence(db, params.id)
    await deleteLicence(db, id)
    return { id }
  },
})
