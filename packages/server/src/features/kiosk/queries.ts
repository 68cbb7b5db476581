import { createHmac } from 'node:crypto'
import { KIOSK_CODE_SECONDS, KioskPayload, type KioskSettings } from '@vitrine/contract/kiosk'
import { ROLES } from '@vitrine/contract/permissions'
import { z } from 'zod'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import { loginFailed } from '#lib/errors.ts'
import { newId, newSecret } from '#lib/ids.ts'
import { equalHashes, hashSecret } from '#lib/tokens.ts'

const Origins = z.array(z.string())

export async function getKiosk(db: Db, organizationId: string): Promise<KioskSettings> {
  const row = await db
    .selectFrom('kiosks')
    .select(['key', 'origins'])
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  return row ? { key: row.key, origins: Origins.parse(JSON.parse(row.origins)) } : { key: null, origins: [] }
}

/** Makes the key with the first save; another key signs the kiosks out. */
export async function saveKiosk(
  db: Db,
  organizationId: string,
  { origins, newKey }: { origins: string[]; newKey?: boolean },
): Promise<void> {
  const columns = { origins: JSON.stringify([...new Set(origins)]), ...(newKey && { key: newSecret() }) }
  await db
    .insertInto('kiosks')
    .values({ id: newId(), organizationId, key: newSecret(), ...columns })
    .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(columns))
    .execute()
  if (newKey)
    await db
      .deleteFrom('sessions')
      .where('organizationId', '=', organizationId)
      .where('kiosk', '=', 1)
      .execute()
}

/**
 * Whom a kiosk code signs in: signed with the organization's key, not over, from an allowed origin. Its nonce is still
 * to be spent. Whatever is wrong, the answer is LOGIN_FAILED.
 */
export async function checkKioskCode(
  { db, clock }: { db: Db; clock: Clock },
  code: string,
): Promise<{
  user: { id: string; organizationId: string }
  kiosk: true
  nonce: { id: string; expiresAt: number }
}> {
  const [text = '', signature = '', ...more] = code.split('.')
  const payload = readPayload(text)
  if (!payload || more.length) throw loginFailed()
  const { organizationId, userId, origin, exp, nonce } = payload
  const { key, origins } = await getKiosk(db, organizationId)
  const now = clock.now() / 1000
  const signed =
    key !== null && equalHashes(createHmac('sha256', key).update(text).digest('base64url'), signature)
  if (!signed || exp <= now || exp > now + KIOSK_CODE_SECONDS || !origins.includes(origin))
    throw loginFailed()
  const user = await db
    .selectFrom('users')
    .select(['id', 'organizationId'])
    .where('id', '=', userId)
    .where('organizationId', '=', organizationId)
    .where('role', '!=', ROLES.superAdmin)
    .executeTakeFirst()
  if (!user) throw loginFailed()
  return {
    user,
    kiosk: true,
    nonce: { id: hashSecret(`${organizationId} ${nonce}`), expiresAt: Math.ceil(exp * 1000) },
  }
}

/** Of several that bring the same code, one gets in. Throws LOGIN_FAILED. */
export async function spendNonce(
  db: Db,
  nonce: { id: string; expiresAt: number },
  now: number,
): Promise<void> {
  // A minute longer than needed, for the clocks of several servers.
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

function readPayload(text: string): KioskPayload | undefined {
  try {
    return KioskPayload.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
  } catch {
    return undefined
  }
}
