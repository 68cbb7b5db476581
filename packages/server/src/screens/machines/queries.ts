import { createHmac } from 'node:crypto'
import { COMMAND_SECONDS, type MachineOrder } from '@vitrine/contract/player/commands'
import type { DeviceSession } from '#base/handler.ts'
import type { Db } from '#db/schema.ts'
import { notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { hashSecret } from '#lib/security/tokens.ts'

/** Registers a machine; a screen has at most one, and a machine one screen: the latest registration wins. */
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
      machine
        .column('id')
        .doUpdateSet({ organizationId, deviceId, registeredAt: now, log: null, loggedAt: null }),
    )
    .execute()
}

/** Returns false for a screen whose machine has no key. */
export async function keepLog(db: Db, deviceId: string, text: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('machine_keys')
    .set({ log: text, loggedAt: now })
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The latest log of a screen's machine. */
export async function logOf(db: Db, deviceId: string): Promise<{ text: string; at: number }> {
  const machine = await db
    .selectFrom('machine_keys')
    .select(['log', 'loggedAt'])
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
  if (machine?.log == null || machine.loggedAt === null) throw notFound('This screen has sent no log')
  return { text: machine.log, at: machine.loggedAt }
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

/** A signed command for a screen's machine; undefined if that machine has no key. */
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
