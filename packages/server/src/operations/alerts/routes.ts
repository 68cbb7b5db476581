import { alerts } from '@vitrine/contract/api/operations/alerts'
import { feature } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import type { Platform } from '#base/platform.ts'
import { updateVersioned } from '#db/versions.ts'
import { AppError } from '#lib/errors.ts'
import { createRule, getRule, listAlertMessages, listRules, storedRule, updateRule } from './queries.ts'
import { consoleAddress, hasSentEnough, send } from './send.ts'

type Needs = Pick<Platform, 'seal' | 'origins' | 'outbox'>

export const alertsFeature = feature(alerts, ({ seal, origins, outbox }: Needs) => ({
  list: ({ db, query }) => listRules(db, seal, query),
  messages: async (context) => listAlertMessages(await listingDb(context, 'alert_messages'), context.query),
  get: async ({ db, params }) => ({ alert: await getRule(db, seal, params.id) }),
  create: async ({ tenantDb, organizationFor, body, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const id = await createRule(db, organizationId, body, clock.now())
    return { alert: await getRule(db, seal, id) }
  },
  update: async (context) => {
    const { params, body, clock } = context
    const alert = await updateVersioned(
      context,
      (db) => getRule(db, seal, params.id),
      (db) => updateRule(db, params.id, body, clock.now()),
    )
    return { alert }
  },
  test: async ({ db, tenantDb, params, clock, afterCommit }) => {
    const rule = await storedRule(db, params.id)
    const bound = tenantDb(rule.organizationId)
    const now = clock.now()
    if (await hasSentEnough(bound, rule, now))
      throw new AppError(
        'TOO_MANY_REQUESTS',
        'Your organization has sent all the alerts that it may send within an hour. Try again later.',
      )
    const title = `Test alert: ${rule.name}`
    const address = await consoleAddress(bound, origins, rule.organizationId)
    const text = `${title}. Real alerts look like this.\n\nOpen the console: ${address}`
    const sent = await send(bound, rule, { kind: 'test', title, text, address, facts: {} }, now)
    afterCommit(() => void outbox.wake())
    return { sent }
  },
  remove: async ({ db, params }) => {
    const { id } = await storedRule(db, params.id)
    await db.deleteFrom('alert_rules').where('id', '=', id).execute()
    return { id }
  },
}))
