import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { newPin, newSecret } from '#lib/ids.ts'
import { isSealed, type Seal, type SealPurpose } from '#lib/security/seal.ts'
import { erasing } from './erase.ts'

interface Stored {
  purpose: Exclude<SealPurpose, 'move-ticket' | 'login-ticket' | 'passkey-ticket' | 'page-session'>
  id: string
  value: string
}

/** Seals values stored in the clear, as earlier versions did. */
export async function sealStored(db: Db, seal: Seal): Promise<void> {
  const open = (await readStored(db)).filter(({ value }) => !isSealed(value))
  if (open.length === 0) return
  await erasing(db, () =>
    inTransaction(db, async (tx) => {
      for (const { purpose, id, value } of open)
        await write(tx, purpose, id, seal.seal(purpose, id, value), value)
    }),
  )
}

export interface Resealed {
  resealed: number
  replacedKioskKeys: number
  replacedPins: number
  removedFactors: number
  removedSecrets: number
}

/**
 * Seals everything with another key. Values that the old key doesn't open are replaced by new kiosk keys or PINs, and
 * second factors removed. Call in a transaction.
 */
export async function resealStored(tx: Db, from: Seal | undefined, to: Seal): Promise<Resealed> {
  const counts: Resealed = {
    resealed: 0,
    replacedKioskKeys: 0,
    replacedPins: 0,
    removedFactors: 0,
    removedSecrets: 0,
  }
  for (const { purpose, id, value } of await readStored(tx)) {
    const text = isSealed(value) ? (from?.open(purpose, id, value) ?? null) : value
    const { lost, replacement } = STORED[purpose]
    if (text !== null) counts.resealed++
    else counts[lost]++
    const next = text ?? replacement()
    if (next !== null) await write(tx, purpose, id, to.seal(purpose, id, next), value)
    else if (purpose === 'second-factor') await tx.deleteFrom('second_factors').where('id', '=', id).execute()
    else if (purpose === 'page-login') await tx.deleteFrom('web_logins').where('id', '=', id).execute()
    else await tx.updateTable('identity_providers').set({ clientSecret: null }).where('id', '=', id).execute()
  }
  // Begun again by the person, or the next picture, with the new key.
  await tx.updateTable('web_logins').set({ session: null }).where('session', 'is not', null).execute()
  await tx.updateTable('second_factors').set({ pending: null }).where('pending', 'is not', null).execute()
  return counts
}

type StoredPurpose = Stored['purpose']

/** What becomes of a value that no key opens: null removes it. */
const STORED: Record<StoredPurpose, { lost: keyof Resealed; replacement: () => string | null }> = {
  'kiosk-key': { lost: 'replacedKioskKeys', replacement: newSecret },
  'device-pin': { lost: 'replacedPins', replacement: newPin },
  'second-factor': { lost: 'removedFactors', replacement: () => null },
  'provider-secret': { lost: 'removedSecrets', replacement: () => null },
  'page-login': { lost: 'removedSecrets', replacement: () => null },
}

async function readStored(db: Db): Promise<Stored[]> {
  const kiosks = await db.selectFrom('kiosks').select(['organizationId', 'key']).execute()
  const devices = await db.selectFrom('devices').select(['id', 'pin']).where('pin', '!=', '').execute()
  const factors = await db.selectFrom('second_factors').select(['id', 'sealed']).execute()
  const providers = await db.selectFrom('identity_providers').select(['id', 'clientSecret']).execute()
  const logins = await db.selectFrom('web_logins').select(['id', 'secret']).execute()
  return [
    ...logins.map(({ id, secret: value }) => ({ purpose: 'page-login' as const, id, value })),
    ...providers.flatMap(({ id, clientSecret: value }) =>
      value === null ? [] : [{ purpose: 'provider-secret' as const, id, value }],
    ),
    ...kiosks.map(({ organizationId, key }) => ({
      purpose: 'kiosk-key' as const,
      id: organizationId,
      value: key,
    })),
    ...devices.map(({ id, pin }) => ({ purpose: 'device-pin' as const, id, value: pin })),
    ...factors.flatMap(({ id, sealed: value }) =>
      value === null ? [] : [{ purpose: 'second-factor' as const, id, value }],
    ),
  ]
}

/** Unless another server changed it in between. */
function write(tx: Db, purpose: StoredPurpose, id: string, value: string, was: string): Promise<unknown> {
  const { kiosks, devices, factors, providers, logins } = {
    logins: () =>
      tx.updateTable('web_logins').set({ secret: value }).where('id', '=', id).where('secret', '=', was),
    kiosks: () =>
      tx.updateTable('kiosks').set({ key: value }).where('organizationId', '=', id).where('key', '=', was),
    devices: () => tx.updateTable('devices').set({ pin: value }).where('id', '=', id).where('pin', '=', was),
    factors: () =>
      tx.updateTable('second_factors').set({ sealed: value }).where('id', '=', id).where('sealed', '=', was),
    providers: () =>
      tx
        .updateTable('identity_providers')
        .set({ clientSecret: value })
        .where('id', '=', id)
        .where('clientSecret', '=', was),
  }
  const of = {
    'kiosk-key': kiosks,
    'device-pin': devices,
    'second-factor': factors,
    'provider-secret': providers,
    'page-login': logins,
  }
  return of[purpose]().execute()
}
