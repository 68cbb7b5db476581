import { apiKeys } from '@vitrine/contract/api/accounts/api-keys'
import { feature } from '#base/handler.ts'
import { createKey, getKey, listKeys, revokeKey } from './queries.ts'

export const apiKeysFeature = feature(apiKeys, {
  list: async ({ organizationFor, tenantDb, query, clock }) => ({
    keys: await listKeys(tenantDb(await organizationFor(query.organizationId)), clock.now()),
  }),
  create: async ({ organizationFor, tenantDb, body, session, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const now = clock.now()
    const { id, secret } = await createKey(db, { organizationId, makerId: session.userId, now }, body)
    return { key: await getKey(db, id, now), secret }
  },
  revoke: async ({ db, params, clock }) => {
    const { id } = await getKey(db, params.id, clock.now())
    await revokeKey(db, id, clock.now())
    return { key: await getKey(db, id, clock.now()) }
  },
})
