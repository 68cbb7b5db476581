import {
  TRIGGER_CALLS_LISTED,
  TRIGGER_PREFIX,
  TRIGGERS_MAX,
  type Trigger,
  type TriggerCall,
  type TriggerCreate,
} from '@vitrine/contract/api/screens/triggers'
import { type Access, isWithin, mayCall, reachOf } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { actorOf, RIGHTS, type StoredRights } from '#accounts/rights/queries.ts'
import { APPROVING } from '#base/handler.ts'
import { usersOf } from '#base/references/queries.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { flag } from '#db/tables/column.ts'
import type { TriggerCallsTable, TriggersTable } from '#db/tables/triggers.ts'
import { isoTime } from '#lib/clock.ts'
import { inUse, invalid, notFound } from '#lib/errors.ts'
import { newId, newSecret } from '#lib/ids.ts'
import { hashSecret } from '#lib/security/tokens.ts'

/** Calls kept per trigger: more than arrive while a signature is valid, so that a repeated one is recognized. */
const CALLS_KEPT = 500
const START_LENGTH = TRIGGER_PREFIX.length + 6

const selectTriggers = (db: Db) =>
  db
    .selectFrom('triggers')
    .leftJoin('device_groups', 'device_groups.id', 'triggers.deviceGroupId')
    .leftJoin('storyboards', 'storyboards.id', 'triggers.storyboardId')
    .leftJoin('users', 'users.id', 'triggers.makerId')
    .leftJoin('custom_roles', 'custom_roles.id', 'users.roleId')
    .innerJoin('organizations', 'organizations.id', 'triggers.organizationId')
    .selectAll('triggers')
    .select(['device_groups.name as groupName', 'storyboards.name as storyboardName'])
    .select([...RIGHTS, 'organizations.approval'])

/** Newest first. `db` is bound to the organization. */
export async function listTriggers(db: Db): Promise<Trigger[]> {
  const rows = await selectTriggers(db).orderBy('triggers.id', 'desc').execute()
  return rows.map(triggerOf)
}

export async function getTrigger(db: Db, id: string): Promise<Trigger> {
  const row = await selectTriggers(db).where('triggers.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Trigger not found')
  return triggerOf(row)
}

interface Maker extends Pick<StoredRights, 'scope' | 'roleRows'> {
  role: string | null
  permissions: string | null
  approval: 'live' | 'strict'
}

/** The maker may no longer change screens, or those of the group, under strict approval without approval, or was deleted. */
function isStopped({
  makerId,
  deviceGroupId,
  role,
  permissions,
  approval,
  ...stored
}: Pick<TriggersTable, 'makerId' | 'deviceGroupId'> & Maker): boolean {
  if (makerId === null) return false
  if (role === null) return true
  const maker = actorOf({ ...stored, role, permissions: permissions ?? '[]' })
  const may = (needed: { write: Access }) =>
    mayCall(maker, { who: needed }) && isWithin(reachOf(maker, needed), { deviceGroupId })
  return !may({ write: 'devices' }) || (approval === 'strict' && !may({ write: APPROVING }))
}

const triggerOf = ({
  role,
  permissions,
  scope,
  roleRows,
  approval,
  ...row
}: TriggersTable & Maker & { groupName: string | null; storyboardName: string | null }): Trigger => ({
  ...row,
  allowsGet: row.allowsGet === 1,
  isSigned: row.isSigned === 1,
  isStopped: isStopped({ ...row, role, permissions, scope, roleRows, approval }),
})

/** The person who answers for a trigger; null for a super admin, who belongs to another organization. */
export interface TriggerMaker {
  makerId: string | null
  createdBy: string
}

export async function adoptTrigger(db: Db, id: string, maker: TriggerMaker): Promise<void> {
  await db
    .updateTable('triggers')
    .set({ ...maker })
    .where('id', '=', id)
    .execute()
}

