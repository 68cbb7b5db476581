import type { Impact } from '@vitrine/contract/api/base/impact'
import { devices } from '@vitrine/contract/api/screens/devices'
import { can, reachOf } from '@vitrine/contract/permissions'
import { isMachineKind } from '@vitrine/contract/player/commands'
import { authorName } from '#accounts/authors/queries.ts'
import { forEachItem, removeEach } from '#base/bulk.ts'
import type { Change } from '#base/change.ts'
import { type Context, feature, type Session } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import type { Platform } from '#base/platform.ts'
import { readOnlyAmong } from '#base/read-only.ts'
import { importLines, readSheet } from '#base/sheet.ts'
import { changeInheritedTags } from '#base/tags/api.ts'
import type { SharedGuesses } from '#db/between-servers/guesses.ts'
import type { Db } from '#db/schema.ts'
import { reaching } from '#db/scoped.ts'
import { updateVersioned } from '#db/versions.ts'
import { csvHead, csvLines } from '#lib/csv.ts'
import { AppError, notFound } from '#lib/errors.ts'
import { addressesToType } from '#lib/http/local-addresses.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'
import { perServer } from '#lib/per-server.ts'
import type { Seal } from '#lib/security/seal.ts'
import { inEachPart } from '#lib/work/parts.ts'
import type { Publisher } from '#playback/publisher.ts'
import { comingOnScreen } from '#screens/coming/api.ts'
import { impactOnAll, withImpact } from '#screens/impact/api.ts'
import { logOf, orderFor } from '#screens/machines/queries.ts'
import { findPairing, type Pairing, waitingPairings } from '#screens/pairings/queries.ts'
import { publicSetupKey } from '#screens/setups/api.ts'
import { deliveriesOf } from './deliveries.ts'
import { DELIVERY_COLUMNS } from './delivery-csv.ts'
import { deliveryHours, listDeliveries } from './delivery-history.ts'
import { devicesAmong, listDevices } from './list.ts'
import { movingTo, refuseUnknownTarget } from './move-device.ts'
import { cancelPlanned, listPlanned, planSwitch } from './planned.ts'
import { correctableFor, putRight } from './put-right.ts'
import {
  claimDevice,
  getDevice,
  isReachable,
  isThere,
  MISSING,
  removeDevice,
  replaceDevice,
  suggestedName,
  switchStory,
  updateDevice,
} from './queries.ts'
import { pictureOf, reportOfDevice, withOldPicture } from './report-and-picture.ts'
import { screensOfSheet } from './sheet.ts'
import { countDeviceStates } from './state-counts.ts'
import { listSwitches, returnToSchedule } from './switches.ts'

const MINUTE = 60_000
/**
 * Wrong codes of an organization. With 20^6 codes and a handful active at a time, an account with ten guesses in fifteen
 * minutes hits one of five within a day with a chance of 8 in 100,000. While many organizations guess, each has fewer:
 * none uses up the guesses of another.
 */
const WINDOW = 15 * MINUTE
const OF_ORGANIZATION = 10
const OF_ORGANIZATION_IN_FLOOD = 3
/** Wrong codes of all organizations that make a flood. */
const FLOOD = 200
const wrongOn = perServer((_guesses: SharedGuesses) => ({
  calm: { most: OF_ORGANIZATION, counts: new RateLimit(OF_ORGANIZATION, WINDOW) },
  flooded: { most: OF_ORGANIZATION_IN_FLOOD, counts: new RateLimit(OF_ORGANIZATION_IN_FLOOD, WINDOW) },
  all: new RateLimit(FLOOD, WINDOW),
}))

interface Guess extends Pick<Context, 'db' | 'clock'> {
  session: Session
  body: { code: string }
}

