import type { Passkey } from '@vitrine/contract/api/accounts/passkeys'
import { PASSKEYS_MAX } from '@vitrine/contract/api/accounts/passkeys'
import { passkeyWrong } from '#accounts/credentials/passkey-tickets.ts'
import type { PasskeyRow } from '#accounts/credentials/passkeys.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

export const passkeyOf = ({ id, name, synced, site, createdAt, usedAt }: PasskeyRow): Passkey => ({
  ...{ id, name, synced: synced === 1, site, createdAt, usedAt },
})

export const listPasskeys = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(PASSKEYS_MAX)
    .execute()

/** Throws NOT_FOUND, for someone else's too. */
export async function ownPasskey(db: Db, userId: string, id: string): Promise<PasskeyRow> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('Passkey not found')
  return row
}

type New = Omit<PasskeyRow, 'id' | 'usedAt'>

/** Throws INVALID for one too many, and PASSKEY_WRONG for one that an account has already. */
export async function insertPasskey(db: Db, passkey: New): Promise<PasskeyRow> {
  // One at a time, or two at the same moment would exceed the limit.
  await lockRow(db, 'users', passkey.userId)
  if ((await listPasskeys(db, passkey.userId)).length >= PASSKEYS_MAX)
    throw invalid({ name: `You can have up to ${PASSKEYS_MAX} passkeys. Remove one first` })
  const row: PasskeyRow = { ...passkey, id: newId(), usedAt: null }
  const added = await db
    .insertInto('passkeys')
    .values(row)
    .onConflict((there) => there.column('credentialId').doNothing())
    .executeTakeFirst()
  if (!added.numInsertedOrUpdatedRows) throw passkeyWrong()
  return row
}
