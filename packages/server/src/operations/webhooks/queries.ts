import {
  WEBHOOK_DELIVERIES_LISTED,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookCreate,
  type WebhookDelivery,
  type WebhookUpdate,
} from '@vitrine/contract/api/operations/webhooks'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { WEBHOOK_TOPICS, type WebhookTopic } from '@vitrine/contract/webhook-topics'
import { z } from 'zod'
import { queueMessage, webhookText } from '#base/outbox/queries.ts'
import { anyOf, lockRow, tableOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { StoredWebhook } from '#db/tables/webhooks.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { lastNumber } from '#operations/audit/queries.ts'

const HOUR = 3_600_000
/** As long as the outbox keeps their messages. */
const KEEP = 30 * 24 * HOUR
/** Deliveries kept per webhook, so that they can be sent again. */
const DELIVERIES_KEPT = 200

const Topics = z.array(z.enum(WEBHOOK_TOPICS))

export const topicsOf = ({ topics }: Pick<StoredWebhook, 'topics'>) => Topics.parse(JSON.parse(topics))

const webhookOf = (row: StoredWebhook, since: number | undefined): Webhook => ({
  id: row.id,
  organizationId: row.organizationId,
  name: row.name,
  site: new URL(row.address).origin,
  topics: topicsOf(row),
  failingSince: since === undefined ? null : isoTime(since),
  pausedAt: row.pausedAt === null ? null : isoTime(Number(row.pausedAt)),
  version: row.version,
  createdAt: row.createdAt,
})

/** Newest first. `db` is bound to the organization. */
export async function listWebhooks(db: Db): Promise<Webhook[]> {
  const rows = await db.selectFrom('webhooks').selectAll().orderBy('id', 'desc').execute()
  const since = await failingSince(db, rows)
  return rows.map((row) => webhookOf(row, since.get(row.id)))
}

export async function storedWebhook(db: Db, id: string): Promise<StoredWebhook> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Webhook not found')
  return row
}

export async function getWebhook(db: Db, id: string): Promise<Webhook> {
  const row = await storedWebhook(db, id)
  return webhookOf(row, (await failingSince(db, [row])).get(id))
}

/** Gets the events from now on. Throws INVALID for a name in use, and one webhook too many. */
export async function createWebhook(
  db: Db,
  { organizationId, now }: { organizationId: string; now: number },
  { name, address, topics }: WebhookCreate,
): Promise<string> {
  // One at a time, or two concurrent calls would both find room.
  await lockRow(db, 'organizations', organizationId)
  const others = await db.selectFrom('webhooks').select(['id', 'nameKey']).execute()
  if (others.length >= WEBHOOKS_MAX)
    throw invalid({ name: `An organization can have up to ${WEBHOOKS_MAX} webhooks. Delete one first` })
  const nameKey = freeName(others, name)
  const id = newId()
  await db
    .insertInto('webhooks')
    .values({
      ...{ id, organizationId, name, nameKey, address },
      topics: JSON.stringify([...new Set(topics)]),
      position: await lastNumber(db, organizationId),
      playedHour: Math.floor(now / HOUR),
      pausedAt: null,
      createdAt: isoTime(now),
      updatedAt: isoTime(now),
      version: 1,
    })
    .execute()
  return id
}

/** Its key. Throws INVALID for a name in use. */
function freeName(others: readonly { id: string; nameKey: string }[], name: string, own = ''): string {
  const nameKey = searchKey(name)
  if (others.some((other) => other.nameKey === nameKey && other.id !== own))
    throw invalid({ name: rule('not_exist') })
  return nameKey
}