/** The waiting screen with a typed code. Wrong codes are counted across all servers. */
async function pairingOfCode(guesses: SharedGuesses, { db, session, body, clock }: Guess): Promise<Pairing> {
  const now = clock.now()
  const key = session.organizationId
  const { calm, flooded, all } = wrongOn(guesses)
  const { most, counts } = all.isReached('', now) ? flooded : calm
  counts.check(key, now)
  const limits = [{ key: `code ${key}`, most }]
  let refusal: unknown
  const found = await guesses.run(limits, { now, windowMs: WINDOW }, async () => {
    try {
      return await findPairing(db, body.code, now)
    } catch (error) {
      if (!(error instanceof AppError) || error.errKey !== 'INVALID_CODE') throw error
      refusal = error
      for (const each of [calm, flooded]) each.counts.hit(key, now)
      all.hit('', now)
      return null
    }
  })
  if (!found) throw refusal
  return found
}

/** Player links are valid for the current hour and the next. */
const HINT_MS = 60 * MINUTE
const HINT_LENGTH = 16
function hintsOf(seal: Seal, userId: string, now: number): [string, string] {
  const hour = Math.floor(now / HINT_MS)
  const of = (each: number) => seal.derive('screen-hint', `${userId} ${each}`).slice(0, HINT_LENGTH)
  return [of(hour), of(hour - 1)]
}

/** Screenshots of a screen that many people view. */
const asked = new RateLimit(1, 20_000)
/** Screenshot width in pixels, for the wall and for the large view. */
const WALL_WIDTH = 480
const CLOSE_WIDTH = 1280
const OLD_MS = 20_000

const device = (id: string): Change => ({ kind: 'device', id })
const waiting = ({ id }: Pairing): Change => ({ kind: 'pairing', id })

const readDevice =
  ({ params, clock }: Pick<Context<typeof devices.update>, 'params' | 'clock'>) =>
  (db: Db) =>
    getDevice(db, params.id, clock.now())

async function remove({ db, params, clock, changed }: Context<typeof devices.remove>) {
  const { id } = await getDevice(db, params.id, clock.now())
  await removeDevice(db, id, clock.now())
  changed(device(id))
  return { id }
}

interface Needs extends Pick<Platform, 'settings' | 'origins' | 'seal' | 'guesses'> {
  publisher: Publisher
}

