// How a login proves a person: the password, and the second factor.
import type { PasskeyProof } from '@vitrine/contract/api/accounts/passkey-proof'
import { originsAt } from '#accounts/site/queries.ts'
import type { Context } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import type { Db } from '#db/schema.ts'
import { AppError, loginFailed } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import type { Log } from '#lib/log.ts'
import { verifyPassword } from '#lib/security/passwords.ts'
import type { Seal } from '#lib/security/seal.ts'
import { hashSecret } from '#lib/security/tokens.ts'
import type { LoginGuard } from './login-guard.ts'
import { passkeyWrong } from './passkey-tickets.ts'
import { claimedPasskey, usePasskey } from './passkeys.ts'
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
  /** In place of a code. */
  passkey?: PasskeyProof | undefined
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
  { guard, seal, origins }: Pick<Platform, 'seal' | 'origins'> & { guard: LoginGuard },
  { db, request, clock, log }: Pick<Context, 'db' | 'request' | 'clock' | 'log'>,
  { emailKey, user, password, code, passkey, hasFactor = false, refusesPassword = false }: Proving,
): Promise<ProvingUser> {
  const now = clock.now()
  const address = addressKey(request.ip)
  const known = await isKnownAddress(db, user?.id ?? '', address, now)
  const site = new URL((await originsAt(db, origins, request.hostname)).console).hostname
  let why: AppError = loginFailed()
  const right = await guard.run({ account: emailKey, address, now, known }, async () => {
    const isRight =
      password === null || (await verifyPassword(password, user?.passwordHash, { owner: address, known }))
    if (!isRight || !user) return null
    if (refusesPassword && user.mustUseProvider) {
      why = providerRequired()
      return null
    }
    const isProved =
      hasFactor ||
      (passkey
        ? await isPasskeyOf({ seal, log, db, now }, user.id, passkey)
        : await proveSecondFactor({ seal, db, now }, { userId: user.id, code, site }))
    if (isProved) return user
    why = passkey ? passkeyWrong() : codeWrong()
    return null
  })
  if (!right) throw why
  return right
}

interface Using {
  seal: Seal
  log: Log
  db: Db
  now: number
}

async function isPasskeyOf(using: Using, userId: string, proof: PasskeyProof): Promise<boolean> {
  const claimed = await claimedPasskey(using.db, proof)
  const passkey = await orRefused(usePasskey(using, proof, claimed))
  return passkey?.userId === userId
}

/** Null in place of a refusal, which counts as an attempt. */
const orRefused = <T>(attempt: Promise<T>): Promise<T | null> =>
  attempt.catch((error: unknown) => {
    if (error instanceof AppError && error.errKey === 'PASSKEY_WRONG') return null
    throw error
  })

/**
 * The person whose passkey it is. Rate limited as passwords are; an unknown passkey is refused like a wrong one, in the same
 * time. Throws PASSKEY_WRONG, PROVIDER_REQUIRED, and TOO_MANY_REQUESTS.
 */
export async function provePasskey(
  { guard, seal }: Pick<Platform, 'seal'> & { guard: LoginGuard },
  { db, request, clock, log }: Pick<Context, 'db' | 'request' | 'clock' | 'log'>,
  proof: PasskeyProof,
): Promise<ProvingUser> {
  const now = clock.now()
  const address = addressKey(request.ip)
  const claimed = await claimedPasskey(db, proof)
  const user = claimed && (await provingUser(db, 'id', claimed.userId))
  const account = user?.emailKey ?? `passkey ${hashSecret(proof.credential.id)}`
  const known = await isKnownAddress(db, user?.id ?? '', address, now)
  let why: AppError = passkeyWrong()
  const right = await guard.run({ account, address, now, known }, async () => {
    if (!(await orRefused(usePasskey({ seal, log, db, now }, proof, claimed))) || !user) return null
    if (!user.mustUseProvider) return user
    why = providerRequired()
    return null
  })
  if (!right) throw why
  return right
}

const providerRequired = () =>
  new AppError('PROVIDER_REQUIRED', "Your organization's people log in through its provider")