/** Whether it has a new key now. Throws CONFLICT, and INVALID for a name in use. */
export async function updateWebhook(
  db: Db,
  before: StoredWebhook,
  { name, address = before.address, topics, version }: WebhookUpdate,
  now: number,
): Promise<boolean> {
  const { id, organizationId } = before
  await lockRow(db, 'organizations', organizationId)
  const nameKey = freeName(await db.selectFrom('webhooks').select(['id', 'nameKey']).execute(), name, id)
  const isElsewhere = new URL(address).origin !== new URL(before.address).origin
  const keyNumber = before.keyNumber + (isElsewhere ? 1 : 0)
  const moved = address === before.address ? {} : { address, keyNumber, failuresFrom: now }
  const columns = { name, nameKey, topics: JSON.stringify([...new Set(topics)]), ...moved }
  await writeVersion(db, 'webhooks', { id, seen: version, now: isoTime(now) }, columns)
  if (address !== before.address) await sendWaitingTo(db, { id, address, keyNumber }, now)
  return isElsewhere
}

/** The messages that wait go to the address that a webhook has now, signed with its key. */
async function sendWaitingTo(
  db: Db,
  webhook: Pick<StoredWebhook, 'id' | 'address' | 'keyNumber'>,
  now: number,
): Promise<void> {
  const waiting = await deliveriesOf(db, [webhook])
    .where('outbox.status', '=', 'waiting')
    .select(['outbox.id', 'webhook_deliveries.body'])
    .execute()
  const ruleId = keyIdOf(webhook)
  const texts = waiting.map(({ id, body }) => ({ id, text: webhookText({ ruleId, body }) }))
  await db
    .updateTable('outbox')
    .from(tableOf(db, { id: 'text', text: 'text' }, texts).as('signed'))
    .set((row) => ({ recipient: webhook.address, nextAt: now, text: row.ref('signed.text') }))
    .whereRef('outbox.id', '=', 'signed.id')
    .where('outbox.status', '=', 'waiting')
    .execute()
}

/** What its key is derived from. The first one is that of its id. */
export const keyIdOf = ({ id, keyNumber }: Pick<StoredWebhook, 'id' | 'keyNumber'>): string =>
  keyNumber === 0 ? id : `${id} ${keyNumber}`

/** Continues with the events from now on: those of the pause may be days old, and many. */
export async function pauseWebhook(
  db: Db,
  { id, organizationId }: Pick<StoredWebhook, 'id' | 'organizationId'>,
  paused: boolean,
  now: number,
): Promise<void> {
  const fresh = {
    ...{ position: await lastNumber(db, organizationId), playedHour: Math.floor(now / HOUR) },
    // Otherwise, it would be paused again for what failed before.
    failuresFrom: now,
  }
  await db
    .updateTable('webhooks')
    .set(paused ? { pausedAt: now } : { pausedAt: null, ...fresh })
    .where('id', '=', id)
    .execute()
}

/** Deletes a webhook, and what waits for it in the outbox. */
export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ status: 'failed', error: 'The webhook was deleted' })
    .where('status', '=', 'waiting')
    .where('id', 'in', db.selectFrom('webhook_deliveries').select('message').where('webhookId', '=', id))
    .execute()
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** What a receiver gets as JSON: the type, the time, and the data. */
export interface WebhookEvent {
  type: string
  /** When it happened. */
  at: string
  data: unknown
}

/** Queues events for a webhook, in the caller's transaction. */
export async function queueEvents(
  db: Db,
  webhook: StoredWebhook,
  events: readonly WebhookEvent[],
  now: number,
): Promise<void> {
  if (events.length === 0) return
  const { id: webhookId, organizationId, address, name } = webhook
  for (const { type, at, data } of events) {
    const body = JSON.stringify({ type, timestamp: at, data })
    const text = webhookText({ ruleId: keyIdOf(webhook), body })
    const sent = {
      owner: organizationId,
      channel: 'webhook',
      recipient: address,
      subject: name,
      text,
    } as const
    const message = await queueMessage(db, sent, now)
    await db
      .insertInto('webhook_deliveries')
      .values({ id: newId(), organizationId, webhookId, event: type, body, message, at: now })
      .execute()
  }
  const oldest = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhookId', '=', webhookId)
    .orderBy('id', 'desc')
    .offset(DELIVERIES_KEPT)
    .limit(1)
    .executeTakeFirst()
  if (oldest)
    await db
      .deleteFrom('webhook_deliveries')
      .where('webhookId', '=', webhookId)
      .where('id', '<=', oldest.id)
      .execute()
}

