import { conversions } from '@vitrine/contract/api/content/conversions/conversions'
import { feature } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { isoTime } from '#lib/clock.ts'
import { conflict } from '#lib/errors.ts'
import { getConversion, listConversions } from './queries.ts'
import { startConverting } from './start.ts'

export const conversionsFeature = feature(conversions, ({ jobs }: Pick<Platform, 'jobs'>) => ({
  list: async ({ db, clock }) => ({ conversions: await listConversions(db, clock.now()) }),
  get: async ({ db, params }) => ({ conversion: await getConversion(db, params.id) }),
  confirm: async (context) => {
    const { db, tenantDb, params, clock } = context
    const found = await getConversion(db, params.id)
    const bound = tenantDb(found.organizationId)
    const row = await bound
      .selectFrom('conversions')
      .select('params')
      .where('id', '=', found.id)
      .executeTakeFirstOrThrow()
    const confirmed = JSON.stringify({ ...(JSON.parse(row.params) as object), confirmed: true })
    const changed = await bound
      .updateTable('conversions')
      .set({ state: 'waiting', params: confirmed, attempts: 0, updatedAt: isoTime(clock.now()) })
      .where('id', '=', found.id)
      .where('state', '=', 'asking')
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw conflict()
    startConverting(jobs, context, found.kind)
    return { conversion: await getConversion(bound, found.id) }
  },
  cancel: async ({ db, tenantDb, params }) => {
    const { id, organizationId } = await getConversion(db, params.id)
    await tenantDb(organizationId).deleteFrom('conversions').where('id', '=', id).execute()
    return { id }
  },
}))
