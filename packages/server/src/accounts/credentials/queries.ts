// The codes that are sent to people, and the addresses from which they logged in.
import { randomInt } from 'node:crypto'
import { MOBILE_CODE_DIGITS } from '@vitrine/contract/api/accounts/auth'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { CodesTable } from '#db/tables/accounts.ts'
import { AppError, loginFailed, tooManyRequests } from '#lib/errors.ts'
import { newId, newSecret } from '#lib/ids.ts'
import { hashSecret, type Tokens } from '#lib/security/tokens.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
type Kind = CodesTable['kind']

/** Lifetime of a code, and how many may be requested in an hour. */
const LIFETIME: Record<Kind, number> = { email: 24 * HOUR, mobile: 10 * MINUTE, reset: HOUR }
const PER_HOUR: Record<Kind, number> = { email: 5, mobile: 5, reset: 5 }
/** Limit of requests from all unknown addresses together, so that strangers can't use up the owner's requests. */
const PER_HOUR_FROM_AFAR = 20
const KEEP = 25 * HOUR
/** Wrong guesses that invalidate a code; six digits are quickly guessed. */
const TRIES = 5

export const invalidCode = () =>
  new AppError('INVALID_CODE', 'This code is wrong, already used, or expired. Request a new one.')

interface Coding {
  tokens: Tokens
  db: Db
  now: number
}

/** Keyed, so that a copy of the database isn't enough to guess six digits. */
const hashOf = (tokens: Tokens, kind: Kind, bound: string, code: string) =>
  tokens.sign(`code ${kind}`, kind === 'mobile' ? `${bound} ${code}` : code)

/**
 * Creates a code. An address without an account causes the same writes (`userId` null), so neither timing nor limits
 * reveal it. Throws TOO_MANY_REQUESTS.
 */
export async function makeCode(
  { tokens, db, now }: Coding,
  {
    kind,
    subject,
    bound,
    userId,
    known,
    lifetime = LIFETIME[kind],
  }: Pick<CodesTable, 'kind' | 'subject' | 'bound' | 'userId' | 'known'> & { lifetime?: number },
): Promise<{ code: string; expiresAt: number }> {
  if (userId) await lockRow(db, 'users', userId)
  const recent = await db
    .selectFrom('codes')
    .select('createdAt')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('known', '=', known)
    .where('createdAt', '>', now - HOUR)
    .orderBy('createdAt')
    .execute()
  const [first] = recent
  if (first && recent.length >= (known ? PER_HOUR[kind] : PER_HOUR_FROM_AFAR))
    throw tooManyRequests(Math.max(1, Math.ceil((first.createdAt + HOUR - now) / 1000)))
  await db
    .deleteFrom('codes')
    .where('createdAt', '<', now - KEEP)
    .where('expiresAt', '<=', now)
    .execute()
  const code =
    kind === 'mobile'
      ? String(randomInt(10 ** MOBILE_CODE_DIGITS)).padStart(MOBILE_CODE_DIGITS, '0')
      : newSecret()
  const hash = hashOf(tokens, kind, bound, code)
  const expiresAt = now + lifetime
  await db
    .insertInto('codes')
    .values({ id: newId(), kind, subject, bound, userId, known, hash, tries: 0, createdAt: now, expiresAt })
    .execute()
  return { code, expiresAt }
}

/** Finds the code of a link, which is too long to guess. Throws INVALID_CODE. */
export async function findLinkCode(
  { tokens, db, now }: Coding,
  kind: 'email' | 'reset',
  code: string,
): Promise<CodesTable & { userId: string }> {
  const row = await db
    .selectFrom('codes')
    .selectAll()
    .where('hash', '=', hashOf(tokens, kind, '', code))
    .where('kind', '=', kind)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (!row?.userId) throw invalidCode()
  return { ...row, userId: row.userId }
}

/**
 * Compares a guess with the newest code sent to a mobile. Every guess counts before it is compared: call this outside
 * the transaction of the call, which a refusal would roll back. Throws INVALID_CODE.
 */
export async function guessMobileCode(
  { tokens, db, now }: Coding,
  userId: string,
  mobile: string,
  guess: string,
): Promise<CodesTable> {
  const row = await db
    .selectFrom('codes')
    .selectAll()
    .where('kind', '=', 'mobile')
    .where('subject', '=', userId)
    .where('bound', '=', mobile)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!row) throw invalidCode()
  const counted = await db
    .updateTable('codes')
    .set((code) => ({ tries: code('tries', '+', 1) }))
    .where('id', '=', row.id)
    .where('tries', '<', TRIES)
    .executeTakeFirst()
  if (counted.numUpdatedRows === 0n || row.hash !== hashOf(tokens, 'mobile', mobile, guess))
    throw invalidCode()
  return row
}

/** Consumes a code: of concurrent calls one succeeds, the others get INVALID_CODE. */
export async function spendCode(db: Db, { id }: Pick<CodesTable, 'id'>): Promise<void> {
  const ended = await db
    .updateTable('codes')
    .set({ expiresAt: 0 })
    .where('id', '=', id)
    .where('expiresAt', '>', 0)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) throw invalidCode()
}

/** How long an address is known after a login, and how many of a person are kept. */
const KNOWN_FOR = 90 * 24 * HOUR
const PER_PERSON = 10

const addressId = (userId: string, address: string) => hashSecret(`${userId} ${address}`)

/** Whether the user logged in from this address within the last three months. */
export async function isKnownAddress(db: Db, userId: string, address: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_addresses')
    .select('id')
    .where('id', '=', addressId(userId, address))
    .where('lastAt', '>', now - KNOWN_FOR)
    .executeTakeFirst()
  return row !== undefined
}

/** Records the address of a login; the ten latest are kept. */
export async function rememberAddress(
  db: Db,
  user: { id: string; organizationId: string },
  address: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('known_addresses')
    .values({
      id: addressId(user.id, address),
      organizationId: user.organizationId,
      userId: user.id,
      lastAt: now,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ lastAt: now }))
    .execute()
  const rows = await db
    .selectFrom('known_addresses')
    .select('id')
    .where('userId', '=', user.id)
    .orderBy('lastAt', 'desc')
    .orderBy('id')
    .execute()
  const older = rows.slice(PER_PERSON)
  if (older.length) await db.deleteFrom('known_addresses').where('id', 'in', anyOf(db, older)).execute()
}

/** Of concurrent logins with one code of a kiosk, ticket of a provider, or challenge of a passkey, one succeeds. Throws LOGIN_FAILED. */
export async function spendNonce(
  db: Db,
  nonce: { id: string; expiresAt: number },
  now: number,
): Promise<void> {
  // A minute longer than needed, because the clocks of several servers may differ.
  await db
    .deleteFrom('kiosk_nonces')
    .where('expiresAt', '<', now - 60_000)
    .execute()
  const spent = await db
    .insertInto('kiosk_nonces')
    .values(nonce)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (!spent.numInsertedOrUpdatedRows) throw loginFailed()
}
