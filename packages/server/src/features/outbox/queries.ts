import type { ListQuery } from '@vitrine/contract/entity'
import type { OutboxMessage } from '@vitrine/contract/outbox'
import type { Db } from '#db/schema.ts'
import type { OutboxTable } from '#db/tables/accounts.ts'
import { listRows } from '#features/list.ts'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'

type NewMessage = Pick<OutboxTable, 'channel' | 'recipient' | 'subject' | 'text'>

/** Writes a message down with what it is about; wake the sender after the commit. */
export async function queueMessage(db: Db, message: NewMessage, now: number): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      ...message,
      id: newId(),
      status: 'waiting',
      error: '',
      attempts: 0,
      nextAt: now,
      createdAt: isoTime(now),
    })
    .execute()
}

export async function listMessages(
  db: Db,
  query: ListQuery,
): Promise<{ messages: OutboxMessage[]; total?: number }> {
  const { rows, total } = await listRows(
    db,
    db.selectFrom('outbox').selectAll('outbox'),
    'outbox',
    { sort: '-createdAt', ...query },
    { search: ['recipient'], sort: { createdAt: 'createdAt', recipient: 'recipient', status: 'status' } },
  )
  return { messages: rows, total }
}
