import { kiosk } from '@vitrine/contract/kiosk'
import { feature } from '#features/handler.ts'
import { getOrganization } from '#features/organizations/queries.ts'
import { getKiosk, saveKiosk } from './queries.ts'

export const kioskFeature = feature(kiosk, {
  get: async ({ db, params }) => {
    const { id } = await getOrganization(db, params.id)
    return { kiosk: await getKiosk(db, id) }
  },
  update: async ({ db, within, params, body }) => {
    const { id } = await getOrganization(db, params.id)
    await saveKiosk(within(id), id, body)
    return { kiosk: await getKiosk(db, id) }
  },
})