export const devicesFeature = feature(devices, ({ publisher, seal, ...others }: Needs) => ({
  list: async (context) =>
    listDevices(await listingDb(context, 'devices'), context.query, context.clock.now()),
  import: async ({ db, tenantDb, organizationFor, body, query, clock }) => {
    const lines = readSheet('screens', body.content)
    const organizationId = await organizationFor(body.organizationId)
    return importLines({
      ...{ db, kind: 'screens', lines, isDryRun: query.dryRun !== undefined },
      nameOf: ({ Name }) => Name,
      save: await screensOfSheet(tenantDb(organizationId), organizationId, clock.now()),
    })
  },
  states: async ({ reader, session, clock }) => {
    const now = clock.now()
    const counts = await countDeviceStates(reader, now)
    return { ...counts, correctable: await correctableFor(session, reader, counts.states, now) }
  },
  playerAddresses: async ({ request }) => ({
    signedBy: publicSetupKey(seal),
    addresses: addressesToType(others.origins.player, others.settings.HOST, request.hostname),
  }),
  get: async (context) => ({
    device: await getDevice(context.db, context.params.id, context.clock.now()),
  }),
  coming: async ({ db, tenantReader, params, query, clock }) => {
    const now = clock.now()
    const device = await getDevice(db, params.id, now)
    const { from = now, ...rest } = query
    const reader = tenantReader(device.organizationId)
    return { coming: await comingOnScreen(reader, device, { from, ...rest }, { seal, now }) }
  },
  report: async ({ db, params, session, clock }) => {
    const { id } = await getDevice(db, params.id, clock.now())
    const own = reaching(db, reachOf(session, { write: 'devices' }))
    const mayChange = can(session, 'write', 'devices') && (await isThere(own, id))
    return { report: await reportOfDevice({ db, seal }, id, clock.now(), mayChange) }
  },
  deliveries: async ({ reader, clock }) => ({ deliveries: await deliveriesOf(reader, clock.now()) }),
  deliveryHistory: async ({ reader, query }) => ({ hours: await deliveryHours(reader, query) }),
  exportDeliveries: async ({ reader, query, reply }) => {
    const rows = await listDeliveries(reader, query)
    await reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="deliveries.csv"')
      .send(csvHead(DELIVERY_COLUMNS) + csvLines(DELIVERY_COLUMNS, rows))
  },
  screenshot: async ({ db, params, reply, clock }) => {
    const { id } = await getDevice(db, params.id, clock.now())
    const { mimetype, bytes, takenAt } = await pictureOf(db, id)
    // The URL in lists contains the time of the screenshot.
    await reply
      .type(mimetype)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('last-modified', new Date(takenAt).toUTCString())
      .send(bytes)
  },
  log: async ({ db, params, reply, clock }) => {
    const { id } = await getDevice(db, params.id, clock.now())
    const { text, at } = await logOf(db, id)
    await reply
      .type('text/plain; charset=utf-8')
      .header('last-modified', new Date(at).toUTCString())
      .send(text)
  },
  command: async ({ db, params, body, clock }) => {
    const { id } = await getDevice(db, params.id, clock.now())
    const now = clock.now()
    if (!(await isReachable(db, id, { streams: publisher.streams, now })))
      return { state: 'offline' as const, text: '' }
    const { kind } = body
    if (kind === 'screenshot') return publisher.commands.send(id, { kind, width: CLOSE_WIDTH })
    if (!isMachineKind(kind)) return publisher.commands.send(id, { kind })
    const order = await orderFor(db, id, kind, now)
    return order
      ? publisher.commands.send(id, { kind, order })
      : { state: 'failed' as const, text: "This machine wasn't set up with kiosk.sh" }
  },
  moveAddress: async ({ db, body }) => {
    const known = await db.selectFrom('devices').select('id').where('id', 'in', body.ids).execute()
    if (known.length === 0) throw notFound()
    const results = await Promise.all(
      known.map(async ({ id }) => ({
        id,
        ...(await publisher.commands.send(id, { kind: 'move', address: body.address })),
      })),
    )
    return { results }
  },
  lookAt: async ({ db, body, clock }) => {
    const now = clock.now()
    const old = await withOldPicture(db, body.ids, now - OLD_MS)
    const due = old.filter((id) => !asked.isReached(id, now))
    for (const id of due) {
      asked.hit(id, now)
      void publisher.commands.send(id, { kind: 'screenshot', width: WALL_WIDTH })
    }
    return { asked: due.length }
  },
  waiting: async ({ db, session, clock, request }) => {
    const now = clock.now()
    const hints = hintsOf(seal, session.userId, now)
    const found = await waitingPairings(db, { hints, network: networkOf(request) }, now)
    const name = found.length > 0 ? await suggestedName(db, session.organizationId) : ''
    const screens = found.map(({ code, sign, screen, ip, seenAt }) => ({
      ...{ code, sign, screen, ip, seenAt },
      suggestedName: name,
    }))
    return { hint: hints[0], screens }
  },
  findPairing: async (context) => {
    const { sign, screen, ip, seenAt } = await pairingOfCode(others.guesses, context)
    const name = await suggestedName(context.db, context.session.organizationId)
    return { sign, screen, ip, seenAt, suggestedName: name }
  },
  claim: async (context) => {
    const { tenantDb, organizationFor, body, clock, changed } = context
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const pairing = await pairingOfCode(others.guesses, context)
    const id = await claimDevice({ db, seal }, organizationId, pairing, body, clock.now())
    changed(device(id), waiting(pairing))
    return { device: await getDevice(db, id, clock.now()) }
  },
  replace: async (context) => {
    const { clock, changed } = context
    const replaced = await updateVersioned(context, readDevice(context), async (db, { id }) => {
      const pairing = await pairingOfCode(others.guesses, context)
      await replaceDevice({ db, seal }, id, pairing, clock.now())
      changed(device(id), waiting(pairing))
    })
    return { device: replaced }
  },
  switchStory: async (context) => {
    const { query, body, session, clock, changed } = context
    const by = await authorName(context.db, session.userId)
    const { from } = body
    let plannedId: string | undefined
    let impact: Impact | undefined
    const switched = await updateVersioned(context, readDevice(context), async (db, found) => {
      if (from === undefined) await switchStory(db, found.id, body, by, clock.now())
      else plannedId = await planSwitch(db, { ...body, from }, { device: found, by, now: clock.now() })
      const isSame = from === undefined && found.storyboardId === body.storyboardId
      if (query.dryRun !== undefined) impact = await impactOnAll(db, isSame ? [] : [found.id])
    })
    changed(device(switched.id))
    return { device: switched, plannedId, impact }
  },
  switches: async ({ reader: db, session, clock }) => {
    const marked = async <Row extends { deviceId: string }>(rows: readonly Row[]) => {
      const devices = rows.map(({ deviceId }) => ({ id: deviceId }))
      const isReadOnly = await readOnlyAmong({ db, session }, { area: 'devices', table: 'devices' }, devices)
      return rows.map((row) => (isReadOnly(row.deviceId) ? { ...row, isReadOnly: true as const } : row))
    }
    return {
      switches: await inEachPart(await listSwitches(db, clock.now()), marked),
      planned: await marked(await listPlanned(db)),
    }
  },
  cancelPlanned: async ({ db, body, clock, changed }) => {
    const { canceled, devices } = await cancelPlanned(db, body.ids, clock.now())
    changed(...devices.map(device))
    return { canceled }
  },
  backToSchedule: async ({ db, body, clock, changed }) => {
    const ended = await returnToSchedule(db, body.screens, clock.now())
    changed(...ended.map(device))
    return { ended }
  },
  putRight: async ({ tenantDb, organizationFor, db, body, clock, changed, afterCommit }) => {
    // All screens means those of one organization, also for a super admin.
    const own = body.ids ? db : tenantDb(await organizationFor(body.organizationId))
    const { results, left, ended, restart } = await putRight(own, body.ids, clock.now())
    changed(...ended.map(device))
    afterCommit(() => {
      for (const id of restart) void publisher.commands.send(id, { kind: 'reload' })
    })
    return { results, left }
  },
  update: async (context) => {
    const { params, body, clock, changed } = context
    const groups = body.deviceGroupId ? [body.deviceGroupId] : []
    return withImpact(context, { devices: [params.id], targets: groups }, async () => {
      const saved = await updateVersioned(context, readDevice(context), (db, { id }) =>
        updateDevice(db, id, body, clock.now()),
      )
      changed(device(saved.id))
      return { device: saved }
    })
  },
  remove,
  tagMany: (context) =>
    withImpact(context, { devices: context.body.ids }, () =>
      changeInheritedTags(context, { kind: 'device', itemsOf: devicesAmong }),
    ),
  updateMany: async (context) => {
    const { ids, ...target } = context.body
    await refuseUnknownTarget(context.db, target)
    const targets = target.deviceGroupId ? [target.deviceGroupId] : []
    return withImpact(context, { devices: ids, targets }, async () => {
      const found = await devicesAmong(
        context.db,
        ids.map((id) => ({ id })),
      )
      const screens = new Map(found.map((screen) => [screen.id, screen]))
      const move = movingTo(target, context.clock.now())
      return forEachItem(context, async ({ tenantDb, changed }, id) => {
        const screen = screens.get(id)
        if (!screen) throw notFound(MISSING)
        await move(tenantDb(screen.organizationId), screen)
        changed(device(id))
      })
    })
  },
  removeMany: removeEach(remove),
}))
