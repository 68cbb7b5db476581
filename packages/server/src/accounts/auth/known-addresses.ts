import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { hashSecret } from '#lib/security/tokens.ts'

const DAY = 24 * 3_600_000
const KNOWN_FOR = 90 * DAY
const PER_PERSON = 10

const idOf = (userId: string, address: string) => hashSecret(`${userId} ${address}`)

/** Whether the user logged in from this address within the last three months. */
export async function isKnownAddress(db: Db, userId: string, address: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_addresses')
    .select('id')
    .where('id', '=', idOf(userId, address))
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
      id: idOf(user.id, address),
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
