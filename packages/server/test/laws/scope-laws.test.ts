import { contract } from '@vitrine/contract'
import { isLimited, isWithin, mayCall, ROLES } from '@vitrine/contract/permissions'
import { type Route, routesOf } from '@vitrine/contract/route'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { actorOf } from '#accounts/rights/queries.ts'
import { PLACED } from '#db/places.ts'
import type { TableName } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { makeStoryboard } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { addressOf, entityOf, fill } from '#test/paths.ts'
import { samples } from '#test/samples.ts'
import { FACTS } from '#test/screen.ts'
import { StreamListener } from '#test/stream-listener.ts'
import { BESIDE, places, pointsTo, routes } from './body-ids.ts'
import { seedWorld, type World } from './scale/seed.ts'
import { type Entity, isPlaced, limitedCallers, makePlace, screenIn } from './scope-places.ts'

const named = (list: readonly Route[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const)
const hasId = ({ path }: Route) => /:(id|deviceId)\b/.test(path)

const server = useServer()
let world: World
let storyboardId: string
const outside = {} as Record<Entity, string>
let secrets: string[] = []
/** A group in the trash. */
let deleted = ''
const mine = { building: '', floor: '', device: '', group: '' }
/** People, a key, and a person with a custom role whose rights hold for `mine`, with all permissions. */
const limited: Record<string, Caller> = {}
let made = 0

/** Another screen of mine. */
const screen = () => screenIn(world.admin, mine, `Mine ${++made}`)

const make: Record<Entity, () => Promise<string>> = {
  buildings: async () => mine.building,
  floors: async () => mine.floor,
  devices: screen,
  deviceGroups: async () => mine.group,
  takeovers: async () => {
    const targets = { kind: 'devices' as const, ids: [mine.device] }
    const body = { ...samples.takeovers?.body?.(++made), targets } as never
    return (await world.admin.api.takeovers.start({ body })).takeover.id
  },
  triggers: async () => {
    const body = { name: `Mine ${++made}`, deviceGroupId: mine.group, storyboardId }
    return (await world.admin.api.triggers.create({ body })).trigger.id
  },
  answers: async () => '',
  plannedSwitches: async () => {
    const body = { storyboardId, from: server().clock.now() + 86_400_000 }
    const params = { id: mine.device }
    return (await world.admin.api.devices.switchStory({ params, body })).plannedId ?? ''
  },
}

beforeAll(async () => {
  world = await seedWorld(server(), await server().signIn())
  const { admin } = world
  storyboardId = (await makeStoryboard(admin)).id
  const theirs = await makePlace(server(), admin, { name: 'Outside', storyboardId })
  const gone = await admin.api.deviceGroups.create({ body: { name: 'Outside deleted' } })
  deleted = (await admin.api.deviceGroups.remove({ params: { id: gone.deviceGroup.id }, body: {} as never }))
    .id
  Object.assign(mine, await makePlace(server(), admin, { name: 'Inside', storyboardId }))
  const fieldId = (await samples.screenFields?.make(admin, admin)) ?? ''
  const change = { of: 'device' as const, id: theirs.device, fieldId, value: 'Outside' }
  await admin.api.screenValues.save({ body: { changes: [change] } })
  const targets = { kind: 'groups' as const, ids: [theirs.group] }
  const { takeover } = await admin.api.takeovers.start({
    body: { ...samples.takeovers?.body?.(1), title: 'Outside fire', targets } as never,
  })
  const trigger = { name: 'Outside door', deviceGroupId: theirs.group, storyboardId }
  const from = server().clock.now() + 86_400_000
  const planned = await admin.api.devices.switchStory({
    params: { id: theirs.device },
    body: { storyboardId, from },
  })
  Object.assign(outside, {
    ...{ buildings: theirs.building, floors: theirs.floor, devices: theirs.device },
    ...{ deviceGroups: theirs.group, takeovers: takeover.id, answers: world.ids.answers ?? '' },
    triggers: (await admin.api.triggers.create({ body: trigger })).trigger.id,
    plannedSwitches: planned.plannedId ?? '',
  })
  const { buildings, floors, devices, deviceGroups } = world.ids
  secrets = [...Object.values(outside), buildings, floors, devices, deviceGroups].filter(
    (id) => id !== undefined,
  )
  secrets.push('Outside', deleted)
  const scope = { places: { buildings: [mine.building], floors: [], groups: [mine.group] }, folders: null }
  Object.assign(limited, await limitedCallers(server(), admin, scope))
}, 120_000)

const callers = ['user', 'admin', 'key', 'role', 'rows'] as const
const as = (who: (typeof callers)[number]) => limited[who] as Caller

describe('what is outside of a scope', () => {
  it.each(named(routes.filter((route) => route.method === 'GET' && typeof route.response !== 'string')))(
    'AUTHZ-27: %s answers nothing of it',
    async (_name, route) => {
      const entity = entityOf(route)
      const id = !hasId(route) ? '' : isPlaced(entity) ? await make[entity]() : (world.ids[entity] ?? '')
      for (const who of callers)
        for (const query of [
          '',
          'page=1',
          'search=outside',
          'sort=-createdAt',
          `buildingId=${outside.buildings}`,
        ]) {
          const { status, body } = await as(who).call('GET', addressOf(route, id, { query }))
          expect(status, query).toBeLessThan(500)
          const text = JSON.stringify(body)
          for (const secret of secrets) expect(text, `${who} ${query}`).not.toContain(secret)
        }
    },
  )

  it.each(named(routes.filter((route) => hasId(route) && isPlaced(entityOf(route)))))(
    'AUTHZ-27: %s answers as if it did not exist',
    async (_name, route) => {
      const entity = entityOf(route) as Entity
      const body = route.body ? (samples[entity]?.body?.(++made) ?? {}) : undefined
      const query = route.method === 'GET' ? {} : undefined
      for (const who of callers) {
        const theirs = await as(who).call(route.method, addressOf(route, outside[entity], query), body)
        const nowhere = await as(who).call(route.method, addressOf(route, 'nowhere', query), body)
        expect([400, 403, 404], JSON.stringify(theirs.body)).toContain(theirs.status)
        expect([theirs.status, theirs.body], who).toEqual([nowhere.status, nowhere.body])
      }
    },
  )

  const pointing = places.filter(([, route, path]) => isPlaced(pointsTo(route, path) ?? ''))
  it.each(pointing)('AUTHZ-27: %s', async (_name, route, path) => {
    const entity = entityOf(route)
    const target = !hasId(route) ? '' : isPlaced(entity) ? await make[entity]() : (world.ids[entity] ?? '')
    const pointed = pointsTo(route, path) as Entity
    const { admin } = world
    for (const who of callers) {
      const send = async (id: string) => {
        const paired = route.path === '/devices/claim' && {
          code: (await admin.api.player.startPairing({ body: { screen: FACTS } })).code,
          floorId: mine.floor,
        }
        const own = entity === 'triggers' && { deviceGroupId: mine.group, storyboardId }
        const many = /-many$/.test(route.path) && { ids: [await make.devices()] }
        const wanted = (BESIDE[path] ?? ((value: string) => ({ [path]: value })))(id)
        const fieldId = entity === 'screenValues' && (await samples.screenFields?.make(admin, admin))
        const valued = fieldId && { changes: [{ of: 'device', id, fieldId, value: 'Mona' }] }
        const body = { ...samples[entity]?.body?.(++made), ...own, ...paired, ...many, ...wanted, ...valued }
        return as(who).call(route.method, fill(route, target), body)
      }
      const [theirs, nowhere] = [await send(outside[pointed]), await send('nowhere')]
      expect([theirs.status, theirs.body], who).toEqual([nowhere.status, nowhere.body])
      if (route.path !== '/devices/look-at') expect(theirs.status).toBeGreaterThanOrEqual(400)
    }
  })

  it('AUTHZ-27: is not restored from the trash', async () => {
    for (const who of callers) {
      const { status } = await as(who).call('POST', `/trash/${deleted}/restore`)
      expect(status).toBe(404)
    }
  })

  it('AUTHZ-27: is in no event of an open console', async () => {
    const { admin } = world
    const open = callers.map(
      (who) => new StreamListener(server().origins.console, '/api/watch', as(who).token),
    )
    const all = new StreamListener(server().origins.console, '/api/watch', admin.token)
    for (const each of [all, ...open]) await each.heard('hello')
    const rename = (id: string, name: string, floorId: string, deviceGroupId: string) =>
      admin.api.devices.update({ params: { id }, body: { name, floorId, deviceGroupId } })
    await rename(outside.devices, 'Outside again', outside.floors, outside.deviceGroups)
    await all.heard('devices')
    await rename(mine.device, 'Inside again', mine.floor, mine.group)
    for (const each of open) await each.heard('devices')
    for (const each of open) {
      const text = JSON.stringify(each.events)
      expect(text).toContain(mine.device)
      for (const secret of secrets) expect(text).not.toContain(secret)
    }
    for (const { socket } of [all, ...open]) socket.destroy()
  })

  it.each(named(routes.filter(({ everywhere }) => everywhere)))(
    'AUTHZ-29: %s concerns the whole organization, and is refused',
    async (_name, route) => {
      for (const who of callers) {
        // Who changes media everywhere deletes them everywhere, and no place.
        const isOfMedia = who === 'rows' && route.path === '/deletions/everywhere'
        const { status } = await as(who).call(
          route.method,
          fill(route, world.ids[entityOf(route)] ?? 'nowhere'),
          isOfMedia ? { kind: 'building', ids: [mine.building], uses: 0 } : {},
        )
        expect(status).toBe(403)
      }
    },
  )

  it('AUTHZ-29: a caller with a scope never changes people, keys, or the organization', () => {
    const scope = '{"places":{"buildings":["x"],"floors":[],"groups":[]}}'
    const actor = actorOf({ role: ROLES.admin, permissions: '[]', scope })
    expect(isLimited(actor)).toBe(true)
    const open = routesOf(contract).filter(
      ({ name, route }) =>
        /^(users|roles|apiKeys|organizations|allowedSites|alerts|kiosk)\./.test(name) &&
        route.method !== 'GET' &&
        mayCall(actor, route),
    )
    expect(open.map(({ name }) => name)).toEqual([])
  })
})

describe('what is inside of a scope', () => {
  it('AUTHZ-27: is found, and can be changed', async () => {
    for (const who of callers) {
      const { api } = as(who)
      const device = (await api.devices.get({ params: { id: mine.device } })).device
      expect(device.deviceGroup).toEqual({ id: mine.group, name: 'Inside group' })
      const { buildings } = await api.buildings.list()
      expect(buildings.map(({ id }) => id)).toEqual([mine.building])
      expect((await api.deviceGroups.list()).devicesGroups.map(({ id }) => id)).toEqual([mine.group])
      expect((await api.devices.states()).places.map(({ buildingId }) => buildingId)).toEqual([mine.building])
      const { total } = await api.devices.list({ query: { page: 1, pageSize: 1 } })
      expect(total).toBe((await api.devices.list()).devices.length)
      await api.devices.command({ params: { id: mine.device }, body: { kind: 'identify' } })
      const body = { name: 'Inside screen', floorId: mine.floor, deviceGroupId: mine.group }
      await api.devices.update({ params: { id: mine.device }, body })
    }
  })

  it('AUTHZ-27: the group of a screen can be read, not changed; the screen plays what it plays', async () => {
    const { admin } = world
    const id = await screen()
    const shared = { name: 'Shared screen', floorId: mine.floor, deviceGroupId: outside.deviceGroups }
    await admin.api.devices.update({ params: { id }, body: shared })
    const own = as('user')
    const { devicesGroups } = await own.api.deviceGroups.list()
    expect(devicesGroups.find((group) => group.id === outside.deviceGroups)?.devices).toEqual([id])
    const truth = async (caller: Caller) => (await caller.api.devices.get({ params: { id } })).device.truth
    expect(await truth(own)).toEqual(await truth(admin))
    const body = { name: 'Shared screen, renamed', floorId: mine.floor, deviceGroupId: outside.deviceGroups }
    expect((await own.api.devices.update({ params: { id }, body })).device.name).toBe(body.name)
    const params = { id: outside.deviceGroups }
    expect((await refused(own.api.deviceGroups.update({ params, body: { name: 'Taken' } }))).status).toBe(403)
    const takeover = { ...samples.takeovers?.body?.(1), targets: { kind: 'groups', ids: [params.id] } }
    const boss = as('admin')
    expect((await boss.call('POST', '/takeovers', takeover)).status).toBe(403)
    expect((await boss.call('POST', '/takeovers', samples.takeovers?.body?.(1))).status).toBe(403)
    await admin.api.devices.remove({ params: { id }, body: {} as never })
  })

  it('AUTHZ-27: a screen cannot leave it', async () => {
    const id = await screen()
    for (const who of callers) {
      const body = { name: 'Gone', floorId: null, deviceGroupId: null }
      const refusal = await refused(as(who).api.devices.update({ params: { id }, body }))
      expect(refusal.errKey).toBe('OUTSIDE_SCOPE')
      const { code } = await as(who).api.player.startPairing({ body: { screen: FACTS } })
      const nowhere = await refused(as(who).api.devices.claim({ body: { code, name: 'Nowhere' } }))
      expect(nowhere.errKey).toBe('OUTSIDE_SCOPE')
      const kept = { code, name: 'Kept', floorId: mine.floor }
      expect((await as(who).api.devices.claim({ body: kept })).device.floorId).toBe(mine.floor)
    }
  })

  it('AUTHZ-13: a key reaches what its maker does at that moment', async () => {
    const { admin } = world
    const body = {
      ...{ firstName: 'Kim', lastName: 'Keymaker', role: ROLES.admin, permissions: [] },
      ...{ email: 'keymaker@org.test', password: 'password-1' },
    }
    const { user } = await admin.api.users.create({ body })
    const maker = await server().signIn({ email: body.email, password: body.password })
    const scope = { places: { buildings: [outside.buildings, mine.building], floors: [], groups: [] } }
    const { secret } = await maker.api.apiKeys.create({ body: { name: 'Both', role: ROLES.admin, scope } })
    const seen = async () =>
      (await server().as(secret).api.buildings.list()).buildings.map(({ id }) => id).sort()
    expect(await seen()).toEqual([outside.buildings, mine.building].sort())
    const limit = { places: { buildings: [mine.building], floors: [], groups: [] } }
    await admin.api.users.update({
      params: { id: user.id },
      body: { ...body, password: undefined, scope: limit },
    })
    expect(await seen()).toEqual([mine.building])
    expect((await refused(maker.api.apiKeys.create({ body: { name: 'More' } }))).status).toBe(403)
  })
})

/** Nothing is seeded in these; a job counts deliveries. */
const UNSEEDED = ['machine_keys', 'screen_updates', 'trigger_raises', 'trigger_calls', 'deliveries']

describe('tables', () => {
  /** They hang on a screen, group, or place, and are never read by it with a scope. */
  const OTHERS: Partial<Record<TableName, string>> = {
    references: 'read by what they lead to',
    tag_uses: 'read by what has the tag',
    cases: 'read by their author',
    unknown_screens: 'for callers without a scope',
    pairings: 'no screen yet',
    schedule_uses: 'replaced by references',
  } as never

  it('AUTHZ-27: every table that hangs on a place has a condition', async () => {
    const tables = await server().services.database.introspection.getTables()
    const hanging = tables
      .filter(({ columns }) =>
        columns.some(({ name }) =>
          ['deviceId', 'deviceGroupId', 'floorId', 'buildingId', 'groupId', 'triggerId'].includes(name),
        ),
      )
      .map(({ name }) => name as TableName)
    for (const table of hanging) expect(table in PLACED || table in OTHERS, table).toBe(true)
  })

  it.each(Object.keys(PLACED) as TableName[])('AUTHZ-27: %s has no row of what is outside', async (table) => {
    const { database } = server().services
    const places = { buildings: [mine.building], floors: [], groups: [mine.group] }
    const all = await database.selectFrom(table).selectAll().execute()
    for (const onMove of [undefined, () => {}]) {
      const own = scoped(database, world.organizationId, { places: [places], folders: [] }, onMove)
      const rows = await own.selectFrom(table).selectAll().execute()
      const text = JSON.stringify(rows)
      for (const secret of secrets) expect(text).not.toContain(secret)
      if (!UNSEEDED.includes(table)) expect(rows.length).toBeLessThan(all.length)
      const joined = await own
        .selectFrom('organizations')
        .leftJoin(table, `${table}.organizationId` as never, 'organizations.id' as never)
        .selectAll()
        .execute()
      for (const secret of secrets) expect(JSON.stringify(joined)).not.toContain(secret)
    }
  })

  it('AUTHZ-27: queries and the contract agree about every screen', async () => {
    const { database } = server().services
    const places = fc.subarray([mine.building, outside.buildings])
    const floors = fc.subarray([mine.floor, outside.floors, world.ids.floors ?? ''])
    const groups = fc.subarray([mine.group, outside.deviceGroups])
    const chosen = fc.record({ buildings: places, floors, groups })
    const rows = await scoped(database, world.organizationId)
      .selectFrom('devices')
      .leftJoin('floors', 'floors.id', 'devices.floorId')
      .select(['devices.id', 'floorId', 'deviceGroupId', 'buildingId'])
      .orderBy('devices.id')
      .execute()
    await fc.assert(
      fc.asyncProperty(fc.array(chosen, { minLength: 1, maxLength: 2 }), async (each) => {
        const reach = { places: each, folders: [] }
        const found = await scoped(database, world.organizationId, reach)
          .selectFrom('devices')
          .select('id')
          .orderBy('id')
          .execute()
        const within = rows.filter((row) => isWithin(reach, row))
        expect(found.map(({ id }) => id)).toEqual(within.map(({ id }) => id))
      }),
      { numRuns: 50 },
    )
  })
})
