import type { DevicePart, GroupPart, ManifestPart } from '@vitrine/contract/api/playback/manifest'
import type { CommandResult } from '@vitrine/contract/api/screens/commands'
import { type Action, type ActionEntry, isAction } from '@vitrine/contract/fields/actions'
import { COMMAND_SECONDS } from '@vitrine/contract/player/commands'
import { isRecord } from '@vitrine/contract/record'
import { IP_PATTERN } from '@vitrine/contract/rules'
import type { DeviceSession } from '#base/handler.ts'
import { onceAmongServers } from '#db/between-servers/once.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import type { Clock } from '#lib/clock.ts'
import { AppError, forbidden, notFound } from '#lib/errors.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'
import { perServer } from '#lib/per-server.ts'
import type { Publisher } from '#playback/publisher.ts'
import { isReachable, switchStory } from '#screens/devices/queries.ts'

/** Limit of actions that one screen sends: more than people can touch. */
const ofDevice = new RateLimit(30, 10_000)
/** Limit of actions that one screen receives, which ends a chain of screens that trigger one another. */
const onDevice = new RateLimit(60, 10_000)
const VALID_MS = COMMAND_SECONDS * 1000

interface Sent {
  id: string
  widgetId: string
  action: Action
  /** Time of the touch, by the sender's corrected clock. */
  at: number
}

interface Relay {
  publisher: Publisher
  clock: Clock
  database: Db
}

/** Recent results by sender and id: a repeated call runs nothing twice, here or on another server. */
const answersOn = perServer(
  (_database: Db) => new Map<string, { at: number; result: Promise<CommandResult> }>(),
)

/**
 * Runs an action from a widget of this screen on another screen of the same organization. The sender's current manifest
 * must contain that exact action in that widget. Throws FORBIDDEN, NOT_FOUND, TOO_MANY_REQUESTS.
 */
export async function relayAction(
  services: Relay,
  sender: DeviceSession,
  sent: Sent,
): Promise<CommandResult> {
  const now = services.clock.now()
  const answers = answersOn(services.database)
  for (const [key, { at }] of answers) {
    if (now - at <= 2 * VALID_MS) break
    answers.delete(key)
  }
  const key = `${sender.deviceId} ${sent.id}`
  const known = answers.get(key)
  if (known) return known.result
  if (Math.abs(now - sent.at) > VALID_MS) return { state: 'failed', text: 'This touch has expired' }
  ofDevice.check(sender.deviceId, now)
  ofDevice.hit(sender.deviceId, now)
  const result = onceAmongServers<CommandResult>(services.database, {
    id: `touch ${key}`,
    now,
    patience: 1.5 * VALID_MS,
    work: () => relay(services, sender, sent, now),
    unanswered: { state: 'unanswered', text: '' },
  })
  answers.set(key, { at: now, result })
  // A refused action may be retried.
  result.catch(() => answers.delete(key))
  return result
}

async function relay(
  services: Relay,
  sender: DeviceSession,
  { widgetId, action }: Sent,
  now: number,
): Promise<CommandResult> {
  const { publisher, database } = services
  const own = await publisher.manifest(sender.deviceId)
  const held = own && [own.group, own.device].some((part) => holds(part, widgetId, action))
  if (!held) throw forbidden()
  const targets = await findTargets(scoped(database, sender.organizationId), action.target)
  const [target, another] = targets
  if (!target) throw notFound('Screen not found')
  if (another)
    return { state: 'failed', text: 'Several screens have this address. Choose the screen by name.' }
  onDevice.check(target, now)
  onDevice.hit(target, now)
  if (
    action.verb === 'LOAD_STORYBOARD' &&
    !(await hasStoryboard(services, target, action.props.storyboardId))
  )
    return switchTo(services, sender, target, action.props.storyboardId)
  const { streams } = publisher
  if (!(await isReachable(database, target, { streams, now }))) return { state: 'offline', text: '' }
  return publisher.commands.send(target, { kind: 'action', action, from: sender.deviceId })
}

/** Ids of screens with this id, or with this address in their last call. */
async function findTargets(db: Db, target: string): Promise<string[]> {
  if (!IP_PATTERN.test(target)) {
    const found = await db.selectFrom('devices').select('id').where('id', '=', target).executeTakeFirst()
    return found ? [found.id] : []
  }
  const rows = await db
    .selectFrom('devices')
    .innerJoin('device_states', 'device_states.id', 'devices.id')
    .select('devices.id')
    .where('device_states.ip', '=', target)
    .execute()
  return rows.map(({ id }) => id)
}

async function hasStoryboard({ publisher }: Relay, deviceId: string, storyboardId: string): Promise<boolean> {
  const parts = await publisher.manifest(deviceId)
  return [parts?.group, parts?.device].some((part) => part && storyboardId in bodyOf(part).storyboards)
}

/** If the other screen doesn't have the storyboard yet, a manual switch sends it. */
async function switchTo(
  { database, publisher, clock }: Relay,
  sender: DeviceSession,
  deviceId: string,
  storyboardId: string,
): Promise<CommandResult> {
  const changes = [{ kind: 'device', id: deviceId }] as const
  try {
    await inTransaction(database, async (tx) => {
      const db = scoped(tx, sender.organizationId)
      const by = await db
        .selectFrom('devices')
        .select('name')
        .where('id', '=', sender.deviceId)
        .executeTakeFirst()
      await switchStory(db, deviceId, { storyboardId }, by?.name ?? '', clock.now())
      await publisher.announce(tx, changes)
    })
  } catch (error) {
    if (error instanceof AppError) return { state: 'failed', text: error.message }
    throw error
  }
  await publisher.publish(changes)
  return { state: 'done', text: '' }
}

interface Read {
  storyboards: GroupPart['storyboards']
  /** Actions for other screens, each with the input that contains it. */
  actions: { input: string; action: string }[]
}

/** Parts never change, so they are parsed once. */
const bodies = new WeakMap<ManifestPart, Read>()
function bodyOf(part: ManifestPart): Read {
  let read = bodies.get(part)
  if (!read) {
    const { storyboards, pages } = JSON.parse(part.body) as GroupPart | DevicePart
    const actions = Object.values(pages).flatMap(({ config }) =>
      config.inputs.flatMap(({ name, value }) =>
        actionsIn(value)
          .filter(({ target }) => target !== '')
          .map((action) => ({ input: name, action: canonical(action) })),
      ),
    )
    read = { storyboards, actions }
    bodies.set(part, read)
  }
  return read
}

function holds(part: ManifestPart, widgetId: string, action: Action): boolean {
  const wanted = canonical(action)
  return bodyOf(part).actions.some(
    ({ input, action }) => input.startsWith(`${widgetId}-`) && action === wanted,
  )
}

/** The actions in a value of any shape: a list, or the options of a choice with a list each. */
function actionsIn(value: unknown): Action[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(actionsIn)
  if (isAction(value as ActionEntry)) return [value as Action]
  return Object.values(value).flatMap(actionsIn)
}

/** The same text for the same action, regardless of key order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  )
