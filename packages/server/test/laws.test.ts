import { ERRORS } from '@vitrine/contract/errors'
import { type Actor, can, ROLES } from '@vitrine/contract/permissions'
import type { Route } from '@vitrine/contract/route'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { features } from '#app/features.ts'
import { GLOBAL_TABLES, tenantColumn } from '#db/schema.ts'
import { type Caller, useServer } from './harness.ts'
import { samples } from './samples.ts'

/** `buildings.update` for the routes of one entity: the name of the tree they stand in. */
const entityOf = (route: Route): string =>
  Object.entries(ENTITY_OF_PATH).find(([prefix]) => route.path.startsWith(prefix))?.[1] ?? ''

/** First words of paths → entity; the specification's spellings differ from the entities' names. */
const ENTITY_OF_PATH: Record<string, string> = {
  '/organizations': 'organizations',
  '/user': 'users',
  '/buildings': 'buildings',
  '/licences': 'licences',
  '/media/folders': 'folders',
  '/media': 'media',
  '/thumbnail': 'thumbnails',
  '/layout': 'layouts',
  '/cards': 'cards',
  '/storyboards': 'storyboards',
  '/device-configurations': 'deviceConfigurations',
  '/devices': 'devices',
  '/device-groups': 'deviceGroups',
  '/cases': 'cases',
}

const routes = features.map(({ route }) => route)
const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const)
const isPersons = (route: Route) => typeof route.who === 'object'
const isAllowed = ({ who }: Route, actor: Actor) =>
  typeof who === 'object' && ('read' in who ? can(actor, 'read', who.read) : can(actor, 'write', who.write))
const hasId = (route: Route) => /:(id|deviceId)\b/.test(route.path)
const writesAs = (route: Route) => typeof route.who === 'object' && 'write' in route.who
const isEverybodys = (route: Route) => isAllowed(route, { role: ROLES.user, permissions: [], kiosk: false })
const fill = (route: Route, id: string) =>
  route.path
    .replace(/:(id|deviceId)\b/, id)
    .replace(':status', 'approved')
    .replace(':name', 'roles')

