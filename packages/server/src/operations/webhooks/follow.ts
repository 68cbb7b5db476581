import { TOPIC_OF_KIND } from '@vitrine/contract/webhook-topics'
import { inTransaction, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { StoredWebhook } from '#db/tables/webhooks.ts'
import { isoTime } from '#lib/clock.ts'
import { entriesAfter } from '#operations/audit/queries.ts'
import type { PlayStore } from '#screens/plays/store/play-store.ts'
import { hasRoom, queueEvents, topicsOf, type WebhookEvent } from './queries.ts'

const HOUR = 3_600_000
/** Screens report plays within minutes, so an hour is sent this much later. */
const REPORTED_BY = HOUR / 4
/** Entries of the audit log per transaction. */
const AT_ONCE = 50
/** Hours of plays that are sent late, after the server was away. */
const HOURS_MAX = 24

interface Following {
  db: Db
  reader: Db
  playStore: Pick<PlayStore, 'report'>
  now: number
}

/**
 * Queues what happened since the last time for every active webhook. It reads the audit log in order, so it misses
 * nothing, also if a server stops in between, and a receiver that is away fills the outbox with a few messages only: the
 * rest waits in the log. Any number of servers may do so. Returns the number of queued events.
 */
export async function followEvents({ db, reader, playStore, now }: Following): Promise<number> {
  const behind = await db
    .selectFrom('webhooks')
    .innerJoin('audit_chains', 'audit_chains.id', 'webhooks.organizationId')
    .select('webhooks.id')
    .where('webhooks.pausedAt', 'is', null)
    .whereRef('audit_chains.number', '>', 'webhooks.position')
    .execute()
  let queued = 0
  for (const { id } of behind)
    for (let more = true; more; ) {
      const found = await inTransaction(db, (tx) => followLog(tx, id, now))
      queued += found.queued
      more = found.more
    }
  const ended = Math.floor((now - REPORTED_BY) / HOUR)
  const late = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('pausedAt', 'is', null)
    .where('playedHour', '<', ended)
    .where('topics', 'like', '%"plays"%')
    .execute()
  for (const webhook of late)
    for (let hour = Math.max(Number(webhook.playedHour), ended - HOURS_MAX); hour < ended; hour++) {
      const event = await eventOfHour({ reader, playStore }, webhook, hour)
      queued += await inTransaction(db, (tx) => tellHour(tx, webhook.id, { hour, event }, now))
    }
  return queued
}

/** The webhook as it is now, alone: another server may follow the log too. Undefined once it is paused or deleted. */
async function locked(tx: Db, id: string): Promise<StoredWebhook | undefined> {
  await lockRow(tx, 'webhooks', id)
  return tx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('pausedAt', 'is', null)
    .executeTakeFirst()
}

async function followLog(tx: Db, id: string, now: number): Promise<{ queued: number; more: boolean }> {
  const webhook = await locked(tx, id)
  if (!webhook || !(await hasRoom(tx, id, AT_ONCE))) return { queued: 0, more: false }
  const { organizationId } = webhook
  const entries = await entriesAfter(
    { db: tx, organizationId, isOperator: false },
    Number(webhook.position),
    AT_ONCE,
  )
  const last = entries.at(-1)
  if (!last) return { queued: 0, more: false }
  const topics = topicsOf(webhook)
  const events = entries.flatMap(({ address: _, ...data }): WebhookEvent[] => {
    const topic = TOPIC_OF_KIND[data.kind]
    return topic && topics.includes(topic) ? [{ type: `${data.kind}.${data.verb}`, at: data.at, data }] : []
  })
  await queueEvents(tx, webhook, events, now)
  await tx.updateTable('webhooks').set({ position: last.number }).where('id', '=', id).execute()
  return { queued: events.length, more: entries.length === AT_ONCE }
}

async function eventOfHour(
  { reader, playStore }: Pick<Following, 'reader' | 'playStore'>,
  { organizationId }: StoredWebhook,
  hour: number,
): Promise<WebhookEvent> {
  const [from, to] = [hour * HOUR, (hour + 1) * HOUR]
  const { plays, seconds, screensCount } = await playStore.report(reader, { organizationId, from, to })
  const data = { organizationId, from: isoTime(from), to: isoTime(to), plays, seconds, screens: screensCount }
  return { type: 'plays.hour', at: isoTime(to), data }
}

async function tellHour(
  tx: Db,
  id: string,
  { hour, event }: { hour: number; event: WebhookEvent },
  now: number,
): Promise<number> {
  const webhook = await locked(tx, id)
  if (!webhook || Number(webhook.playedHour) > hour) return 0
  await queueEvents(tx, webhook, [event], now)
  await tx
    .updateTable('webhooks')
    .set({ playedHour: hour + 1 })
    .where('id', '=', id)
    .execute()
  return 1
}
