import { setTimeout } from 'node:timers/promises'
import { ROLES } from '@vitrine/contract/permissions'
import { type Route, writes } from '@vitrine/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { isSearchTable } from '#db/lists/name-search.ts'
import { GLOBAL_TABLES, type TableName, tenantColumn } from '#db/schema.ts'
import { makeStoryboard, page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { makeFilled, makeSlot } from '#test/local.ts'
import { addressOf, entityOf, fill } from '#test/paths.ts'
import { samples } from '#test/samples.ts'
import { FACTS } from '#test/screen.ts'
import { tone, uploadOne } from '#test/uploads.ts'
import { BESIDE, places, pointsTo, routes } from './body-ids.ts'

let admins = 0
const makeAdmin = async (admin: Caller): Promise<string> => {
  const body = { firstName: 'A', lastName: 'B', email: `admin${++admins}@law.test`, role: ROLES.admin }
  return (await admin.api.users.create({ body: { ...body, password: 'password-1' } })).user.id
}

describe('another organization', () => {
  const server = useServer()
  let victim: Caller & { organizationId: string }
  let caller: Caller & { organizationId: string }
  let superAdmin: Caller
  const theirs: Record<string, string> = {}
  // Above the names that the samples generate.
  let made = 100_000

  const floorOf = async (admin: Caller) => {
    const body = { name: `Tower ${++made}`, location: 'There', floors: [{ name: 'Ground' }] }
    return (await admin.api.buildings.create({ body })).building.floors[0]?.id ?? ''
  }
  const make = async (entity: string, admin: Caller): Promise<string> => {
    if (entity === 'floors') return floorOf(admin)
    if (entity === 'audio') return (await uploadOne(admin, 'music.wav', tone(1))).id
    if (entity === 'admins') return makeAdmin(admin)
    if (entity === 'storyboards') return (await makeStoryboard(admin)).id
    if (entity === 'slotted') return (await makeSlot(admin)).storyboardId
    const sample = samples[entity]
    if (!sample) throw new Error(`There is no sample of ${entity}: add it in server/test/samples.ts`)
    return sample.make(admin, superAdmin)
  }

  /** Tables with rows of an organization, and the column that says whose they are. */
  let tables: (readonly [table: TableName, column: string])[] = []

  const isMoving = async () =>
    (await server()
      .services.database.selectFrom('archives')
      .select('id')
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirst()) !== undefined

  /** Everything that an organization has, as stored. */
  const stored = async (organizationId: string) => {
    // What earlier tests saved is still being published, which writes the hashes of manifests.
    await server().services.publisher.idle()
    // Exports that they asked for write their progress.
    while (await isMoving()) await setTimeout(20)
    const rows: Record<string, unknown> = {}
    for (const [table, column] of tables) {
      // A job counts deliveries, whatever anyone calls.
      if (table === 'deliveries') continue
      const found = await server()
        .services.database.selectFrom(table)
        .selectAll()
        .where(column as never, '=', organizationId as never)
        .execute()
      rows[table] = found.map((row) => JSON.stringify(row)).sort()
    }
    return rows
  }

  beforeAll(async () => {
    const all = (await server().services.database.introspection.getTables()).map(
      ({ name }) => name as TableName,
    )
    tables = all
      .filter((name) => !name.startsWith('kysely_') && !isSearchTable(name))
      .flatMap((name) => {
        const column = tenantColumn(name)
        return column ? [[name, column] as const] : []
      })
    superAdmin = await server().signIn()
    victim = await server().organization('Victim')
    caller = await server().organization('Caller')
    const { profile } = await caller.api.auth.profile()
    const licence = { number: 'LAW-1', devicesCount: 500, organizationId: profile.organizationId }
    await superAdmin.api.licences.create({ body: licence })
    const entities = places.map(([, route, path]) => pointsTo(route, path) ?? '')
    for (const entity of new Set(entities)) theirs[entity] = await make(entity, victim)
  })

  it('AUTHZ-03: every id of every body is known to this law', () => {
    expect(places.length).toBeGreaterThan(15)
    for (const [name, route, path] of places) expect(pointsTo(route, path), name).toBeTruthy()
  })

  /** A body that is right but for the id at one place, and the status that it is answered with. */
  const send = async (route: Route, path: string, id: string, sender: Caller = caller) => {
    const entity = entityOf(route)
    const sample = samples[entity]?.body?.(++made) ?? {}
    const wanted = (BESIDE[path] ?? ((value: string) => ({ [path]: value })))(id)
    const paired = route.path === '/devices/claim' && {
      code: (
        await server()
          .as()
          .api.player.startPairing({ body: { screen: FACTS } })
      ).code,
    }
    const items = entity === 'storyboards' &&
      !('items' in wanted) && {
        type: 'designed',
        items: [{ layoutId: await make('layouts', caller), duration: 5 }],
      }
    // Cards play in storyboards of cards only.
    const type = path === 'entries.[].cardId' ? 'standard' : 'designed'
    const target = !/:(id|deviceId)/.test(route.path)
      ? ''
      : entity === 'localContent'
        ? (await makeFilled(caller, type)).id
        : await make(entity, caller)
    const filled = route.path === '/local-content' && {
      storyboardId: (await makeSlot(caller, type)).storyboardId,
      placeId: await make('buildings', caller),
    }
    const many = /-many$/.test(route.path) && { ids: [await make(entity, caller)] }
    const both = entity === 'triggers' && {
      deviceGroupId: await make('deviceGroups', caller),
      storyboardId: await make('storyboards', caller),
    }
    const own = { ...sample, ...items, ...both, ...filled, ...paired, ...many }
    const valued = entity === 'screenValues' && {
      changes: [
        {
          ...{ of: 'device', id: await make('devices', caller), fieldId: await make('screenFields', caller) },
          ...{ value: 'Mona', [path.split('.').at(-1) ?? '']: id },
        },
      ],
    }
    const body = { ...own, ...wanted, ...valued }
    return sender.call(route.method, fill(route, target), body)
  }

  it.each(places)('AUTHZ-03: %s', async (_name, route, path) => {
    const entity = pointsTo(route, path) ?? ''
    const own = await send(route, path, await make(entity, caller))
    expect(own.status, JSON.stringify(own.body)).toBeLessThan(300)
    const before = await stored(victim.organizationId)
    const foreign = await send(route, path, theirs[entity] ?? '')
    expect([400, 404], JSON.stringify(foreign.body)).toContain(foreign.status)
    const nowhere = await send(route, path, 'nowhere')
    expect(foreign.status).toBe(nowhere.status)
    expect(foreign.body).toEqual(nowhere.body)
    expect(await stored(victim.organizationId)).toEqual(before)
  })

  it.each(places.filter(([, { path }]) => /:(id|deviceId)/.test(path)))(
    'AUTHZ-03: %s, when a super admin mixes two organizations',
    async (_name, route, path) => {
      const before = await stored(victim.organizationId)
      const entity = pointsTo(route, path) ?? ''
      const { status, body } = await send(route, path, theirs[entity] ?? '', superAdmin)
      expect([400, 404], JSON.stringify(body)).toContain(status)
      expect(await stored(victim.organizationId)).toEqual(before)
    },
  )

  it.each(['layouts', 'cards'] as const)(
    'AUTHZ-10: a file shown on %s does not become readable by naming it',
    async (kind) => {
      const secret = await uploadOne(victim, 'secret.png')
      const document = {
        ...page(),
        name: `Thief ${++made}`,
        widgets: page().widgets.map((widget) => ({ ...widget, type: 'image' })),
        config: { inputs: [{ name: 'w1-image', kind: 'attachment', value: secret.id }] },
      }
      const { status } = await caller.call('POST', kind === 'cards' ? '/cards/create' : '/layout', document)
      expect(status).toBeLessThan(500)
      expect((await caller.call('GET', `/media/download/${secret.id}`)).status).toBe(404)
      expect((await caller.call('GET', `/media/file/${secret.id}`)).status).toBe(404)
    },
  )

  it('AUTHZ-09: a list that mixes own and foreign ids does nothing at all', async () => {
    const own = await make('devices', caller)
    const before = [await stored(victim.organizationId), await stored(caller.organizationId)]
    const body = { name: 'Mixed', devices: [own, theirs.devices ?? ''] }
    const answers = [
      await caller.call('POST', '/device-groups/create', body),
      await caller.call('POST', '/device-configurations/create', body),
    ]
    for (const { status } of answers) expect([400, 404]).toContain(status)
    expect([await stored(victim.organizationId), await stored(caller.organizationId)]).toEqual(before)
  })

  it('AUTHZ-03: POST /takeovers: the groups', async () => {
    const body = samples.takeovers?.body?.(++made)
    const targets = (id: string) => ({ kind: 'groups', ids: [id] })
    const foreign = await caller.call('POST', '/takeovers', {
      ...body,
      targets: targets(theirs.deviceGroups ?? ''),
    })
    const own = await caller.call('POST', '/takeovers', {
      ...body,
      targets: targets(await make('deviceGroups', caller)),
    })
    expect([400, 404]).toContain(foreign.status)
    expect(own.status, JSON.stringify(own.body)).toBe(201)
  })

  const named = (list: readonly Route[]) =>
    list.map((route) => [`${route.method} ${route.path}`, route] as const)

  it.each(
    named(routes.filter((route) => route.body && writes(route) && entityOf(route) !== 'organizations')),
  )('AUTHZ-07: %s stores nothing in the organization that a body names', async (_name, route) => {
    const target = /:(id|deviceId)/.test(route.path) ? await make(entityOf(route), caller) : ''
    const before = await stored(victim.organizationId)
    const { profile } = await caller.api.auth.profile()
    await caller.call(route.method, fill(route, target), {
      ...samples[entityOf(route)]?.body?.(++made),
      organizationId: victim.organizationId,
      id: theirs[entityOf(route)],
      role: ROLES.superAdmin,
      isHome: true,
      status: 'approved',
      userId: 'somebody',
      createdAt: '1999-01-01T00:00:00.000Z',
    })
    expect(await stored(victim.organizationId)).toEqual(before)
    expect((await caller.api.auth.profile()).profile).toMatchObject({
      role: profile.role,
      organizationId: profile.organizationId,
    })
  })

  it.each(named(routes.filter((route) => route.method === 'GET' && typeof route.response !== 'string')))(
    'AUTHZ-04, AUTHZ-06: %s answers nothing of it, whatever is asked for',
    async (_name, route) => {
      const target = /:(id|deviceId)/.test(route.path) ? await make(entityOf(route), caller) : ''
      const foreignIds = Object.values(theirs)
      for (const query of [
        '',
        'page=1',
        'search=e',
        'sort=-createdAt',
        `organizationId=${victim.organizationId}`,
        `folderId=${theirs.folders}`,
        'include=organization&expand=all',
      ]) {
        const { status, body } = await caller.call('GET', addressOf(route, target, { query }))
        expect(status, query).toBeLessThan(500)
        const text = JSON.stringify(body)
        for (const id of [victim.organizationId, ...foreignIds]) expect(text, query).not.toContain(id)
        expect(text).not.toContain('Victim')
      }
    },
  )

  it.each(named(routes.filter(({ method }) => method === 'GET' || method === 'HEAD')))(
    'CSRF-02: %s changes nothing',
    async (_name, route) => {
      if (route.response === 'stream') return
      const target = /:(id|deviceId)/.test(route.path) ? await make(entityOf(route), caller) : ''
      const before = await stored(caller.organizationId)
      for (const method of ['GET', 'HEAD']) await caller.call(method, addressOf(route, target))
      expect(await stored(caller.organizationId)).toEqual(before)
    },
  )

  it.each(named(routes.filter((route) => writes(route))))(
    'CSRF-01: %s is refused as a form of another page sends it',
    async (_name, route) => {
      const before = await stored(caller.organizationId)
      const path = fill(route, 'anything')
      for (const [type, body] of [
        ['text/plain', '{"name":"Forged"}'],
        ['application/x-www-form-urlencoded', 'name=Forged'],
      ] as const) {
        const response = await fetch(`${server().origins.console}/api${path}?token=${caller.token}`, {
          method: route.method,
          headers: { 'content-type': type, origin: 'https://evil.test' },
          body,
        })
        expect([401, 415], `${type} ${response.status}`).toContain(response.status)
      }
      expect(await stored(caller.organizationId)).toEqual(before)
    },
  )

  it.each(named(routes.filter(({ who }) => !(typeof who === 'object' && 'file' in who && who.file))))(
    'TOK-03: %s takes no token from the address',
    async (_name, route) => {
      const { token } = caller
      const response = await server()
        .as()
        .call(route.method, `${fill(route, 'anything')}?token=${token}`, route.body ? {} : undefined)
      expect(response.status).toBe(401)
    },
  )

  it('knows every table without an organization', () => {
    for (const table of GLOBAL_TABLES) expect(tenantColumn(table)).toBeNull()
  })
})
