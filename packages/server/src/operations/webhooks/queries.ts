import {
  WEBHOOK_DELIVERIES_LISTED,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookCreate,
  type WebhookDelivery,
} from '@vitrine/contract/api/operations/webhooks'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { WEBHOOK_TOPICS } from '@vitrine/contract/webhook-topics'
import { z } from 'zod'
import { queueMessage, webhookText } from '#base/outbox/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from '#db/tables/webhooks.ts'
import { isoTime } from '#lib/clock.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { chainEnd } from '#operations/audit/queries.ts'

const HOUR = 3_600_000
/** Deliveries kept per webhook, so that they can be sent again. */
const DELIVERIES_KEPT = 500

const Topics = z.array(z.enum(WEBHOOK_TOPICS))

export const topicsOf = ({ topics }: Pick<WebhooksTable, 'topics'>) => Topics.parse(JSON.parse(topics))

const webhookOf = (row: WebhooksTable): Webhook => ({
  id: row.id,
  organizationId: row.organizationId,
  name: row.name,
  site: new URL(row.address).origin,
  topics: topicsOf(row),
  failingSince: row.failingSince === null ? null : isoTime(Number(row.failingSince)),
  pausedAt: row.pausedAt === null ? null : isoTime(Number(row.pausedAt)),
  createdAt: row.createdAt,
})

/** Newest first. `db` is bound to the organization. */
export async function listWebhooks(db: Db): Promise<Webhook[]> {
  const rows = await db.selectFrom('webhooks').selectAll().orderBy('id', 'desc').execute()
  return rows.map(webhookOf)
}

export async function storedWebhook(db: Db, id: string): Promise<WebhooksTable> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Webhook not found')
  return row
}

export const getWebhook = async (db: Db, id: string): Promise<Webhook> => webhookOf(await storedWebhook(db, id))

/** Gets the events from now on. Throws INVALID for a name in use, and one webhook too many. */
export async function createWebhook(
  db: Db,
  { organizationId, now }: { organizationId: string; now: number },
  { name, address, topics }: WebhookCreate,
): Promise<string> {
  // One at a time, or two concurrent calls would both find room.
  await lockRow(db, 'organizations', organizationId)
  const others = await db.selectFrom('webhooks').select('nameKey').execute()
  const nameKey = searchKey(name)
  if (others.length >= WEBHOOKS_MAX)
    throw invalid({ name: `An organization can have up to ${WEBHOOKS_MAX} webhooks. Delete one first` })
  if (others.some((other) => other.nameKey === nameKey)) throw invalid({ name: rule('not_exist') })
  const id = newId()
  await db
    .insertInto('webhooks')
    .values({
      ...{ id, organizationId, name, nameKey, address },
      topics: JSON.stringify([...new Set(topics)]),
      position: await chainEnd(db, organizationId),
      playedHour: Math.floor(now / HOUR),
      failingSince: null,
      pausedAt: null,
      createdAt: isoTime(now),
    })
    .execute()
  return id
}

/** Continues with the events from now on: those of the pause may be days old, and many. */
export async function pauseWebhook(
  db: Db,
  { id, organizationId }: Pick<WebhooksTable, 'id' | 'organizationId'>,
  paused: boolean,
  now: number,
): Promise<void> {
  const fresh = { position: await chainEnd(db, organizationId), playedHour: Math.floor(now / HOUR) }
  await db
    .updateTable('webhooks')
    .set(paused ? { pausedAt: now } : { pausedAt: null, failingSince: null, ...fresh })
    .where('id', '=', id)
    .execute()
}

/** Deletes a webhook, and what waits for it in the outbox. */
export async function deleteWebhook(db: Db, id: string): Promise<void> {
  const waiting = db.selectFrom('webhook_deliveries').select('message').where('webhookId', '=', id)
  await db
    .updateTable('outbox')
    .set({ status: 'failed', error: 'The webhook was deleted' })
    .where('status', '=', 'waiting')
    .where('id', 'in', waiting)
    .execute()
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}

export interface WebhookEvent {
  event: string
  /** The body, as JSON. */
  body: string
}

/** Queues events for a webhook, in the caller's transaction. `db` isn't bound to an organization. */
export async function queueEvents(
  db: Db,
  { id: webhookId, organizationId, address, name }: WebhooksTable,
  events: readonly WebhookEvent[],
  now: number,
): Promise<void> {
  for (const { event, body } of events) {
    const text = webhookText({ ruleId: webhookId, body })
    const sent = { owner: organizationId, channel: 'webhook', recipient: address, subject: name, text } as const
    const message = await queueMessage(db, sent, now)
    await db
      .insertInto('webhook_deliveries')
      .values({ id: newId(), organizationId, webhookId, event, body, message, at: now })
      .execute()
  }
  const last = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhookId', '=', webhookId)
    .orderBy('id', 'desc')
    .offset(DELIVERIES_KEPT)
    .limit(1)
    .executeTakeFirst()
  if (last)
    await db
      .deleteFrom('webhook_deliveries')
      .where('webhookId', '=', webhookId)
      .where('id', '<=', last.id)
      .execute()
}

/** Newest first, with the outcome from the outbox, which forgets messages of more than a month. */
export async function listDeliveries(db: Db, webhookId: string): Promise<WebhookDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'at', 'event', 'message'])
    .where('webhookId', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(WEBHOOK_DELIVERIES_LISTED)
    .execute()
  const messages = rows.map(({ message }) => ({ id: message }))
  const results = await db
    .selectFrom('outbox')
    .select(['id', 'status', 'attempts', 'error'])
    .where('id', 'in', anyOf(db, messages))
    .execute()
  const byId = new Map(results.map((row) => [row.id, row]))
  return rows.map(({ id, at, event, message }) => {
    const { status = 'sent' as const, attempts = 0, error = '' } = byId.get(message) ?? {}
    return { id, at: isoTime(Number(at)), event, status, attempts, error }
  })
}

/** Queues a delivery again under the same message id, so that the receiver recognizes it. Throws NOT_FOUND. */
export async function replayDelivery(
  db: Db,
  webhook: WebhooksTable,
  deliveryId: string,
  now: number,
): Promise<void> {
  const row: WebhookDeliveriesTable | undefined = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', deliveryId)
    .where('webhookId', '=', webhook.id)
    .executeTakeFirst()
  if (!row) throw notFound('Delivery not found')
  const fresh = { status: 'waiting', error: '', attempts: 0, nextAt: now, recipient: webhook.address } as const
  const updated = await db
    .updateTable('outbox')
    .set({ ...fresh, text: webhookText({ ruleId: webhook.id, body: row.body }) })
    .where('id', '=', row.message)
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) return
  const { organizationId: owner, name: subject, address: recipient } = webhook
  const text = webhookText({ ruleId: webhook.id, body: row.body })
  const message = await queueMessage(db, { owner, channel: 'webhook', recipient, subject, text }, now)
  await db.updateTable('webhook_deliveries').set({ message }).where('id', '=', row.id).execute()
}
