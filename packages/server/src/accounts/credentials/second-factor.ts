// Codes of authenticator apps (RFC 6238), and recovery codes for a person without their phone.
import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@vitrine/contract/api/accounts/second-factor'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, tooManyRequests } from '#lib/errors.ts'
import type { Seal } from '#lib/security/seal.ts'
import { equalHashes, hashSecret } from '#lib/security/tokens.ts'
import { sitesOfPasskeys } from './passkeys.ts'

const MINUTE = 60_000
/** Codes that may be tried within the window, from all addresses together. Three of a million are right at a time. */
const TRIES = 5
const WINDOW = 15 * MINUTE
/** A count further in the future was written before the clock was set back. */
const AHEAD = MINUTE
/** Clocks of phones may be a step off, which has 30 seconds. */
const STEPS_OFF = 1
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
/** Without letters and digits that look alike; ten of them have 49 bits. */
const RECOVERY_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const RECOVERY_LENGTH = 10

const passkeyNeeded = () => new AppError('PASSKEY_NEEDED', 'Confirm with your passkey')
const passkeyElsewhere = (sites: readonly (string | null)[]) =>
  new AppError(
    'PASSKEY_ELSEWHERE',
    `Your passkeys work at another address of the console. Log in there: ${sites.join(', ')}`,
  )
const codeNeeded = () => new AppError('CODE_NEEDED', 'Enter the code of your authenticator app')
export const codeWrong = () => new AppError('CODE_WRONG', 'This code is wrong, or was already used')

interface Proving {
  seal: Seal
  /** Not a transaction that a refusal rolls back. */
  db: Db
  now: number
}

/** What is sealed; a pending secret has no recovery codes yet. */
const Factor = z.object({ secret: z.string(), recovery: z.array(z.string()).default([]) })
type Factor = z.infer<typeof Factor>

const sealed = (seal: Seal, userId: string, factor: Factor) =>
  seal.seal('second-factor', userId, JSON.stringify(factor))

/** Null if it was sealed with another key: then no code is right until the factor is reset. */
function opened(seal: Seal, userId: string, stored: string): Factor | null {
  const text = seal.open('second-factor', userId, stored)
  return text === null ? null : Factor.parse(JSON.parse(text))
}

/**
 * Whether the code proves a person, whose password was right; true for one without a second factor. A right code is
 * spent. Every try counts before it is compared. Throws CODE_NEEDED without a code, PASSKEY_NEEDED where there is none to
 * enter, PASSKEY_ELSEWHERE where none of theirs works at `site`, and TOO_MANY_REQUESTS.
 */
