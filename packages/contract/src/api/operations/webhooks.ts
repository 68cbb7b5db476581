import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, IdAnswer, IdParams, ListQuery, Timestamp, Version } from '#api/base/entity.ts'
import { requiredText } from '#api/base/inputs.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { WEBHOOK_TOPICS } from '#webhook-topics.ts'

/** Webhooks of an organization. */
export const WEBHOOKS_MAX = 20
/** Deliveries that a list shows, newest first. */
export const WEBHOOK_DELIVERIES_LISTED = 50

const Topic = z.enum(WEBHOOK_TOPICS, rule('invalid'))

export const Webhook = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  /** The origin of its address, whose path may be a key. */
  site: z.string(),
  topics: z.array(Topic),
  /** Since when every delivery has failed; null if the last one arrived. */
  failingSince: Timestamp.nullable(),
  /** When it was paused, by a person or after days of failure; null while it is active. */
  pausedAt: Timestamp.nullable(),
  version: z.int(),
  createdAt: Timestamp,
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookDelivery = z.object({
  id: Id,
  at: Timestamp,
  /** Like `storyboard.decide`. */
  event: z.string(),
  status: z.enum(['waiting', 'sent', 'failed', 'kept']),
  attempts: z.int(),
  error: z.string(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookCreate = z.object({
  name: requiredText(60),
  address: z.url({ protocol: /^https?$/, error: rule('url') }).max(500, rule('max', 500)),
  topics: boundedList(
    z
      .array(Topic)
      .min(1, rule('required'))
      .max(WEBHOOK_TOPICS.length, rule('max_value', WEBHOOK_TOPICS.length)),
  ),
  /** Super admins choose; other callers get their own organization. */
  organizationId: Id.optional(),
})
export type WebhookCreate = z.infer<typeof WebhookCreate>

/** An absent address stays: only its site is known. */
export const WebhookUpdate = WebhookCreate.omit({ organizationId: true }).extend({
  address: WebhookCreate.shape.address.optional(),
  version: Version,
})
export type WebhookUpdate = z.infer<typeof WebhookUpdate>

const Answer = z.object({ webhook: Webhook })
const who = { write: 'own-organization' } as const

export const webhooks = {
  list: route({
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks, newest first',
    who,
    query: ListQuery.pick({ organizationId: true }),
    response: z.object({ webhooks: z.array(Webhook) }),
  }),
  create: route({
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook; only this response has the key of its signatures',
    event: 'webhook.created',
    who,
    sends: true,
    secret: true,
    body: WebhookCreate,
    response: z.object({ webhook: Webhook, signingSecret: z.string() }),
    status: 201,
  }),
  get: route({
    method: 'GET',
    path: '/webhooks/:id',
    summary: 'Get a webhook',
    who,
    params: IdParams,
    response: Answer,
  }),
  /**
   * What waits goes to the new address. Another site (scheme, host, or port) is another receiver, so it gets a new key: `signingSecret`,
   * which no other response has; null: the key stays.
   */
  update: route({
    method: 'PUT',
    path: '/webhooks/:id',
    summary: 'Edit a webhook; an address at another site gets a new key',
    event: 'webhook.changed',
    who,
    sends: true,
    secret: true,
    params: IdParams,
    body: WebhookUpdate,
    response: z.object({ webhook: Webhook, signingSecret: z.string().nullable() }),
    errors: ['CONFLICT'],
  }),
  /** Continues with the events from now on. */
  setPaused: route({
    method: 'POST',
    path: '/webhooks/:id/pause',
    summary: 'Pause a webhook, or let it continue',
    event: 'webhook.paused',
    who,
    params: IdParams,
    body: z.object({ paused: z.boolean({ error: rule('flag') }) }),
    response: Answer,
  }),
  test: route({
    method: 'POST',
    path: '/webhooks/:id/test',
    summary: 'Send a test event to a webhook',
    event: 'webhook.tested',
    who,
    sends: true,
    params: IdParams,
    response: Answer,
    budget: 'cases',
  }),
  deliveries: route({
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    summary: 'List the last deliveries of a webhook with their outcome, newest first',
    who,
    params: IdParams,
    response: z.object({ deliveries: z.array(WebhookDelivery) }),
  }),
  replay: route({
    method: 'POST',
    path: '/webhooks/:id/deliveries/:delivery/replay',
    summary: 'Send a delivery again under the same id',
    event: 'webhook.replayed',
    who,
    sends: true,
    params: z.object({ id: Id, delivery: Id }),
    response: Answer,
    budget: 'cases',
  }),
  remove: route({
    method: 'DELETE',
    path: '/webhooks/:id',
    summary: 'Delete a webhook; what waits is not sent',
    who,
    params: IdParams,
    response: IdAnswer,
  }),
}
