import { randomInt } from 'node:crypto'
import type { PairingSign, ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import {
  PAIRING_ALPHABET,
  PAIRING_LENGTH,
  PAIRING_MINUTES,
  SHAPE_COLORS,
  SHAPES,
} from '@vitrine/contract/player/pairing'
import type { Selectable } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { PairingsTable } from '#db/tables/devices.ts'
import { AppError, notFound } from '#lib/errors.ts'
import { newId, newSecret } from '#lib/ids.ts'
import { hashSecret, type Tokens } from '#lib/security/tokens.ts'
import { proofOf } from './api.ts'

const MINUTE = 60_000
/** A user may be typing a code that just expired, and a screen may retry after a lost response. */
const GRACE_MS = 2 * MINUTE
/** Maximum waiting screens: the fewer codes are valid, the harder they are to guess. */
export const WAITING_MAX = 5000
const SEEN_EVERY_MS = 20_000
/** A waiting screen polls every 25 s; after this it counts as closed. */
const WAITS_MS = 60_000
/** Maximum waiting screens that a console lists; more can be connected by their codes. */
const FOUND_MAX = 8

export interface Pairing {
  id: string
  secretHash: string
  sign: PairingSign
  screen: ScreenFacts
  ip: string
  seenAt: number
  expiresAt: number
  deviceId: string | null
}

const pick = <T>(choices: readonly T[]): T => choices[randomInt(choices.length)] as T
const newCode = () => Array.from({ length: PAIRING_LENGTH }, () => pick([...PAIRING_ALPHABET])).join('')

interface From {
  ip: string
  /** From the player link. */
  hint?: string | undefined
  network?: string | null
}

/** Gives a screen a unique code. Only the hash of its secret is stored. */
export async function startPairing(
  db: Db,
  screen: ScreenFacts,
  { ip, hint, network = null }: From,
  now: number,
) {
  await db
    .deleteFrom('pairings')
    .where('expiresAt', '<', now - GRACE_MS)
    .execute()
  await makeRoom(db)
  const secret = newSecret()
  const sign = { shape: pick(SHAPES), colour: pick(SHAPE_COLORS) }
  const expiresAt = now + PAIRING_MINUTES * MINUTE
  for (;;) {
    const code = newCode()
    const inserted = await db
      .insertInto('pairings')
      .values({
        id: newId(),
        code,
        secretHash: hashSecret(secret),
        sign: JSON.stringify(sign),
        screen: JSON.stringify(screen),
        ip,
        seenAt: now,
        expiresAt,
        deviceId: null,
        hint: hint ?? null,
        network: network && (await isOnlyOrganization(db)) ? network : null,
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows) return { code, secret, sign, expiresAt }
  }
}

/**
 * Deletes the oldest codes if too many are waiting. Refusing new ones would let a flood of requests block every other
 * screen; a screen that loses its code shows a new one.
 */
async function makeRoom(db: Db): Promise<void> {
  const waiting = () => db.selectFrom('pairings').where('deviceId', 'is', null)
  const { count } = await waiting()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const tooMany = Number(count) - WAITING_MAX + 1
  if (tooMany <= 0) return
  const oldest = waiting().select('id').orderBy('expiresAt').orderBy('id').limit(tooMany)
  await db.deleteFrom('pairings').where('id', 'in', oldest).execute()
}

/** The pairing with a screen's secret, claimed or not; undefined after it expires. */
export async function pairingOfSecret(db: Db, secret: string, now: number): Promise<Pairing | undefined> {
  const row = await db
    .selectFrom('pairings')
    .selectAll()
    .where('secretHash', '=', hashSecret(secret))
    .where('expiresAt', '>=', now - GRACE_MS)
    .executeTakeFirst()
  return row && pairingOf(row)
}

export async function rememberSeen(db: Db, pairing: Pairing, now: number): Promise<void> {
  if (now - pairing.seenAt < SEEN_EVERY_MS) return
  await db.updateTable('pairings').set({ seenAt: now }).where('id', '=', pairing.id).execute()
}

/** The response for a claimed screen. The secret it polled with becomes its token's. */
export async function claimedDevice(db: Db, tokens: Tokens, deviceId: string, secret: string) {
  const row = await db
    .selectFrom('devices')
    .innerJoin('organizations', 'organizations.id', 'devices.organizationId')
    .select(['devices.name', 'organizations.id as organizationId', 'organizations.name as organizationName'])
    .where('devices.id', '=', deviceId)
    .executeTakeFirst()
  if (!row) throw notFound('This code has expired')
  const { organizationId, ...names } = row
  const proof = proofOf(tokens, deviceId, hashSecret(secret), organizationId)
  return { deviceId, token: `${deviceId}.${secret}.${organizationId}.${proof}`, ...names }
}

/** The waiting screen with a code. Throws INVALID_CODE. */
export async function findPairing(db: Db, code: string, now: number): Promise<Pairing> {
  const row = await db
    .selectFrom('pairings')
    .selectAll()
    .where('code', '=', code)
    .where('deviceId', 'is', null)
    .where('expiresAt', '>=', now - GRACE_MS)
    .executeTakeFirst()
  if (!row) throw invalidCode()
  return pairingOf(row)
}

/** With other organizations, a screen on the same network may be theirs. */
async function isOnlyOrganization(db: Db): Promise<boolean> {
  const rows = await db.selectFrom('organizations').select('id').limit(2).execute()
  return rows.length === 1
}

/** Waiting screens that polled seconds ago, and were opened by one of the links or from the network; newest first. */
export async function waitingPairings(
  db: Db,
  { hints, network }: { hints: readonly string[]; network: string | null },
  now: number,
): Promise<(Pairing & { code: string })[]> {
  const rows = await db
    .selectFrom('pairings')
    .selectAll()
    .where('deviceId', 'is', null)
    .where('seenAt', '>=', now - WAITS_MS)
    .where('expiresAt', '>=', now)
    .where(({ eb, or }) =>
      or([eb('hint', 'in', hints), ...(network === null ? [] : [eb('network', '=', network)])]),
    )
    .orderBy('expiresAt', 'desc')
    .orderBy('id')
    .limit(FOUND_MAX)
    .execute()
  return rows.map((row) => ({ ...pairingOf(row), code: row.code }))
}

/** Claims a waiting screen for a device; of concurrent claims one succeeds, the others get INVALID_CODE. */
export async function takePairing(db: Db, { id }: Pairing, deviceId: string): Promise<void> {
  // A previous screen of this device may not request its token again.
  await db.deleteFrom('pairings').where('deviceId', '=', deviceId).execute()
  const taken = await db
    .updateTable('pairings')
    .set({ deviceId })
    .where('id', '=', id)
    .where('deviceId', 'is', null)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) throw invalidCode()
}

const pairingOf = ({ sign, screen, ...row }: Selectable<PairingsTable>): Pairing => ({
  ...row,
  sign: JSON.parse(sign) as PairingSign,
  screen: JSON.parse(screen) as ScreenFacts,
})

const invalidCode = () =>
  new AppError(
    'INVALID_CODE',
    'No screen is showing this code. Codes change every 15 minutes; check the screen again.',
  )
