import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { newPin, newSecret } from '#lib/ids.ts'
import { isSealed, type Seal, type SealPurpose } from '#lib/security/seal.ts'
import { erasing } from './erase.ts'

interface Stored {
  purpose: SealPurpose
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

/**
 * Seals everything with another key. Values that the old key doesn't open are replaced by new kiosk keys or PINs.
 * Returns how many were resealed and how many replaced. Call in a transaction.
 */
export async function resealStored(
  tx: Db,
  from: Seal | undefined,
  to: Seal,
): Promise<{ resealed: number; replacedKioskKeys: number; replacedPins: number }> {
  const counts = { resealed: 0, replacedKioskKeys: 0, replacedPins: 0 }
  for (const { purpose, id, value } of await readStored(tx)) {
    const text = isSealed(value) ? (from?.open(purpose, id, value) ?? null) : value
    if (text !== null) counts.resealed++
    else if (purpose === 'kiosk-key') counts.replacedKioskKeys++
    else counts.replacedPins++
    const next = text ?? (purpose === 'kiosk-key' ? newSecret() : newPin())
    await write(tx, purpose, id, to.seal(purpose, id, next), value)
  }
  return counts
}

async function readStored(db: Db): Promise<Stored[]> {
  const kiosks = await db.selectFrom('kiosks').select(['organizationId', 'key']).execute()
  const devices = await db.selectFrom('devices').select(['id', 'pin']).where('pin', '!=', '').execute()
  return [
    ...kiosks.map(({ organizationId, key }) => ({
      purpose: 'kiosk-key' as const,
      id: organizationId,
      value: key,
    })),
    ...devices.map(({ id, pin }) => ({ purpose: 'device-pin' as const, id, value: pin })),
  ]
}

/** Unless another server changed it in between. */
const write = (tx: Db, purpose: SealPurpose, id: string, value: string, was: string) =>
  purpose === 'kiosk-key'
    ? tx
        .updateTable('kiosks')
        .set({ key: value })
        .where('organizationId', '=', id)
        .where('key', '=', was)
        .execute()
    : tx.updateTable('devices').set({ pin: value }).where('id', '=', id).where('pin', '=', was).execute()
