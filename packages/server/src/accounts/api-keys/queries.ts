import {
  type ApiKey,
  type ApiKeyCreate,
  KEY_PREFIX,
  KEYS_MAX,
  KeyRole,
} from '@vitrine/contract/api/accounts/api-keys'
import { Permission } from '@vitrine/contract/api/accounts/users'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { mustVerifyEmail } from '#accounts/auth/queries.ts'
import { authorNames } from '#accounts/authors/queries.ts'
import { actorOf, scopeColumn, scopeOf } from '#accounts/rights/queries.ts'
import type { Session } from '#base/handler.ts'
import { anyOf, inQuickTransaction, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { ApiKeysTable } from '#db/tables/accounts.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, invalid, notFound } from '#lib/errors.ts'
import { newId, newSecret } from '#lib/ids.ts'
import { hashSecret } from '#lib/security/tokens.ts'
import { isFrom, rightsOfKey } from './rights.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Ended keys stay in the list, and name the author of what they wrote. */
const KEEP_ENDED = 90 * DAY
/** Characters of a key that lists show. */
const START_LENGTH = KEY_PREFIX.length + 6

const Permissions = z.array(Permission)
const Networks = z.array(z.string())

/** Newest first. `db` is bound to the organization. */
export async function listKeys(db: Db, now: number): Promise<ApiKey[]> {
  const rows = await db.selectFrom('api_keys').selectAll().orderBy('id', 'desc').execute()
  const makers = await authorNames(
    db,
    rows.map(({ makerId }) => makerId),
  )
  return rows.map((row) => keyOf(row, makers, now))
}

export async function getKey(db: Db, id: string, now: number): Promise<ApiKey> {
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('API key not found')
  return keyOf(row, await authorNames(db, [row.makerId]), now)
}

const keyOf = (row: Selectable<ApiKeysTable>, makers: ReadonlyMap<string, string>, now: number): ApiKey => ({
  id: row.id,
  name: row.name,
  organizationId: row.organizationId,
  role: KeyRole.parse(row.role),
  permissions: Permissions.parse(JSON.parse(row.permissions)),
  scope: scopeOf(row.scope),
  networks: Networks.parse(JSON.parse(row.networks)),
  start: row.start,
  maker: row.makerId === null ? null : { id: row.makerId, name: makers.get(row.makerId) ?? '' },
  status: statusOf(row, now),
  expiresAt: isoTime(row.expiresAt),
  revokedAt: row.revokedAt === null ? null : isoTime(row.revokedAt),
  lastUsedAt: row.lastUsedAt === null ? null : isoTime(row.lastUsedAt),
  lastAddress: row.lastAddress,
  createdAt: row.createdAt,
})

function statusOf(row: Pick<ApiKeysTable, 'revokedAt' | 'makerId' | 'expiresAt'>, now: number) {
  if (row.revokedAt !== null || row.makerId === null) return 'revoked'
  return row.expiresAt <= now ? 'expired' : 'active'
}

/**
 * `db` is bound to the organization. Returns the secret, of which only a hash is stored. The oldest ended key makes room
 * for a new one. Throws INVALID if all are active.
 */
export async function createKey(
  db: Db,
  { organizationId, makerId, now }: { organizationId: string; makerId: string; now: number },
  { name, role, permissions, scope, networks, days }: ApiKeyCreate,
): Promise<{ id: string; secret: string }> {
  // One at a time, or two concurrent calls would both find room.
  await lockRow(db, 'organizations', organizationId)
  await makeRoom(db, now)
  const id = newId()
  const secret = KEY_PREFIX + newSecret()
  await db
    .insertInto('api_keys')
    .values({
      id,
      organizationId,
      makerId,
      name,
      role,
      permissions: JSON.stringify([...new Set(permissions)]),
      scope: await scopeColumn(db, scope),
      networks: JSON.stringify([...new Set(networks)]),
      secretHash: hashSecret(secret),
      start: secret.slice(0, START_LENGTH),
      expiresAt: now + days * DAY,
      revokedAt: null,
      lastUsedAt: null,
      lastAddress: null,
      createdAt: isoTime(now),
    })
    .execute()
  return { id, secret }
}

async function makeRoom(db: Db, now: number): Promise<void> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'revokedAt', 'makerId', 'expiresAt'])
    .orderBy('id')
    .execute()
  if (rows.length < KEYS_MAX) return
  const ended = rows.find((row) => statusOf(row, now) !== 'active')
  if (!ended) throw invalid({ name: `An organization can have up to ${KEYS_MAX} API keys. Revoke one first` })
  await db.deleteFrom('api_keys').where('id', '=', ended.id).execute()
}

