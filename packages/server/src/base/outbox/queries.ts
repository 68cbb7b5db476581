import type { ListQuery } from '@vitrine/contract/api/base/entity'
import type { OutboxMessage } from '@vitrine/contract/api/base/outbox'
import type { AlertRule } from '@vitrine/contract/api/operations/alerts'
import { sql } from 'kysely'
import { type Listing, listRows } from '#base/list.ts'
import type { Db } from '#db/schema.ts'
import type { OutboxTable } from '#db/tables/accounts.ts'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import type { Seal } from '#lib/security/seal.ts'

/**
 * An email as an HTML page. Files with a `cid` are images that the page shows (`cid:…`), the others are attachments.
 */
export interface RichMail {
  html: string
  files: { name: string; mimetype: string; base64: string; cid?: string }[]
}

type NewMessage = Pick<OutboxTable, 'owner' | 'channel' | 'recipient' | 'subject' | 'text'> & {
  /** When the code in the text expires. */
  secretUntil?: number
  rich?: RichMail | undefined
  /** Hours in which it isn't sent. */
  quiet?: QuietHours | null
}

/** Daily hours, which may cross midnight: times as schedules write them. */
export type QuietHours = NonNullable<AlertRule['quiet']>

/** A pending webhook call. It is signed when it is sent, so that receivers can refuse old signatures. */
export interface WaitingCall {
  /** The alert rule or webhook whose key signs it. */
  ruleId: string
  body: string
}

/** The body of a webhook message. */
export const webhookText = (call: WaitingCall): string => JSON.stringify(call)

/** Key for signatures of a webhook, or of an alert rule's: derived, so it is stored nowhere. */
export const webhookKey = (seal: Seal, id: string): Buffer => Buffer.from(seal.derive('webhook', id), 'hex')

/** Queues a message with its subject and returns its id; wake the sender after the commit. */
export async function queueMessage(
  db: Db,
  { rich, quiet, ...message }: NewMessage,
  now: number,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('outbox')
    .values({
      secretUntil: null,
      ...message,
      rich: rich ? JSON.stringify(rich) : null,
      quiet: quiet ? JSON.stringify(quiet) : null,
      id,
      status: 'waiting',
      error: '',
      attempts: 0,
      nextAt: now,
      createdAt: isoTime(now),
    })
    .execute()
  return id
}

/** Clears texts whose code has expired; pending ones aren't sent any more. */
export async function eraseSecrets(db: Db, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ status: 'failed', error: 'The code expired before the message could be sent' })
    .where('secretUntil', '<=', now)
    .where('status', '=', 'waiting')
    .execute()
  await db
    .updateTable('outbox')
    .set({ text: '', secretUntil: null })
    .where('secretUntil', '<=', now)
    .execute()
}

const DAY = 86_400_000
/** Unsent messages that are counted. */
const UNSENT_MAX = 1000

/**
 * Messages of the last day that couldn't be sent, by channel, with the reason of the newest. One that failed before a
 * later one was sent, to the same webhook, says nothing about now.
 */
export async function unsentMessages(
  db: Db,
  now: number,
): Promise<{ channel: OutboxTable['channel']; count: number; reason: string }[]> {
  const since = isoTime(now - DAY)
  const receiver = sql<string>`case outbox.channel when 'webhook' then outbox.recipient else '' end`
  // Grouped once: looking for a later message of each failed one takes minutes in an outbox of a month.
  const sent = db
    .selectFrom('outbox')
    .select(({ fn }) => ['channel', receiver.as('receiver'), fn.max('createdAt').as('lastAt')])
    .where('status', '=', 'sent')
    .where('createdAt', '>', since)
    .groupBy(['channel', 'receiver'])
  const rows = await db
    .selectFrom('outbox')
    .leftJoin(sent.as('sent'), (join) =>
      join.onRef('sent.channel', '=', 'outbox.channel').on('sent.receiver', '=', receiver),
    )
    .select(['outbox.channel', 'outbox.error'])
    .where('outbox.error', '!=', '')
    .where('outbox.status', 'in', ['waiting', 'failed'])
    .where('outbox.createdAt', '>', since)
    .where(({ or, eb }) =>
      or([eb('sent.lastAt', 'is', null), eb('sent.lastAt', '<=', eb.ref('outbox.createdAt'))]),
    )
    .orderBy('outbox.createdAt', 'desc')
    .orderBy('outbox.id', 'desc')
    .limit(UNSENT_MAX)
    .execute()
  return [...Map.groupBy(rows, ({ channel }) => channel)].map(([channel, own]) => ({
    ...{ channel, count: own.length, reason: own[0]?.error ?? '' },
  }))
}

/** Excludes images and files. */
const LISTED = [
  ...(['outbox.id', 'outbox.channel', 'outbox.recipient', 'outbox.subject', 'outbox.text'] as const),
  ...([
    'outbox.secretUntil',
    'outbox.status',
    'outbox.error',
    'outbox.attempts',
    'outbox.createdAt',
  ] as const),
] as const

const LISTING: Listing = {
  search: [sql`lower("outbox"."recipient")`, sql`lower("outbox"."subject")`],
  sort: {
    createdAt: 'createdAt',
    recipient: 'recipient',
    channel: 'channel',
    subject: 'subject',
    status: 'status',
  },
}

export async function listMessages(
  db: Db,
  query: ListQuery,
  now: number,
): Promise<{ messages: OutboxMessage[]; total?: number }> {
  const select = db.selectFrom('outbox').select(LISTED)
  const { rows, total } = await listRows(db, select, 'outbox', { sort: '-createdAt', ...query }, LISTING)
  // Until the sender clears it.
  const isOver = ({ secretUntil }: Pick<OutboxTable, 'secretUntil'>) =>
    secretUntil !== null && secretUntil <= now
  return { messages: rows.map((row) => (isOver(row) ? { ...row, text: '' } : row)), total }
}