export async function proveSecondFactor(
  { seal, db, now }: Proving,
  { userId, code, site }: { userId: string; code: string | undefined; site: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select(['sealed', 'lastStep'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row?.sealed) {
    const sites = await sitesOfPasskeys(db, userId)
    if (sites.length === 0) return true
    throw sites.some((each) => each === null || each === site) ? passkeyNeeded() : passkeyElsewhere(sites)
  }
  if (!code) throw codeNeeded()
  await countTry(db, userId, now)
  const factor = opened(seal, userId, row.sealed)
  if (!factor) return false
  const typed = code.replace(/[\s-]/g, '').toLowerCase()
  const step = stepOf(factor.secret, typed, now)
  const spending = db.updateTable('second_factors').where('id', '=', userId)
  if (step !== null) {
    const spent = await spending
      .set({ lastStep: step, tries: 0 })
      .where('lastStep', '<', step)
      .executeTakeFirst()
    return spent.numUpdatedRows > 0n
  }
  const hash = hashSecret(typed)
  const recovery = factor.recovery.filter((each) => !equalHashes(each, hash))
  if (recovery.length === factor.recovery.length) return false
  const spent = await spending
    .set({ sealed: sealed(seal, userId, { ...factor, recovery }), recoveryLeft: recovery.length, tries: 0 })
    .where('sealed', '=', row.sealed)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

/** The time step that a code belongs to; null for a wrong one. Compares in constant time. */
function stepOf(secret: string, token: string, now: number): number | null {
  const totp = totpOf(secret)
  const delta = totp.validate({ token, timestamp: now, window: STEPS_OFF })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Vitrine', label, secret: Secret.fromBase32(secret) })

/** Counts for all servers, and for concurrent tries. Throws TOO_MANY_REQUESTS. */
async function countTry(db: Db, userId: string, now: number): Promise<void> {
  const counted = await db
    .updateTable('second_factors')
    .set((row) => {
      const counts = row.and([row('triedAt', '>', now - WINDOW), row('triedAt', '<=', now + AHEAD)])
      return {
        tries: row
          .case()
          .when(counts)
          .then(row('tries', '+', 1))
          .else(1)
          .end(),
        triedAt: row.case().when(counts).then(row.ref('triedAt')).else(now).end(),
      }
    })
    .where('id', '=', userId)
    .where(({ or, eb }) =>
      or([eb('tries', '<', TRIES), eb('triedAt', '<=', now - WINDOW), eb('triedAt', '>', now + AHEAD)]),
    )
    .executeTakeFirst()
  if (counted.numUpdatedRows > 0n) return
  const row = await db
    .selectFrom('second_factors')
    .select('triedAt')
    .where('id', '=', userId)
    .executeTakeFirst()
  const wait = Math.ceil((Number(row?.triedAt ?? now) + WINDOW - now) / 1000)
  throw tooManyRequests(Math.max(1, wait))
}

/** Keeps a new secret until its first code; an earlier factor counts until then. */
export async function beginSecondFactor(
  { seal, db }: Pick<Proving, 'seal' | 'db'>,
  user: { id: string; organizationId: string; email: string },
): Promise<{ secret: string; address: string }> {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const pending = sealed(seal, user.id, { secret, recovery: [] })
  const none = { sealed: null, recoveryLeft: 0, lastStep: 0, tries: 0, triedAt: 0, confirmedAt: null }
  await db
    .insertInto('second_factors')
    .values({ id: user.id, organizationId: user.organizationId, pending, ...none })
    .onConflict((there) => there.column('id').doUpdateSet({ pending }))
    .execute()
  return { secret, address: totpOf(secret, user.email).toString() }
}

/** Makes the pending secret the second factor. Returns its recovery codes. Throws CODE_WRONG. */
export async function confirmSecondFactor(
  { seal, db, now }: Proving,
  userId: string,
  code: string,
): Promise<string[]> {
  const row = await db
    .selectFrom('second_factors')
    .select('pending')
    .where('id', '=', userId)
    .executeTakeFirst()
  const factor = row?.pending ? opened(seal, userId, row.pending) : null
  const lastStep = factor && stepOf(factor.secret, code.replaceAll(' ', ''), now)
  if (!row?.pending || !factor || lastStep === null) throw codeWrong()
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const recovery = codes.map((each) => hashSecret(each.replace('-', '')))
  const confirmed = await db
    .updateTable('second_factors')
    .set({
      sealed: sealed(seal, userId, { ...factor, recovery }),
      ...{ pending: null, recoveryLeft: codes.length, lastStep, tries: 0, confirmedAt: isoTime(now) },
    })
    .where('id', '=', userId)
    .where('pending', '=', row.pending)
    .executeTakeFirst()
  if (confirmed.numUpdatedRows === 0n) throw codeWrong()
  return codes
}

function newRecoveryCode(): string {
  const letters = Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)],
  )
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

export async function removeSecondFactor(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('second_factors').where('id', '=', userId).execute()
}

/** Of someone who lost theirs: the app, and every passkey. */
export async function removeFactors(db: Db, userId: string): Promise<void> {
  await removeSecondFactor(db, userId)
  await db.deleteFrom('passkeys').where('userId', '=', userId).execute()
}

export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('second_factors')
    .select('recoveryLeft')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.recoveryLeft ?? 0
}