/** `db` is bound to the organization. Throws INVALID for unknown ids, a name in use, and one trigger too many. */
export async function createTrigger(
  db: Db,
  { organizationId, makerId, createdBy, now }: TriggerMaker & { organizationId: string; now: number },
  input: TriggerCreate,
): Promise<{ id: string; secret: string }> {
  const { name, deviceGroupId, storyboardId, minutes, allowsGet, isSigned } = input
  // One at a time, or two concurrent calls would both find room.
  await lockRow(db, 'organizations', organizationId)
  const others = await whole(db).selectFrom('triggers').select('nameKey').execute()
  const nameKey = searchKey(name)
  if (others.length >= TRIGGERS_MAX)
    throw invalid({ name: `An organization can have up to ${TRIGGERS_MAX} triggers. Delete one first` })
  if (others.some((other) => other.nameKey === nameKey)) throw invalid({ name: rule('not_exist') })
  for (const [field, table, id] of [
    ['deviceGroupId', 'device_groups', deviceGroupId],
    ['storyboardId', 'storyboards', storyboardId],
  ] as const) {
    const found = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
    if (!found) throw invalid({ [field]: rule('unknown') })
  }
  const id = newId()
  const secret = TRIGGER_PREFIX + newSecret()
  await db
    .insertInto('triggers')
    .values({
      ...{ id, organizationId, name, nameKey, deviceGroupId, storyboardId, minutes },
      ...{ createdBy, makerId },
      ...{ allowsGet: flag(allowsGet), isSigned: flag(isSigned) },
      secretHash: hashSecret(secret),
      start: secret.slice(0, START_LENGTH),
      createdAt: isoTime(now),
    })
    .execute()
  return { id, secret }
}

/** The trigger with this secret, in any organization. */
export const triggerOfSecret = (db: Db, secret: string): Promise<TriggersTable | undefined> =>
  db.selectFrom('triggers').selectAll().where('secretHash', '=', hashSecret(secret)).executeTakeFirst()

/** Throws what deleting it would throw: USED_IN_CONDITION. */
export async function refuseTriggerInUse(db: Db, id: string): Promise<void> {
  const users = await usersOf(whole(db), 'trigger', [{ id }])
  const [first] = users
  if (first)
    throw inUse(
      'USED_IN_CONDITION',
      `A condition of ${first.name} uses this trigger. Change the condition first.`,
      users,
    )
}

export const deleteTrigger = (db: Db, id: string) => db.deleteFrom('triggers').where('id', '=', id).execute()

/** Newest first. */
export async function listCalls(db: Db, triggerId: string): Promise<TriggerCall[]> {
  const rows = await db
    .selectFrom('trigger_calls')
    .selectAll()
    .where('triggerId', '=', triggerId)
    .orderBy('id', 'desc')
    .limit(TRIGGER_CALLS_LISTED)
    .execute()
  return rows.map(({ id, at, action, key, address, outcome }) => ({
    ...{ id, action, key, address, outcome },
    at: isoTime(at),
  }))
}

export type NewCall = Pick<TriggerCallsTable, 'action' | 'key' | 'address' | 'outcome' | 'messageId'>

/** Deletes the oldest beyond `CALLS_KEPT`. */
export async function noteCall(
  db: Db,
  { id: triggerId, organizationId }: Pick<TriggersTable, 'id' | 'organizationId'>,
  call: NewCall,
  now: number,
): Promise<void> {
  await db
    .insertInto('trigger_calls')
    .values({ id: newId(), organizationId, triggerId, at: now, ...call })
    .execute()
  const last = await db
    .selectFrom('trigger_calls')
    .select('id')
    .where('triggerId', '=', triggerId)
    .orderBy('id', 'desc')
    .offset(CALLS_KEPT)
    .limit(1)
    .executeTakeFirst()
  if (last)
    await db
      .deleteFrom('trigger_calls')
      .where('triggerId', '=', triggerId)
      .where('id', '<=', last.id)
      .execute()
}

/** Whether a signed message was already done. */
export async function isRepeated(db: Db, triggerId: string, messageId: string): Promise<boolean> {
  const row = await db
    .selectFrom('trigger_calls')
    .select('id')
    .where('triggerId', '=', triggerId)
    .where('messageId', '=', messageId)
    .where('outcome', '=', 'done')
    .executeTakeFirst()
  return row !== undefined
}
