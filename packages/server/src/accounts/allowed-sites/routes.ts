import { allowedSites } from '@vitrine/contract/api/accounts/allowed-sites'
import { feature } from '#base/handler.ts'
import { addSite, getSite, listSites, removeSite } from './queries.ts'

export const allowedSitesFeature = feature(allowedSites, {
  list: async ({ organizationFor, tenantDb, query }) => ({
    sites: await listSites(tenantDb(await organizationFor(query.organizationId))),
  }),
  add: async ({ organizationFor, tenantDb, body, changed }) => {
    const organizationId = await organizationFor(body.organizationId)
    const site = await addSite(tenantDb(organizationId), organizationId, body.host)
    changed({ kind: 'organization', id: organizationId })
    return { site }
  },
  remove: async ({ db, params, changed }) => {
    const { id, organizationId } = await getSite(db, params.id)
    await removeSite(db, id)
    changed({ kind: 'organization', id: organizationId })
    return { id }
  },
})
