import { z } from 'zod'
import { route } from '#route.ts'
import { Id, ListQuery, Timestamp } from './entity.ts'

/** An outgoing email. `kept`: no mail server is configured, so the operator forwards it manually. */
export const OutboxMessage = z.object({
  id: Id,
  channel: z.enum(['mail', 'sms', 'webhook']),
  recipient: z.string(),
  subject: z.string(),
  /** Cleared after sending. */
  text: z.string(),
  status: z.enum(['waiting', 'sent', 'failed', 'kept']),
  /** Why the last attempt failed. */
  error: z.string(),
  attempts: z.int(),
  createdAt: Timestamp,
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

export const outbox = {
  list: route({
    method: 'GET',
    path: '/outbox',
    summary: 'List sent, waiting, and unsent emails and text messages, newest first',
    who: { read: 'outbox' },
    query: ListQuery,
    response: z.object({ messages: z.array(OutboxMessage), total: z.int().optional() }),
  }),
}
