import { unknownScreens } from '@vitrine/contract/api/screens/unknown-screens'
import { ROLES } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { forEachItem } from '#base/bulk.ts'
import { type Context, feature, type Session } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import type { UnknownScreensTable } from '#db/tables/devices.ts'
import { AppError, invalid } from '#lib/errors.ts'
import type { Seal } from '#lib/security/seal.ts'
import { restoreDevice, retireHash } from '#screens/devices/queries.ts'
import {
  forgetUnknownScreen,
  getUnknownScreen,
  listUnknownScreens,
  namedGroup,
  reportedGroup,
} from './queries.ts'

/** Null: all organizations. */
const seenBy = ({ role, organizationId }: Session): string | null =>
  role === ROLES.superAdmin ? null : organizationId

type TakeBack = (typeof unknownScreens)['takeBack' | 'takeBackMany']

/** Returns the screen's id in its organization. */
async function takeBack(
  seal: Seal,
  { db, tenantDb, organizationFor, clock, changed }: Context<TakeBack>,
  screen: UnknownScreensTable,
  body: { name: string; deviceGroupId?: string | null; organizationId?: string },
): Promise<string> {
  // An organization may be newer than the backup as well.
  const proven = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', screen.organizationId ?? '')
    .executeTakeFirst()
  if (!proven && body.organizationId === undefined) throw invalid({ organizationId: rule('required') })
  const organizationId = await organizationFor(proven?.id ?? body.organizationId)
  const bound = { db: tenantDb(organizationId), seal }
  const { name, deviceGroupId = await reportedGroup(bound.db, screen) } = body
  // Its group may be newer than the backup, too: unless a person chooses, it would show nothing.
  if (body.deviceGroupId === undefined && deviceGroupId === null && namedGroup(screen))
    throw invalid({ deviceGroupId: rule('required') })
  await restoreDevice(bound, organizationId, screen, { name, deviceGroupId }, clock.now())
  await forgetUnknownScreen(db, screen.id)
  changed({ kind: 'device', id: screen.deviceId })
  return screen.deviceId
}

export const unknownScreensFeature = feature(unknownScreens, ({ seal }: Pick<Platform, 'seal'>) => ({
  list: async ({ db, session, query }) => ({
    screens: await listUnknownScreens(db, seenBy(session) ?? query.organizationId ?? null),
  }),
  takeBack: async (context) => {
    const { db, session, params, body } = context
    const screen = await getUnknownScreen(db, params.id, seenBy(session))
    return { id: await takeBack(seal, context, screen, body) }
  },
  takeBackMany: (context) =>
    forEachItem(context, async (own, id) => {
      const screen = await getUnknownScreen(own.db, id, seenBy(own.session))
      if (screen.name === '') throw invalid({ name: rule('required') })
      // A second player with the same identity: a person has to decide which one stays.
      const rival = await own.db
        .selectFrom('devices')
        .select('id')
        .where('id', '=', screen.deviceId)
        .execute()
      if (rival.length > 0) throw new AppError('CONFLICT', 'Another player has replaced this screen')
      await takeBack(seal, own, screen, { name: screen.name })
    }),
  disconnect: async ({ db, session, params, clock }) => {
    const screen = await getUnknownScreen(db, params.id, seenBy(session))
    await retireHash(db, screen.id, clock.now())
    await forgetUnknownScreen(db, screen.id)
    return { id: params.id }
  },
}))
