import { email as emailField, newPassword } from '@vitrine/contract/api/base/inputs'
import { ROLES } from '@vitrine/contract/permissions'
import { ruleText } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import type { z } from 'zod'
import { personName } from '#accounts/authors/queries.ts'
import { removeFactors } from '#accounts/credentials/second-factor.ts'
import { insertUser } from '#accounts/users/queries.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { type Clock, isoTime } from '#lib/clock.ts'
import { StartError } from '#lib/env.ts'
import { AppError } from '#lib/errors.ts'
import { newId, newPassword as randomPassword } from '#lib/ids.ts'
import { hashPassword, OPERATOR } from '#lib/security/passwords.ts'
import { appendEntry } from '#operations/audit/log.ts'

interface Dependencies {
  database: Db
  clock: Clock
}

export interface AccountAccess {
  email: string
  password: string
}

/**
 * Sets the given or a random password for an account, ends its sessions and invalidates its codes. Throws a StartError
 * for an unknown account or a weak password.
 */
export async function resetPassword(
  { database, clock }: Dependencies,
  { email, password }: { email: string; password?: string | undefined },
): Promise<AccountAccess> {
  const { chosen, passwordHash } = await choosePassword(password)
  return inTransaction(database, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email', 'emailKey'])
      .where('emailKey', '=', searchKey(email))
      .executeTakeFirst()
    if (!user) throw new StartError(`No account uses the email address ${email}.`)
    await tx
      .updateTable('users')
      .set({ passwordHash, updatedAt: isoTime(clock.now()) })
      .where('id', '=', user.id)
      .execute()
    await tx.deleteFrom('sessions').where('userId', '=', user.id).execute()
    await tx.deleteFrom('codes').where('userId', '=', user.id).execute()
    return { email: user.email, password: chosen }
  })
}

/** Turns off the second factor of an account and its passkeys, ends its sessions, and leaves an entry. Throws a StartError. */
export async function resetSecondFactor(
  { database, clock }: Dependencies,
  email: string,
): Promise<{ email: string }> {
  return inTransaction(database, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'organizationId', 'email', 'firstName', 'lastName'])
      .where('emailKey', '=', searchKey(email))
      .executeTakeFirst()
    if (!user) throw new StartError(`No account uses the email address ${email}.`)
    await removeFactors(tx, user.id)
    await tx.deleteFrom('sessions').where('userId', '=', user.id).execute()
    await appendEntry(
      tx,
      {
        organizationId: user.organizationId,
        actor: { kind: 'job', id: 'reset-second-factor', name: '' },
        ...{ action: 'users.resetSecondFactor', kind: 'second-factor', verb: 'delete' },
        things: [{ id: user.id, name: personName(user) }],
        changed: { changes: [], more: 0 },
        ...{ address: null, request: newId() },
      },
      clock.now(),
    )
    return { email: user.email }
  })
}

/** Adds a super admin to the home organization, for example after the last one was deleted. Throws a StartError. */
export async function createAdmin(
  { database, clock }: Dependencies,
  input: { email: string; password?: string | undefined; firstName?: string; lastName?: string },
): Promise<AccountAccess> {
  const { firstName = 'Super', lastName = 'Admin', password } = input
  const email = check(emailField(), input.email, 'Email')
  const { chosen, passwordHash } = await choosePassword(password)
  return inTransaction(database, async (tx) => {
    const home = await tx.selectFrom('organizations').select('id').where('isHome', '=', 1).executeTakeFirst()
    if (!home)
      throw new StartError(
        'This database is empty. Start the server once: it creates the first administrator.',
      )
    const taken = await tx
      .selectFrom('users')
      .select('id')
      .where('emailKey', '=', searchKey(email))
      .executeTakeFirst()
    if (taken)
      throw new StartError(
        `An account with the email address ${email} already exists. To change its password, use reset-password.`,
      )
    const person = { email, firstName, lastName, role: ROLES.superAdmin, permissions: [] }
    await insertUser(tx, { ...person, organizationId: home.id, passwordHash }, isoTime(clock.now()))
    return { email, password: chosen }
  })
}

async function choosePassword(given: string | undefined) {
  const chosen = given === undefined ? randomPassword() : check(newPassword(), given, 'Password')
  const passwordHash = await hashPassword(chosen, OPERATOR).catch((error: unknown) => {
    throw error instanceof AppError ? new StartError(`${error.body.message}.`) : error
  })
  return { chosen, passwordHash }
}

/** Throws with the same texts that the forms use. */
function check<T>(schema: z.ZodType<T>, value: string, field: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new StartError(`${ruleText(result.error.issues[0]?.message ?? '', field)}.`)
}
