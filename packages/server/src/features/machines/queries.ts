import { createHmac } from 'node:crypto'
import { COMMAND_SECONDS, type MachineOrder } from '@vitrine/contract/player/commands'
import type { Db } from '#db/schema.ts'
import type { DeviceSession } from '#features/handler.ts'
import { newId } from '#lib/ids.ts'
import { hashSecret } from '#lib/security/tokens.ts'

/** A screen has one machine, and a machine one screen: the last one that registered. */
export async function registerMachine(
  db: Db,
  { deviceId, organizationId }: DeviceSession,
  key: string,
  now: number,
): Promise<void> {
  const id = hashSecret(key)
  const known = await db
    .selectFrom('machine_keys')
    .select('id')
    .where('id', '=', id)
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
  if (known) return
  await db.deleteFrom('machine_keys').where('deviceId', '=', deviceId).execute()
  await db
    .insertInto('machine_keys')
    .values({ id, organizationId, deviceId, registeredAt: now })
    .onConflict((machine) =>
      machine.column('id').doUpdateSet({ organizationId, deviceId, registeredAt: now }),
    )
    .execute()
}

/** The sites that a machine's screen may open; undefined for an unknown key. */
export async function sitesOfMachine(db: Db, key: string): Promise<string[] | undefined> {
  const machine = await db
    .selectFrom('machine_keys')
    .select('organizationId')
    .where('id', '=', hashSecret(key))
    .executeTakeFirst()
  if (!machine) return undefined
  const sites = await db
    .selectFrom('allowed_sites')
    .select('host')
    .where('organizationId', '=', machine.organizationId)
    .orderBy('host')
    .execute()
  return sites.map(({ host }) => host)
}

/** A signed order for the machine of a screen; undefined for a screen whose machine has no key. */
export async function orderFor(
  db: Db,
  deviceId: string,
  kind: MachineOrder['kind'],
  now: number,
): Promise<MachineOrder | undefined> {
  const machine = await db
    .selectFrom('machine_keys')
    .select('id')
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
  if (!machine) return undefined
  const order = { kind, id: newId(), expiresAt: now + COMMAND_SECONDS * 1000 }
  const signature = createHmac('sha256', machine.id)
    .update(`${kind} ${order.id} ${order.expiresAt}`)
    .digest('hex')
  return { ...order, signature }
}
