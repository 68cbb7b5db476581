import { TOPIC_OF_KIND } from '@vitrine/contract/webhook-topics'
import { queueMessage } from '#base/outbox/queries.ts'
import { inTransaction, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { WebhooksTable } from '#db/tables/webhooks.ts'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { appendEntry } from '#operations/audit/log.ts'
import { entriesAfter } from '#operations/audit/queries.ts'
import type { PlayStore } from '#screens/plays/store/play-store.ts'
import { queueEvents, topicsOf, type WebhookEvent } from './queries.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Entries of the audit log per transaction. */
const AT_ONCE = 50
/** Hours of plays that are caught up after the server was away. */
const HOURS_MAX = 24
/** A webhook that failed for so long is paused. */
const PAUSE_AFTER = 5 * DAY

interface Following {
  database: Db
  reader: Db
  playStore: Pick<PlayStore, 'report'>
  now: number
}

/**
 * Queues what happened since the last time for every active webhook. The audit log has it in order, so nothing is
 * missed, also if a server stops in between. Returns the number of queued events.
 */
export async function followEvents(parts: Following): Promise<number> {
  const { database } = parts
  const active = await database.selectFrom('webhooks').selectAll().where('pausedAt', 'is', null).execute()
  let queued = 0
  for (const webhook of active) {
    for (let more = true; more; ) {
      const found = await inTransaction(database, (tx) => followLog(tx, webhook.id, parts.now))
      queued += found.queued
      more = found.more
    }
    if (topicsOf(webhook).includes('plays')) queued += await followPlays(parts, webhook)
  }
  return queued
}

async function followLog(tx: Db, id: string, now: number): Promise<{ queued: number; more: boolean }> {
  // Another server may follow the log too.
  await lockRow(tx, 'webhooks', id)
  const webhook = await tx.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!webhook || webhook.pausedAt !== null) return { queued: 0, more: false }
  const { organizationId } = webhook
  const position = Number(webhook.position)
  const entries = await entriesAfter({ db: tx, organizationId, isOperator: false }, position, AT_ONCE)
  const last = entries.at(-1)
  if (!last) return { queued: 0, more: false }
  const topics = topicsOf(webhook)
  const events = entries.flatMap((entry): WebhookEvent[] => {
    const topic = TOPIC_OF_KIND[entry.kind]
    if (!topic || !topics.includes(topic)) return []
    const event = `${entry.kind}.${entry.verb}`
    // Addresses of people are for administrators, not for another service.
    const data = { ...entry, address: undefined }
    return [{ event, body: JSON.stringify({ type: event, timestamp: entry.at, data }) }]
  })
  await queueEvents(tx, webhook, events, now)
  await tx.updateTable('webhooks').set({ position: last.number }).where('id', '=', id).execute()
  return { queued: events.length, more: entries.length === AT_ONCE }
}

/** One event for each whole hour that has ended. Screens report plays within minutes, so it waits for some. */
async function followPlays(
  { database, reader, playStore, now }: Following,
  { id, organizationId }: WebhooksTable,
): Promise<number> {
  const ended = Math.floor((now - HOUR / 4) / HOUR)
  const row = await database.selectFrom('webhooks').select('playedHour').where('id', '=', id).executeTakeFirst()
  if (!row || row.playedHour >= ended) return 0
  let queued = 0
  for (let hour = Math.max(row.playedHour, ended - HOURS_MAX); hour < ended; hour++) {
    const [from, to] = [hour * HOUR, (hour + 1) * HOUR]
    const { plays, seconds, screensCount } = await playStore.report(reader, { organizationId, from, to } as never)
    const data = { organizationId, from: isoTime(from), to: isoTime(to), plays, seconds, screens: screensCount }
    const body = JSON.stringify({ type: 'plays.hour', timestamp: isoTime(to), data })
    queued += await inTransaction(database, async (tx) => {
      await lockRow(tx, 'webhooks', id)
      const webhook = await tx.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
      if (!webhook || webhook.pausedAt !== null || webhook.playedHour > hour) return 0
      await queueEvents(tx, webhook, [{ event: 'plays.hour', body }], now)
      await tx.updateTable('webhooks').set({ playedHour: hour + 1 }).where('id', '=', id).execute()
      return 1
    })
  }
  return queued
}

/**
 * Notes since when deliveries of a webhook fail, and pauses one after five days, with an email to the verified
 * administrators. Returns the number of paused ones.
 */
export async function pauseFailing(database: Db, now: number): Promise<number> {
  const active = await database.selectFrom('webhooks').selectAll().where('pausedAt', 'is', null).execute()
  let paused = 0
  for (const webhook of active) {
    const failingSince = await failingSinceOf(database, webhook)
    const isOver = failingSince !== null && now - failingSince >= PAUSE_AFTER
    if (!isOver && failingSince === webhook.failingSince) continue
    await inTransaction(database, async (tx) => {
      const change = { failingSince, ...(isOver && { pausedAt: now }) }
      await tx.updateTable('webhooks').set(change).where('id', '=', webhook.id).execute()
      if (isOver) await sayPaused(tx, webhook, now)
    })
    if (isOver) paused++
  }
  return paused
}

/** The first failure after the last delivery that arrived; null if none failed since. */
async function failingSinceOf(db: Db, { id }: WebhooksTable): Promise<number | null> {
  const deliveries = () =>
    db
      .selectFrom('webhook_deliveries')
      .innerJoin('outbox', 'outbox.id', 'webhook_deliveries.message')
      .where('webhook_deliveries.webhookId', '=', id)
  const sent = await deliveries()
    .where('outbox.status', '=', 'sent')
    .select(({ fn }) => fn.max('webhook_deliveries.at').as('at'))
    .executeTakeFirst()
  const failed = await deliveries()
    .where('outbox.status', 'in', ['failed', 'waiting'])
    .where('outbox.error', '!=', '')
    .where('webhook_deliveries.at', '>', Number(sent?.at ?? 0))
    .select(({ fn }) => fn.min('webhook_deliveries.at').as('at'))
    .executeTakeFirst()
  return failed?.at == null ? null : Number(failed.at)
}

async function sayPaused(tx: Db, { id, organizationId, name }: WebhooksTable, now: number): Promise<void> {
  const admins = await tx
    .selectFrom('users')
    .select('email')
    .where('organizationId', '=', organizationId)
    .where('role', 'in', ['0', '1'])
    .where('emailVerified', '=', 1)
    .execute()
  const subject = `Webhook ${name} is paused`
  const text = `${subject}: its receiver has refused every delivery for five days. Check the receiver, then let the webhook continue in Settings, Webhooks.`
  for (const { email: recipient } of admins)
    await queueMessage(tx, { owner: organizationId, channel: 'mail', recipient, subject, text }, now)
  await appendEntry(
    tx,
    {
      organizationId,
      actor: { kind: 'job', id: 'webhooks', name: '' },
      action: 'webhooks.setPaused',
      kind: 'webhook',
      verb: 'pause',
      things: [{ id, name }],
      changed: { changes: [{ field: 'pausedAt', before: null, after: isoTime(now) }], more: 0 },
      address: null,
      request: newId(),
    },
    now,
  )
}
