import type { Generated, Selectable } from 'kysely'
import type { Id, Instant, Json } from './column.ts'

/** An address that gets events of an organization. */
export interface WebhooksTable {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  /** Its path may be a key of the receiver: responses have the origin only. */
  address: string
  topics: Json
  /** Number of the last entry of the audit log that was read for it. */
  position: number
  /** Hours since 1970 whose plays were sent. */
  playedHour: number
  pausedAt: number | null
  /** Grows when its address leads to another receiver, which gets a separate key. */
  keyNumber: Generated<number>
  /** Failures of earlier deliveries don't count: someone has changed or continued it since. */
  failuresFrom: Generated<number>
  version: number
  createdAt: Instant
  updatedAt: Instant
}

export type StoredWebhook = Selectable<WebhooksTable>

/** An event that was queued; `message` is its id in the outbox. */
export interface WebhookDeliveriesTable {
  id: Id
  organizationId: Id
  webhookId: Id
  event: string
  body: Json
  message: string
  at: number
}

export interface WebhookTables {
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
}
