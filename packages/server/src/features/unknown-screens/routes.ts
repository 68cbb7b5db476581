import { unknownScreens } from '@vitrine/contract/api/screens/unknown-screens'
import { ROLES } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { restoreDevice, retireHash } from '#features/devices/queries.ts'
import { feature, type Session } from '#features/handler.ts'
import { invalid } from '#lib/errors.ts'
import { forgetUnknownScreen, getUnknownScreen, groupToldBy, listUnknownScreens } from './queries.ts'

/** Null: all of them. */
const seenBy = ({ role, organizationId }: Session): string | null =>
  role === ROLES.superAdmin ? null : organizationId

export const unknownScreensFeature = feature(unknownScreens, {
  list: async ({ db, session, query }) => ({
    screens: await listUnknownScreens(db, seenBy(session) ?? query.organizationId ?? null),
  }),
  takeBack: async ({ db, tenantDb, organizationFor, session, params, body, clock, seal, changed }) => {
    const screen = await getUnknownScreen(db, params.id, seenBy(session))
    // An organization may be newer than the backup as well.
    const proven = await db
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', screen.organizationId ?? '')
      .executeTakeFirst()
    if (!proven && body.organizationId === undefined) throw invalid({ organizationId: rule('required') })
    const organizationId = await organizationFor(proven?.id ?? body.organizationId)
    const bound = { db: tenantDb(organizationId), seal }
    const { name, deviceGroupId = await groupToldBy(bound.db, screen) } = body
    await restoreDevice(bound, organizationId, screen, { name, deviceGroupId }, clock.now())
    await forgetUnknownScreen(db, screen.id)
    changed({ kind: 'device', id: screen.deviceId })
    return { id: screen.deviceId }
  },
  disconnect: async ({ db, session, params, clock }) => {
    const screen = await getUnknownScreen(db, params.id, seenBy(session))
    await retireHash(db, screen.id, clock.now())
    await forgetUnknownScreen(db, screen.id)
    return { id: params.id }
  },
})