export async function revokeKey(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Deletes keys that ended long ago. Returns the count. */
export async function forgetKeys(db: Db, now: number): Promise<number> {
  const gone = await db
    .deleteFrom('api_keys')
    .where(({ or, eb }) =>
      or([eb('revokedAt', '<', now - KEEP_ENDED), eb('expiresAt', '<', now - KEEP_ENDED)]),
    )
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

const selectKeys = (db: Db) =>
  db
    .selectFrom('api_keys')
    .innerJoin('organizations', 'organizations.id', 'api_keys.organizationId')
    .leftJoin('users', 'users.id', 'api_keys.makerId')
    .leftJoin('custom_roles', 'custom_roles.id', 'users.roleId')
    .select([
      'api_keys.id',
      'api_keys.name',
      'api_keys.organizationId',
      'api_keys.role',
      'api_keys.permissions',
      'api_keys.scope',
      'api_keys.networks',
      'api_keys.expiresAt',
      'api_keys.revokedAt',
      'api_keys.lastUsedAt',
      'api_keys.lastAddress',
      'api_keys.makerId',
      'users.role as makerRole',
      'users.permissions as makerPermissions',
      'users.scope as makerScope',
      'custom_roles.rows as roleRows',
      'users.emailVerified',
      'organizations.unconfirmed',
    ])

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>

/** The key's rights at this moment; undefined once it has ended. */
function rightsOf(row: KeyRow, now: number) {
  if (statusOf(row, now) !== 'active' || row.makerRole === null) return undefined
  return rightsOfKey(
    actorOf({ role: row.role, permissions: row.permissions, scope: row.scope }),
    actorOf({
      ...{ role: row.makerRole, permissions: row.makerPermissions ?? '[]', scope: row.makerScope },
      roleRows: row.roleRows,
    }),
  )
}

/**
 * The session of a call with an API key. Key, maker, and organization are read on every call, so a revoked key and a
 * demoted maker take effect on the next call, on every server. Throws SESSION_EXPIRED, and FORBIDDEN for a call from
 * outside of the key's networks.
 */
export async function readKey(
  db: Db,
  { secret, ip }: { secret: string; ip: string },
  now: number,
): Promise<Session> {
  const row = await selectKeys(db).where('secretHash', '=', hashSecret(secret)).executeTakeFirst()
  const actor = row && rightsOf(row, now)
  if (!row || !actor)
    throw new AppError('SESSION_EXPIRED', 'This API key is unknown, has expired, or was revoked')
  if (!isFrom(Networks.parse(JSON.parse(row.networks)), ip))
    throw new AppError('FORBIDDEN', "This API key isn't accepted from your network")
  await noteUse(db, row, { ip, now })
  return {
    sessionId: row.id,
    userId: row.id,
    organizationId: row.organizationId,
    ...actor,
    kiosk: false,
    unconfirmed: row.unconfirmed === 1,
    // A person made the key, after logging in with theirs.
    mustSetSecondFactor: false,
    providerSince: null,
    mustVerifyEmail: mustVerifyEmail({ emailVerified: row.emailVerified ?? 0, unconfirmed: row.unconfirmed }),
    name: row.name,
    key: { name: row.name, makerId: row.makerId ?? '' },
  }
}

/** At most once a minute. A call doesn't fail because this can't be stored, for example on a full disk. */
async function noteUse(
  db: Db,
  { id, lastUsedAt }: KeyRow,
  { ip, now }: { ip: string; now: number },
): Promise<void> {
  if (lastUsedAt !== null && now - lastUsedAt < MINUTE) return
  await inQuickTransaction(db, (tx) =>
    tx
      .updateTable('api_keys')
      .set({ lastUsedAt: now, lastAddress: ip })
      .where('id', '=', id)
      .where(({ or, eb }) => or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<=', now - MINUTE)]))
      .execute(),
  ).catch(() => {})
}

/** The current rights of keys by id; ended ones are missing. */
export async function rightsOfKeys(db: Db, ids: readonly { id: string }[], now: number) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await selectKeys(db).where('api_keys.id', 'in', anyOf(db, ids)).execute()
  return new Map(
    rows.flatMap((row) => {
      const actor = rightsOf(row, now)
      return actor ? [[row.id, actor] as const] : []
    }),
  )
}
