import { licences } from '@vitrine/contract/api/accounts/licences'
import { feature } from '#features/handler.ts'
import { isoTime } from '#lib/clock.ts'
import { deleteLicence, getLicence, insertLicence, listLicences, updateLicence } from './queries.ts'

export const licencesFeature = feature(licences, {
  list: ({ db, query }) => listLicences(db, query),
  get: async ({ db, params }) => ({ licence: await getLicence(db, params.id) }),
  create: async ({ within, organizationFor, body, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = within(organizationId)
    const id = await insertLicence(db, { ...body, organizationId }, isoTime(clock.now()))
    return { licence: await getLicence(db, id) }
  },
  update: async ({ db, params, body, clock }) => {
    const licence = await getLicence(db, params.id)
    await updateLicence(db, licence, body, isoTime(clock.now()))
    return { licence: await getLicence(db, licence.id) }
  },
  remove: async ({ db, params }) => {
    const { id } = await getLicence(db, params.id)
    await deleteLicence(db, id)
    return { id }
  },
})