/** Queues an event for every active webhook of a topic. `db` is bound to the organization. */
export async function queueForTopic(
  db: Db,
  topic: WebhookTopic,
  event: WebhookEvent,
  now: number,
): Promise<void> {
  const active = await db.selectFrom('webhooks').selectAll().where('pausedAt', 'is', null).execute()
  for (const webhook of active)
    if (topicsOf(webhook).includes(topic)) await queueEvents(db, webhook, [event], now)
}

const deliveriesOf = (db: Db, webhooks: readonly { id: string }[]) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('outbox', 'outbox.id', 'webhook_deliveries.message')
    .where('webhook_deliveries.webhookId', 'in', anyOf(db, webhooks))

/** Whether so many more events can wait for a receiver that is away. */
export async function hasRoom(db: Db, webhookId: string, more: number): Promise<boolean> {
  const waiting = await deliveriesOf(db, [{ id: webhookId }])
    .where('outbox.status', '=', 'waiting')
    .select('outbox.id')
    .limit(DELIVERIES_KEPT)
    .execute()
  return waiting.length + more <= DELIVERIES_KEPT
}

/** By webhook: when the first delivery failed after the last one that arrived; those without such a failure are missing. */
export async function failingSince(
  db: Db,
  webhooks: readonly Pick<StoredWebhook, 'id' | 'failuresFrom'>[],
): Promise<Map<string, number>> {
  const sent = await deliveriesOf(db, webhooks)
    .where('outbox.status', '=', 'sent')
    .groupBy('webhook_deliveries.webhookId')
    .select(({ fn }) => ['webhook_deliveries.webhookId', fn.max('webhook_deliveries.at').as('at')])
    .execute()
  const lastSent = new Map(sent.map(({ webhookId, at }) => [webhookId, Number(at)]))
  const countsFrom = new Map(webhooks.map(({ id, failuresFrom }) => [id, Number(failuresFrom)]))
  const failed = await deliveriesOf(db, webhooks)
    .where('outbox.status', 'in', ['failed', 'waiting'])
    .where('outbox.error', '!=', '')
    .select(['webhook_deliveries.webhookId', 'webhook_deliveries.at'])
    .orderBy('webhook_deliveries.at', 'desc')
    .execute()
  return new Map(
    failed
      .map(({ webhookId, at }): [string, number] => [webhookId, Number(at)])
      .filter(
        ([webhookId, at]) => at > (lastSent.get(webhookId) ?? 0) && at > (countsFrom.get(webhookId) ?? 0),
      ),
  )
}

/** Newest first, with the outcome from the outbox. */
export async function listDeliveries(db: Db, webhookId: string): Promise<WebhookDelivery[]> {
  const rows = await deliveriesOf(db, [{ id: webhookId }])
    .select(['webhook_deliveries.id', 'webhook_deliveries.at', 'webhook_deliveries.event'])
    .select(['outbox.status', 'outbox.attempts', 'outbox.error'])
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(WEBHOOK_DELIVERIES_LISTED)
    .execute()
  return rows.map((row) => ({ ...row, at: isoTime(Number(row.at)) }))
}

/** Sends a delivery again under the same message id, so that the receiver recognizes it. Throws NOT_FOUND. */
export async function replayDelivery(
  db: Db,
  webhook: StoredWebhook,
  deliveryId: string,
  now: number,
): Promise<void> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select(['message', 'body'])
    .where('id', '=', deliveryId)
    .where('webhookId', '=', webhook.id)
    .executeTakeFirst()
  if (!row) throw notFound('Delivery not found')
  const fresh = {
    status: 'waiting',
    error: '',
    attempts: 0,
    nextAt: now,
    recipient: webhook.address,
  } as const
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ ...fresh, text: webhookText({ ruleId: keyIdOf(webhook), body: row.body }) })
    .where('id', '=', row.message)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('Delivery not found')
}

/** Deletes deliveries whose messages the outbox has deleted. Returns how many. */
export async function forgetWebhookDeliveries(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_deliveries')
    .where('at', '<', now - KEEP)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
