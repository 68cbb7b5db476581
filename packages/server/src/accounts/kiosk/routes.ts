import { kiosk } from '@vitrine/contract/api/accounts/kiosk'
import { knownOrganization } from '#accounts/organizations/queries.ts'
import { feature } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { getKiosk, saveKiosk } from './queries.ts'

export const kioskFeature = feature(kiosk, ({ seal }: Pick<Platform, 'seal'>) => ({
  get: async ({ db, params }) => {
    const id = await knownOrganization(db, params.id)
    return { kiosk: await getKiosk({ db, seal }, id) }
  },
  update: async ({ db, tenantDb, params, body }) => {
    const id = await knownOrganization(db, params.id)
    await saveKiosk({ db: tenantDb(id), seal }, id, body)
    return { kiosk: await getKiosk({ db, seal }, id) }
  },
}))
