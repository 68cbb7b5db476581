import { webhooks } from '@vitrine/contract/api/operations/webhooks'
import { feature } from '#base/handler.ts'
import { webhookKey } from '#base/outbox/queries.ts'
import type { Platform } from '#base/platform.ts'
import { isoTime } from '#lib/clock.ts'
import { keyText } from '#lib/security/standard-webhooks.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  keyIdOf,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  queueEvents,
  replayDelivery,
  storedWebhook,
  updateWebhook,
} from './queries.ts'

export const webhooksFeature = feature(webhooks, ({ seal, outbox }: Pick<Platform, 'seal' | 'outbox'>) => ({
  list: async ({ organizationFor, tenantDb, query }) => ({
    webhooks: await listWebhooks(tenantDb(await organizationFor(query.organizationId))),
  }),
  create: async ({ organizationFor, tenantDb, body, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const own = tenantDb(organizationId)
    const id = await createWebhook(own, { organizationId, now: clock.now() }, body)
    return { webhook: await getWebhook(own, id), signingSecret: keyText(webhookKey(seal, id)) }
  },
  get: async ({ db, params }) => ({ webhook: await getWebhook(db, params.id) }),
  update: async ({ db, tenantDb, params, body, clock, afterCommit }) => {
    const before = await storedWebhook(db, params.id)
    const own = tenantDb(before.organizationId)
    const hasNewKey = await updateWebhook(own, before, body, clock.now())
    afterCommit(() => void outbox.wake())
    const key = hasNewKey ? webhookKey(seal, keyIdOf(await storedWebhook(own, before.id))) : null
    return { webhook: await getWebhook(own, before.id), signingSecret: key && keyText(key) }
  },
  setPaused: async ({ db, tenantDb, params, body, clock }) => {
    const webhook = await storedWebhook(db, params.id)
    const own = tenantDb(webhook.organizationId)
    await pauseWebhook(own, webhook, body.paused, clock.now())
    return { webhook: await getWebhook(own, webhook.id) }
  },
  test: async ({ db, tenantDb, params, clock, afterCommit }) => {
    const webhook = await storedWebhook(db, params.id)
    const own = tenantDb(webhook.organizationId)
    const now = clock.now()
    const data = { organizationId: webhook.organizationId, webhook: { id: webhook.id, name: webhook.name } }
    await queueEvents(own, webhook, [{ type: 'webhook.test', at: isoTime(now), data }], now)
    afterCommit(() => void outbox.wake())
    return { webhook: await getWebhook(own, webhook.id) }
  },
  deliveries: async ({ db, params }) => {
    const { id } = await storedWebhook(db, params.id)
    return { deliveries: await listDeliveries(db, id) }
  },
  replay: async ({ db, tenantDb, params, clock, afterCommit }) => {
    const webhook = await storedWebhook(db, params.id)
    const own = tenantDb(webhook.organizationId)
    await replayDelivery(own, webhook, params.delivery, clock.now())
    afterCommit(() => void outbox.wake())
    return { webhook: await getWebhook(own, webhook.id) }
  },
  remove: async ({ db, tenantDb, params }) => {
    const { id, organizationId } = await storedWebhook(db, params.id)
    await deleteWebhook(tenantDb(organizationId), id)
    return { id }
  },
}))
