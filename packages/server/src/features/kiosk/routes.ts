import { kiosk } from '@vitrine/contract/api/accounts/kiosk'
import { feature } from '#features/handler.ts'
import { knownOrganization } from '#features/organizations/queries.ts'
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
