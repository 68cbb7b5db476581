import { createHmac } from 'node:crypto'
import {
  KIOSK_CODE_SECONDS,
  KioskPayload,
  type KioskSettings,
  type KioskUpdate,
} from '@vitrine/contract/api/accounts/kiosk'
import { ROLES } from '@vitrine/contract/permissions'
import { z } from 'zod'
import type { Context } from '#base/handler.ts'
import type { Db } from '#db/schema.ts'
import { conflict, loginFailed } from '#lib/errors.ts'
import { newId, newSecret } from '#lib/ids.ts'
import type { Seal } from '#lib/security/seal.ts'
import { equalHashes, hashSecret } from '#lib/security/tokens.ts'

const Origins = z.array(z.string())

/** Where the sealed key is. */
interface Stored {
  db: Db
  seal: Seal
}

/** Id of these settings for recorded saves, separate from the organization's own document. */
const documentOf = (organizationId: string) => `kiosk-${organizationId}`

/** Origins of pages that may open the cards without a password. */
export async function kioskOrigins(db: Db, organizationId: string): Promise<string[]> {
  const row = await db
    .selectFrom('kiosks')
    .select('origins')
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  return row ? Origins.parse(JSON.parse(row.origins)) : []
}

export async function getKiosk(
  { db, seal }: Stored,
  organizationId: string,
): Promise<KioskSettings & { id: string }> {
  const row = await db
    .selectFrom('kiosks')
    .select(['key', 'origins', 'version'])
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  const id = documentOf(organizationId)
  if (!row) return { id, key: null, origins: [], version: 1 }
  const key = seal.open('kiosk-key', organizationId, row.key)
  return { id, key, origins: Origins.parse(JSON.parse(row.origins)), version: row.version }
}

/**
 * Creates the key with the first save. Replacing it, or removing an origin, logs the kiosks out. Throws CONFLICT for an
 * old version.
 */
export async function saveKiosk(
  { db, seal }: Stored,
  organizationId: string,
  { origins, newKey, version }: KioskUpdate,
): Promise<void> {
  const before = origins ? await kioskOrigins(db, organizationId) : []
  const key = seal.seal('kiosk-key', organizationId, newSecret())
  await db
    .insertInto('kiosks')
    .values({ id: newId(), organizationId, key, origins: '[]' })
    .onConflict((there) => there.column('organizationId').doNothing())
    .execute()
  const saved = await db
    .updateTable('kiosks')
    .set((row) => ({
      ...(origins && { origins: JSON.stringify([...new Set(origins)]), version: row('version', '+', 1) }),
      // Sets a column in any case, because a save without changes counts too.
      key: newKey ? key : row.ref('key'),
    }))
    .where('organizationId', '=', organizationId)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .executeTakeFirst()
  if (saved.numUpdatedRows === 0n) throw conflict(documentOf(organizationId))
  // Sessions don't know their origin. Opening the cards again takes a touch.
  if (newKey || before.some((origin) => !origins?.includes(origin)))
    await db
      .deleteFrom('sessions')
      .where('organizationId', '=', organizationId)
      .where('kiosk', '=', 1)
      .execute()
}

/**
 * The user that a kiosk code logs in: signed with the organization's key, unexpired, from an allowed origin. The caller
 * must still consume its nonce. Every failure gives LOGIN_FAILED.
 */
export async function checkKioskCode(
  seal: Seal,
  { db, clock }: Pick<Context, 'db' | 'clock'>,
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
  const { key, origins } = await getKiosk({ db, seal }, organizationId)
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

function readPayload(text: string): KioskPayload | undefined {
  try {
    return KioskPayload.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
  } catch {
    return undefined
  }
}
