import { kiosk } from '@vitrine/contract/api/accounts/kiosk'
import { knownOrganization } from '#accounts/organizations/queries.ts'
import { feature } from '#base/handler.ts'
import { getKiosk, saveKiosk } from './queries.ts'

export const kioskFeature = feature(kiosk, {
  get: async (context) => {
    const id = await knownOrganization(context.db, context.params.id)
    return { kiosk: await getKiosk(context, id) }
  },
  update: async (context) => {
    const { db, tenantDb, params, body, seal } = context
    const id = await knownOrganization(db, params.id)
    await saveKiosk({ db: tenantDb(id), seal }, id, body)
    return { kiosk: await getKiosk(context, id) }
  },
})
