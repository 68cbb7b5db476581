// How a login proves a person: the password, and the second factor.
import type { Context } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import type { Db } from '#db/schema.ts'
import { AppError, loginFailed } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { verifyPassword } from '#lib/security/passwords.ts'
import type { LoginGuard } from './login-guard.ts'
import { isKnownAddress } from './queries.ts'
import { codeWrong, proveSecondFactor } from './second-factor.ts'

export interface ProvingUser {
  id: string
  organizationId: string
  emailKey: string
  passwordHash: string
  /** The organization's people log in through its provider. */
  mustUseProvider: boolean
}

/** The account of a login that is to be proved. */
export async function provingUser(
  db: Db,
  by: 'id' | 'emailKey',
  value: string,
): Promise<ProvingUser | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('identity_providers', 'identity_providers.organizationId', 'users.organizationId')
    .select(['users.id', 'users.organizationId', 'emailKey', 'passwordHash', 'required', 'breakGlassId'])
    .where(`users.${by}`, '=', value)
    .executeTakeFirst()
  if (!row) return undefined
  const { required, breakGlassId, ...user } = row
  return { ...user, mustUseProvider: required === 1 && breakGlassId !== user.id }
}

interface Proving {
  emailKey: string
  user: ProvingUser | undefined
  /** Null: the organization's provider has named the person. */
  password: string | null
  code: string | undefined
  /** The provider has asked for a second factor. */
  hasFactor?: boolean
  /** The password is all that the login has: not for people who must use the provider. */
  refusesPassword?: boolean
}

/**
 * Rate limited by account and address. An unknown account is refused like a wrong password, in the same time. A wrong
 * code counts like a wrong password, as does a right password that isn't accepted; a missing code neither counts nor
 * clears what was counted, or it would let guesses of codes begin again.
 */
export async function provePerson(
  { guard, seal }: Pick<Platform, 'seal'> & { guard: LoginGuard },
  { db, request, clock }: Pick<Context, 'db' | 'request' | 'clock'>,
  { emailKey, user, password, code, hasFactor = false, refusesPassword = false }: Proving,
): Promise<ProvingUser> {
  const now = clock.now()
  const address = addressKey(request.ip)
  const known = await isKnownAddress(db, user?.id ?? '', address, now)
  let why: AppError = loginFailed()
  const right = await guard.run({ account: emailKey, address, now, known }, async () => {
    const isRight =
      password === null || (await verifyPassword(password, user?.passwordHash, { owner: address, known }))
    if (!isRight || !user) return null
    if (refusesPassword && user.mustUseProvider) {
      why = providerRequired()
      return null
    }
    if (hasFactor || (await proveSecondFactor({ seal, db, now }, user.id, code))) return user
    why = codeWrong()
    return null
  })
  if (!right) throw why
  return right
}

const providerRequired = () =>
  new AppError('PROVIDER_REQUIRED', "Your organization's people log in through its provider")
