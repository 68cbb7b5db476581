import { type triggerCalls as calls, triggerCalls } from '@vitrine/contract/api/screens/trigger-calls'
import { triggers } from '@vitrine/contract/api/screens/triggers'
import { ROLES } from '@vitrine/contract/permissions'
import { authorName } from '#accounts/authors/queries.ts'
import type { Change } from '#base/change.ts'
import { type Context, feature, prepare, type Session } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { requireApproved } from '#content/storyboards/approval/queries.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { triggerChange } from '#db/sources.ts'
import type { TriggersTable } from '#db/tables/triggers.ts'
import type { Settings } from '#lib/env.ts'
import { AppError, notFound } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'
import { perServer } from '#lib/per-server.ts'
import type { Seal } from '#lib/security/seal.ts'
import { keyText, signedId } from '#lib/security/standard-webhooks.ts'
import { isStrict } from '#playback/copies.ts'
import {
  adoptTrigger,
  createTrigger,
  deleteTrigger,
  getTrigger,
  isRepeated,
  listCalls,
  listTriggers,
  type NewCall,
  noteCall,
  refuseTriggerInUse,
  type TriggerMaker,
  triggerOfSecret,
} from './queries.ts'
import { endShown, setRaised, showOn } from './raises.ts'

const MINUTE = 60_000
/** Wrong addresses per caller, and calls of one trigger. */
const limitsOn = perServer((_settings: Settings) => ({
  wrong: new RateLimit(60, MINUTE),
  calls: new RateLimit(60, MINUTE),
}))

/** The key for signatures: derived, so it is stored nowhere. */
const signingKey = (seal: Seal, id: string) => Buffer.from(seal.derive('trigger', id), 'hex')

