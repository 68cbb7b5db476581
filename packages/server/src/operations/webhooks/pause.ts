import { ROLES } from '@vitrine/contract/permissions'
import { queueMessage } from '#base/outbox/queries.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { StoredWebhook } from '#db/tables/webhooks.ts'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { appendEntry, type NewEntry } from '#operations/audit/log.ts'
import { failingSince } from './queries.ts'

/** A webhook that failed for so long is paused. */
const PAUSE_AFTER = 5 * 86_400_000

/**
 * Pauses webhooks whose every delivery failed for five days, with an email to the verified administrators. Returns how
 * many.
 */
export async function pauseFailing(db: Db, now: number): Promise<number> {
  const active = await db.selectFrom('webhooks').selectAll().where('pausedAt', 'is', null).execute()
  let paused = 0
  const failing = await failingSince(db, active)
  for (const webhook of active) {
    const since = failing.get(webhook.id)
    if (since === undefined || now - since < PAUSE_AFTER) continue
    await inTransaction(db, async (tx) => {
      await tx.updateTable('webhooks').set({ pausedAt: now }).where('id', '=', webhook.id).execute()
      await sayPaused(tx, webhook, now)
    })
    paused++
  }
  return paused
}

async function sayPaused(tx: Db, { id, organizationId, name }: StoredWebhook, now: number): Promise<void> {
  const admins = await tx
    .selectFrom('users')
    .select('email')
    .where('organizationId', '=', organizationId)
    .where('role', 'in', [ROLES.superAdmin, ROLES.admin])
    .where('emailVerified', '=', 1)
    .execute()
  const subject = `Webhook ${name} is paused`
  const text = `${subject}: its receiver has accepted nothing for five days. Check the receiver, then continue the webhook in Settings, Webhooks.`
  for (const { email: recipient } of admins)
    await queueMessage(tx, { owner: organizationId, channel: 'mail', recipient, subject, text }, now)
  const entry: NewEntry = {
    organizationId,
    actor: { kind: 'job', id: 'pause-webhooks', name: '' },
    action: 'webhooks.setPaused',
    kind: 'webhook',
    verb: 'pause',
    things: [{ id, name }],
    changed: { changes: [{ field: 'pausedAt', before: null, after: isoTime(now) }], more: 0 },
    address: null,
    request: newId(),
  }
  await appendEntry(tx, entry, now)
}
