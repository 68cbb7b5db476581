import { type User, users } from '@vitrine/contract/api/accounts/users'
import { ROLES } from '@vitrine/contract/permissions'
import { searchKey } from '@vitrine/contract/search-key'
import { authorName } from '#accounts/authors/queries.ts'
import { confirmPassword, inviteUser, type Mailing } from '#accounts/credentials/api.ts'
import type { LoginGuard } from '#accounts/credentials/login-guard.ts'
import { factorResetMail } from '#accounts/credentials/mails.ts'
import { removeFactors } from '#accounts/credentials/second-factor.ts'
import { scopeColumn } from '#accounts/rights/queries.ts'
import { consoleOf } from '#accounts/site/queries.ts'
import { removeEach } from '#base/bulk.ts'
import { type Context, feature, hashCaller, prepare, type Session } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import { queueMessage } from '#base/outbox/queries.ts'
import { importLines, readSheet } from '#base/sheet.ts'
import type { Db } from '#db/schema.ts'
import { updateVersioned, writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { notFound } from '#lib/errors.ts'
import { hashPassword } from '#lib/security/passwords.ts'
import {
  getUser,
  insertUser,
  isHomeOrganization,
  listUsers,
  onlySelf,
  refuseAboveOwnRole,
  refuseBreakGlass,
  refuseLastOfRole,
  refuseUserDeletion,
  roleColumn,
  userColumns,
} from './queries.ts'
import { refuseFactorReset, refuseRole } from './rules.ts'
import { usersOfSheet } from './sheet.ts'

const remove = async ({ db, params, session }: Context<typeof users.remove>) => {
  const user = await getUser(db, params.id)
  await refuseUserDeletion(db, user, session)
  await db.deleteFrom('users').where('id', '=', user.id).execute()
  return { id: user.id }
}

export const usersFeature = feature(users, (services: Mailing) => ({
  list: async (context) =>
    listUsers(await listingDb(context, 'users'), context.query, onlySelf(context.session)),
  get: async ({ db, params, session }) => {
    const only = onlySelf(session)
    if (only && only !== params.id) throw notFound('User not found')
    return { user: await getUser(db, params.id) }
  },
  create: prepare(
    (context) => hashPassword(context.body.password, hashCaller(context)),
    async (context, passwordHash) => {
      const { tenantDb, organizationFor, body, clock, session } = context
      const organizationId = await organizationFor(body.organizationId)
      const db = tenantDb(organizationId)
      refuseRole(session, body.role, await isHomeOrganization(db, organizationId))
      const id = await insertUser(db, { ...body, organizationId, passwordHash }, isoTime(clock.now()))
      if (body.invite)
        await inviteUser(services, { ...context, db }, { id, by: await authorName(db, session.userId) })
      return { user: await getUser(db, id) }
    },
  ),
  update: prepare(
    (context: Context<typeof users.update>) => hashChangedPassword(services.guard, context),
    async (context, passwordHash) => {
      const { db, params, body, session } = context
      const user = await updateVersioned(
        context,
        (bound) => getUser(bound, params.id),
        async (bound, before) => {
          refuseAboveOwnRole(session, before.role)
          refuseRole(session, body.role, await isHomeOrganization(db, before.organizationId))
          if (body.role !== before.role) {
            if (body.role === ROLES.user) await refuseBreakGlass(bound, before.id)
            await refuseLastOfRole(db, before)
          }
          await saveUser(bound, before, context, passwordHash)
        },
      )
      if (passwordHash) await signOutElsewhere(db, user.id, session)
      return { user }
    },
  ),
  remove,
  resetSecondFactor: async (context) => {
    const { db, params, session, clock } = context
    const user = await getUser(db, params.id)
    refuseFactorReset(session, user)
    await removeFactors(db, user.id)
    await db.deleteFrom('sessions').where('userId', '=', user.id).execute()
    const by = await authorName(db, session.userId)
    const own = await consoleOf(db, services.origins, user.organizationId)
    const mail = factorResetMail(own, {
      ...{ firstName: user.firstName, by, organization: user.organization?.name ?? '' },
    })
    const to = { owner: user.organizationId, channel: 'mail', recipient: user.email } as const
    await queueMessage(db, { ...to, ...mail }, clock.now())
    context.afterCommit(() => void services.outbox.wake())
    return { user: await getUser(db, user.id) }
  },
  import: async ({ db, tenantDb, organizationFor, body, query, clock }) => {
    const lines = readSheet('users', body.content)
    const organizationId = await organizationFor(body.organizationId)
    return importLines({
      ...{ db, kind: 'users', lines, isDryRun: query.dryRun !== undefined },
      nameOf: ({ 'First name': first, 'Last name': last, Email }) => `${first} ${last} (${Email})`,
      save: usersOfSheet(tenantDb(organizationId), organizationId, clock.now()),
    })
  },
  removeMany: removeEach(remove),
}))

/**
 * Empty if the form leaves the password unchanged. Your own password and email can only be changed with the current
 * password, on this route as on the profile's: an unattended browser must not be enough to take over an account.
 */
async function hashChangedPassword(
  guard: LoginGuard,
  context: Context<typeof users.update>,
): Promise<string> {
  const { db, params, body, session } = context
  if (params.id === session.userId) {
    const { email } = await getUser(db, params.id)
    if (body.password || searchKey(body.email) !== searchKey(email))
      await confirmPassword(guard, context, session, body.currentPassword)
  }
  return body.password ? hashPassword(body.password, hashCaller(context)) : ''
}

async function saveUser(
  db: Db,
  before: User,
  { body, clock }: Pick<Context<typeof users.update>, 'body' | 'clock'>,
  passwordHash: string,
): Promise<void> {
  const columns = {
    ...userColumns(body),
    ...(await roleColumn(db, body)),
    ...(body.role === ROLES.superAdmin && { scope: null }),
    ...(body.role !== ROLES.superAdmin &&
      body.scope !== undefined && { scope: await scopeColumn(db, body.scope, before.scope) }),
    // A changed address has to be verified again.
    ...(searchKey(body.email) !== searchKey(before.email) && { emailVerified: 0 as const }),
    ...(passwordHash && { passwordHash }),
  }
  await writeVersion(db, 'users', { id: before.id, seen: body.version, now: isoTime(clock.now()) }, columns)
}

/** A changed password ends every other session of the account. */
async function signOutElsewhere(db: Db, userId: string, session: Session): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', session.sessionId).execute()
}