export const triggersFeature = feature(triggers, ({ seal }: Pick<Platform, 'seal'>) => ({
  list: async ({ organizationFor, tenantDb, query }) => ({
    triggers: await listTriggers(tenantDb(await organizationFor(query.organizationId))),
  }),
  create: async ({ db, organizationFor, tenantDb, body, session, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const own = tenantDb(organizationId)
    const maker = await makerOf(db, session)
    const { id, secret } = await createTrigger(own, { organizationId, ...maker, now: clock.now() }, body)
    const signingSecret = body.isSigned ? keyText(signingKey(seal, id)) : null
    return { trigger: await getTrigger(own, id), secret, signingSecret }
  },
  adopt: async ({ db, tenantDb, params, session }) => {
    const { id, organizationId } = await getTrigger(db, params.id)
    const own = tenantDb(organizationId)
    await adoptTrigger(own, id, await makerOf(db, session))
    return { trigger: await getTrigger(own, id) }
  },
  calls: async ({ db, params }) => {
    const { id } = await getTrigger(db, params.id)
    return { calls: await listCalls(db, id) }
  },
  remove: async ({ db, tenantDb, params, clock, changed }) => {
    const { organizationId } = await getTrigger(db, params.id)
    const own = tenantDb(organizationId)
    // No condition can take it up until the transaction ends.
    await lockRow(own, 'triggers', params.id)
    await refuseTriggerInUse(own, params.id)
    const row = await own.selectFrom('triggers').selectAll().where('id', '=', params.id).executeTakeFirst()
    if (row) changed(...(await endShown(own, row, clock.now())).map(device))
    await deleteTrigger(own, params.id)
    changed(triggerChange(organizationId, params.id))
    return { id: params.id }
  },
}))

async function makerOf(db: Db, { userId, role }: Session): Promise<TriggerMaker> {
  return { makerId: role === ROLES.superAdmin ? null : userId, createdBy: await authorName(db, userId) }
}

const device = (id: string): Change => ({ kind: 'device', id })

type FireContext = Context<typeof calls.fire> | Context<typeof calls.open>
type Fire = { action: 'raise' | 'clear'; key: string }
interface Allowed {
  trigger: TriggersTable
  messageId: string | null
}

/**
 * Finds the trigger and decides whether the call is allowed. A refusal is noted here, because it would be rolled back
 * with the call's transaction. Throws NOT_FOUND, FORBIDDEN, NOT_APPROVED, and TOO_MANY_REQUESTS.
 */
async function admit(
  { seal, settings }: Pick<Platform, 'seal' | 'settings'>,
  context: FireContext,
  fire: Fire,
): Promise<Allowed> {
  const { db, tenantDb, params, clock, request } = context
  const limits = limitsOn(settings)
  const now = clock.now()
  const trigger = await triggerOfSecret(db, params.token)
  if (!trigger) {
    const address = addressKey(request.ip)
    limits.wrong.check(address, now)
    limits.wrong.hit(address, now)
    throw notFound('Unknown trigger')
  }
  limits.calls.check(trigger.id, now)
  limits.calls.hit(trigger.id, now)
  const own = tenantDb(trigger.organizationId)
  const refuse = async (outcome: NewCall['outcome'], error: unknown): Promise<never> => {
    await noteCall(own, trigger, { ...fire, address: request.ip, outcome, messageId: null }, now)
    throw error
  }
  if (request.method === 'GET' && trigger.allowsGet === 0)
    return refuse('get', new AppError('FORBIDDEN', "This trigger doesn't allow links: send a POST"))
  const { headers, bodyText: text = '' } = request
  const messageId =
    trigger.isSigned === 1 ? signedId({ headers, text, key: signingKey(seal, trigger.id) }, now) : null
  if (messageId === undefined)
    return refuse('signature', new AppError('FORBIDDEN', 'The signature is missing, wrong, or too old'))
  const { isStopped } = await getTrigger(own, trigger.id)
  // What it shows can always be cleared, except where that needs approval.
  if (fire.action === 'clear' && !(isStopped && (await isStrict(own)))) return { trigger, messageId }
  if (isStopped)
    return refuse('rights', new AppError('FORBIDDEN', "The trigger's creator may no longer change screens"))
  await refuseGone(own, trigger).catch((error: unknown) => refuse('gone', error))
  return { trigger, messageId }
}

async function refuseGone(db: Db, { deviceGroupId, storyboardId }: TriggersTable): Promise<void> {
  const group = await db
    .selectFrom('device_groups')
    .select('id')
    .where('id', '=', deviceGroupId)
    .executeTakeFirst()
  if (!group) throw notFound("The trigger's device group was deleted")
  await requireApproved(db, [storyboardId])
}

async function run(context: FireContext, { trigger, messageId }: Allowed, fire: Fire) {
  const { tenantDb, clock, request, changed, actsAs } = context
  const db = tenantDb(trigger.organizationId)
  const now = clock.now()
  actsAs({ kind: 'trigger', id: trigger.id, name: trigger.name, organizationId: trigger.organizationId })
  // One call at a time, and none of a trigger that is being deleted.
  await lockRow(db, 'triggers', trigger.id)
  if (fire.action === 'raise') await refuseGone(db, trigger)
  const isDone = messageId !== null && (await isRepeated(db, trigger.id, messageId))
  const until = isDone ? undefined : await setRaised(db, trigger, fire, now)
  let screens = 0
  if (!isDone && until !== undefined) {
    screens = await showOn(db, trigger, until, now)
    changed({ kind: 'members', id: trigger.deviceGroupId })
  } else if (!isDone) {
    const ended = await endShown(db, trigger, now)
    screens = ended.length
    changed(...ended.map(device))
  }
  if (!isDone) changed(triggerChange(trigger.organizationId, trigger.id))
  if (!isDone) await noteCall(db, trigger, { ...fire, address: request.ip, outcome: 'done', messageId }, now)
  return { screens, until: until ?? null }
}

export const triggerCallsFeature = feature(triggerCalls, (services: Pick<Platform, 'seal' | 'settings'>) => ({
  fire: prepare(
    (context) => admit(services, context, context.body),
    (context, allowed) => run(context, allowed, context.body),
  ),
  open: prepare(
    (context) => admit(services, context, context.query),
    (context, allowed) => run(context, allowed, context.query),
  ),
}))