describe('every route', () => {
  const server = useServer({ ADMIN_PASSWORD: 'first-sign-in-1' })
  let superAdmin: Caller
  let owner: Caller
  let stranger: Caller
  let user: Caller
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    superAdmin = await server().signIn()
    owner = await server().organization()
    stranger = await server().organization()
    user = await server().user(owner)
    for (const [name, sample] of Object.entries(samples)) ids[name] = await sample.make(owner, superAdmin)
  }, 60_000)

  it('stands once', () => {
    const all = routes.flatMap((route) =>
      [route.path, ...(route.aliases ?? [])].map((path) => `${route.method} ${path}`),
    )
    expect(new Set(all).size).toBe(all.length)
  })

  it.each(named)('%s: has a sample when it takes an id', (_name, route) => {
    if (hasId(route) && isPersons(route)) expect(Object.keys(samples)).toContain(entityOf(route))
  })

  it.each(named.filter(([, route]) => route.who !== 'public'))(
    '%s: 401 without a session',
    async (_name, route) => {
      const path = fill(route, 'anything')
      for (const caller of [server().as(), server().as('not-a-token'), server().as('a.b.c')]) {
        const { status, body } = await caller.call(route.method, path, route.body ? {} : undefined)
        expect([status, (body as { errKey: string }).errKey]).toSatisfy(
          ([code, key]) => code === 401 && (key === 'SESSION_EXPIRED' || key === 'DEVICE_UNPAIRED'),
        )
      }
    },
  )

  it.each(named.filter(([, route]) => writesAs(route) && !isEverybodys(route)))(
    '%s: 403 for a user without permission',
    async (_name, route) => {
      const sent = route.method === 'GET' ? undefined : {}
      const { status, body } = await user.call(route.method, fill(route, ids[entityOf(route)] ?? 'x'), sent)
      expect([status, (body as { errKey: string }).errKey]).toEqual([403, 'FORBIDDEN'])
    },
  )

  it.each(named.filter(([, route]) => isPersons(route) && hasId(route)))(
    "%s: another organization's row does not exist",
    async (_name, route) => {
      const sample = samples[entityOf(route)]
      const body = route.body ? (sample?.body?.(1e6) ?? {}) : undefined
      const foreign = await stranger.call(route.method, fill(route, ids[entityOf(route)] ?? ''), body)
      const nowhere = await stranger.call(route.method, fill(route, 'nowhere'), body)
      expect([403, 404]).toContain(foreign.status)
      expect(foreign.status).toBe(nowhere.status)
      expect(foreign.body).toEqual(nowhere.body)
    },
  )

  const RUBBISH: unknown[] = [
    null,
    0,
    -1,
    1e300,
    true,
    '',
    ' ',
    'x'.repeat(5000),
    '\u202e',
    [],
    [null],
    {},
    { a: { b: 1 } },
    '../../etc/passwd',
    "' or 1=1 --",
  ]

  it.each(named.filter(([, route]) => route.body))(
    '%s: answers rubbish with a clear 4xx',
    async (_name, route) => {
      const path = fill(route, ids[entityOf(route)] ?? 'x')
      const sample = samples[entityOf(route)]?.body?.(2e6) ?? {}
      const bodies = [
        ...RUBBISH.filter((value) => typeof value !== 'string'),
        ...Object.keys(sample).flatMap((key) => RUBBISH.map((value) => ({ ...sample, [key]: value }))),
      ]
      for (const body of bodies) {
        const { status, body: answer } = await stranger.call(route.method, path, body)
        expect(status, JSON.stringify(body)).toBeLessThan(500)
        if (status >= 400) expect(Object.keys(ERRORS)).toContain((answer as { errKey: string }).errKey)
      }
      for (const text of ['{', 'nonsense', '{"__proto__": {}}', '{"a": "\\u0000"}']) {
        const response = await fetch(`${server().origins.console}/api${path}`, {
          method: route.method,
          headers: { authorization: `Bearer ${stranger.token}`, 'content-type': 'application/json' },
          body: text,
        })
        expect(response.status, text).toBe(400)
      }
    },
  )

  it.each(named.filter(([, route]) => route.query))(
    '%s: answers a rubbish query with a clear 4xx',
    async (_name, route) => {
      const path = fill(route, ids[entityOf(route)] ?? 'x')
      for (const query of [
        'page=0',
        'page=x',
        'page=1&pageSize=100000',
        'sort=%27',
        'search=%25%00',
        'page=1&page=2',
        'organizationId=%2e%2e%2f',
      ]) {
        const { status } = await stranger.call(
          route.method,
          `${path}?${query}`,
          route.method === 'GET' ? undefined : {},
        )
        expect(status, query).toBeLessThan(500)
      }
    },
  )

  it.each(
    named.filter(
      ([, route]) =>
        route.method === 'GET' && isPersons(route) && !/file|download|screenshot|preview/.test(route.path),
    ),
  )('%s: answers what its schema says, to its owner and to a super admin', async (_name, route) => {
    for (const [caller, role] of [
      [owner, ROLES.admin],
      [superAdmin, ROLES.superAdmin],
    ] as const) {
      const { status, body } = await caller.call('GET', fill(route, ids[entityOf(route)] ?? 'x'))
      expect(status).toBe(isAllowed(route, { role, permissions: [], kiosk: false }) ? 200 : 403)
      expect(JSON.stringify(body)).not.toMatch(/passwordHash|tokenHash|currentHash|nameKey/)
    }
  })

  it('refuses an unknown call with 404', async () => {
    expect((await owner.call('GET', '/nothing-here')).status).toBe(404)
    expect((await owner.call('PATCH', '/buildings')).status).toBe(404)
  })
})

describe('every table', () => {
  const server = useServer()

  it('has a tenant column, or is on the short list', async () => {
    const tables = await server().services.database.introspection.getTables()
    expect(tables.length).toBeGreaterThan(5)
    for (const { name, columns } of tables.filter((table) => !table.name.startsWith('kysely_'))) {
      const column = tenantColumn(name)
      if (column)
        expect(
          columns.map((each) => each.name),
          name,
        ).toContain(column)
      else expect(GLOBAL_TABLES as readonly string[]).toContain(name)
    }
  })

  it('checks foreign keys', async () => {
    const { database } = server().services
    const orphan = sql`insert into floors (id, "organizationId", "buildingId", name, position) values ('x', 'x', 'x', 'x', 0)`
    await expect(orphan.execute(database)).rejects.toThrow()
  })
})
