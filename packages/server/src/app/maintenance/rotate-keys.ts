import { beginRotation, replaceFingerprint } from '#app/start/secret-key.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { erasing } from '#db/secrets/erase.ts'
import { resealStored } from '#db/secrets/sealed.ts'
import type { Settings } from '#lib/env.ts'
import { Seal } from '#lib/security/seal.ts'

export interface RotatedKeys {
  /** Browsers logged out, which are all of them. */
  sessionsEnded: number
  /** Kiosk keys and PINs sealed with the new key. */
  resealed: number
  /** Kiosk keys replaced because the old key is lost. */
  replacedKioskKeys: number
  replacedPins: number
  /** Second factors that people set up again, because the old key is lost. */
  removedFactors: number
  /** Secrets of identity providers that administrators enter again, because the old key is lost. */
  removedSecrets: number
}

/**
 * Replaces the installation's key. Every session and emailed code ends; kiosk keys and PINs are sealed again with the
 * new key; screens stay paired. Without the old key, kiosk keys and PINs are replaced, and second factors removed. Requires that all servers are
 * stopped and the database is migrated. With SECRET_KEY or SECRET_KEY_FILE, the setting already contains the new key
 * and `oldKey` is the previous one. Throws a StartError.
 */
export async function rotateKeys({
  database,
  settings,
  oldKey,
}: {
  database: Db
  settings: Settings
  oldKey?: string | undefined
}): Promise<RotatedKeys> {
  const { from, to, finish } = await beginRotation(database, settings, oldKey)
  const replace = async (tx: Db) => {
    const counts = await resealStored(tx, from === undefined ? undefined : new Seal(from), new Seal(to))
    const { numDeletedRows } = await tx.deleteFrom('sessions').executeTakeFirst()
    await tx.deleteFrom('codes').execute()
    await replaceFingerprint(tx, to)
    return { sessionsEnded: Number(numDeletedRows), ...counts }
  }
  const rotated = await erasing(database, () => inTransaction(database, replace))
  finish()
  return rotated
}
