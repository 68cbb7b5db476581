import { contract } from '@vitrine/contract'
import { ERRORS } from '@vitrine/contract/errors'
import { type Actor, can, ROLES } from '@vitrine/contract/permissions'
import { type Route, routesOf } from '@vitrine/contract/route'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { isSearchTable } from '#db/lists/name-search.ts'
import { GLOBAL_TABLES, tenantColumn } from '#db/schema.ts'
import { type Caller, NEVER_ANSWERED, NEVER_LOGGED, useServer } from '#test/harness.ts'
import { addressOf, entityOf, fill } from '#test/paths.ts'
import { samples } from '#test/samples.ts'

const routes = routesOf(contract).map(({ route }) => route)
const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const)
const isPersons = (route: Route) => typeof route.who === 'object'
const isAllowed = ({ who }: Route, actor: Actor) =>
  typeof who === 'object' && ('read' in who ? can(actor, 'read', who.read) : can(actor, 'write', who.write))
const hasAnswer = (route: Route) => route.method !== 'HEAD'
const hasId = (route: Route) => /:(id|deviceId)\b/.test(route.path)
const writesAs = (route: Route) => typeof route.who === 'object' && 'write' in route.who
/** Concerns the caller's own account, and names no organization. */
const isOwn = ({ who }: Route) => typeof who === 'object' && 'write' in who && who.write === 'profile'
const isEverybodys = (route: Route) => isAllowed(route, { role: ROLES.user, permissions: [], kiosk: false })
describe('every route', () => {
  const server = useServer({ ADMIN_PASSWORD: 'first-sign-in-1' })
  let superAdmin: Caller
  let owner: Caller & { organizationId: string }
  let stranger: Caller
  let user: Caller
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    superAdmin = await server().signIn()
    owner = await server().organization()
    stranger = await server().organization()
    user = await server().user(owner)
    for (const [name, sample] of Object.entries(samples)) ids[name] = await sample.make(owner, superAdmin)
  })

  it('is declared once', () => {
    const all = routes.flatMap((route) =>
      [route.path, ...(route.aliases ?? [])].map((path) => `${route.method} ${path}`),
    )
    expect(new Set(all).size).toBe(all.length)
  })

  it.each(named)('%s: has a sample when it takes an id', (_name, route) => {
    if (hasId(route) && isPersons(route))
      expect(Object.keys(samples), 'samples in server/test/samples.ts').toContain(entityOf(route))
  })

  it.each(named.filter(([, route]) => route.who !== 'public'))(
    '%s: 401 without a session',
    async (_name, route) => {
      const path = fill(route, 'anything')
      for (const caller of [server().as(), server().as('not-a-token'), server().as('a.b.c')]) {
        const { status, body } = await caller.call(route.method, path, route.body ? {} : undefined)
        expect(status).toBe(401)
        if (hasAnswer(route))
          expect((body as { errKey: string }).errKey).toMatch(/^(SESSION_EXPIRED|DEVICE_UNPAIRED)$/)
      }
    },
  )

  it.each(named.filter(([, route]) => writesAs(route) && !isEverybodys(route)))(
    '%s: 403 for a user without permission',
    async (_name, route) => {
      const sent = route.method === 'GET' || !hasAnswer(route) ? undefined : {}
      const { status, body } = await user.call(route.method, fill(route, ids[entityOf(route)] ?? 'x'), sent)
      expect(status).toBe(403)
      if (hasAnswer(route)) expect((body as { errKey: string }).errKey).toBe('FORBIDDEN')
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
    '../../../etc/passwd',
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
        // A body is not read for an unauthorized caller, or beyond the rate limit.
        const mayCall =
          route.who === 'public' || isAllowed(route, { role: ROLES.admin, permissions: [], kiosk: false })
        const answers = mayCall ? [400, ...(route.budget ? [429] : [])] : [route.who === 'device' ? 401 : 403]
        expect(answers, text).toContain(response.status)
      }
    },
  )

  it.each(named.filter(([, route]) => route.query))(
    '%s: answers a rubbish query with a clear 4xx',
    async (_name, route) => {
      const id = ids[entityOf(route)] ?? 'x'
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
          addressOf(route, id, { query }),
          route.method === 'GET' ? undefined : {},
        )
        expect(status, query).toBeLessThan(500)
      }
    },
  )

  it.each(
    named.filter(
      ([, route]) => route.method === 'GET' && isPersons(route) && typeof route.response !== 'string',
    ),
  )('AUTHZ-08: %s answers what its schema says, to its owner and to a super admin', async (_name, route) => {
    for (const [caller, role] of [
      [owner, ROLES.admin],
      [superAdmin, ROLES.superAdmin],
    ] as const) {
      const query = { organizationId: owner.organizationId, placeId: ids.buildings }
      const { status, body } = await caller.call('GET', addressOf(route, ids[entityOf(route)] ?? 'x', query))
      expect(status).toBe(isAllowed(route, { role, permissions: [], kiosk: false }) ? 200 : 403)
      expect(JSON.stringify(body)).not.toMatch(/passwordHash|tokenHash|currentHash|nameKey|nameOrder/)
    }
  })

  it.each(
    named.filter(([, route]) => route.method === 'DELETE' && route.body && hasId(route) && !isOwn(route)),
  )('%s: deletes nothing that was taken for another organization’s', async (_name, route) => {
    const path = fill(route, ids[entityOf(route)] ?? '')
    const { organizationId } = (await stranger.api.auth.profile()).profile
    const queries =
      'organizationId' in (route.query?.shape ?? {}) ? [`?organizationId=${organizationId}`] : []
    for (const caller of [owner, superAdmin]) {
      const answers = [await caller.call('DELETE', path, { organizationId })]
      for (const query of queries) answers.push(await caller.call('DELETE', path + query, {}))
      const mine = `?organizationId=${owner.organizationId}`
      if (queries.length) answers.push(await caller.call('DELETE', path + mine, { organizationId }))
      for (const { status } of answers) expect([403, 404]).toContain(status)
    }
  })

  it.each(
    named.filter(([, route]) => route.method === 'GET' && 'organizationId' in (route.query?.shape ?? {})),
  )('C-049, C-074: %s takes an organizationId with nothing behind it for none', async (_name, route) => {
    const id = ids[entityOf(route)] ?? ''
    for (const caller of [owner, superAdmin]) {
      const { body } = await caller.call('GET', addressOf(route, id))
      const named = addressOf(route, id, { query: 'organizationId=' })
      expect((await caller.call('GET', named)).body).toEqual(body)
    }
  })

  it.each(
    named.filter(
      ([, route]) => route.method === 'PUT' && 'organizationId' in ((route.body as z.ZodObject)?.shape ?? {}),
    ),
  )('%s: moves nothing to another organization, and says so', async (_name, route) => {
    const path = fill(route, ids[entityOf(route)] ?? '')
    const { organizationId } = (await stranger.api.auth.profile()).profile
    const body = { ...samples[entityOf(route)]?.body?.(3e6), organizationId }
    const { status } = await superAdmin.call('PUT', path, body)
    expect([400, 404, 409]).toContain(status)
    const same = await superAdmin.call('PUT', path, { ...body, organizationId: owner.organizationId })
    // Other ids in a sample may not exist.
    if (same.status === 200) expect(status).not.toBe(404)
    expect((await owner.call('GET', path.replace('template-design', 'cards'))).status).toBe(200)
  })

  it('refuses an unknown call with 404', async () => {
    expect((await owner.call('GET', '/nothing-here')).status).toBe(404)
    expect((await owner.call('PATCH', '/buildings')).status).toBe(404)
  })
})

describe('what must never get out', () => {
  it.each(['{"passwordHash":"x"}', '[{"nameKey":"a"}]', '"$argon2id$v=19$m=19456"'])(
    'AUTH-17: %s in an answer fails the test that got it',
    (text) => {
      expect(text).toMatch(NEVER_ANSWERED)
    },
  )
  it.each([
    '{"url":"/api/media/file/1?token=abc"}',
    '{"authorization":"Bearer abcdefghijklmnopqrstuvwxyz"}',
    '{"body":{"secret":"vtr_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}}',
    '{"m":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x"}',
  ])('TOK-01: %s in the log fails the test that wrote it', (line) => {
    expect(line).toMatch(NEVER_LOGGED)
    expect('{"url":"/api/media/file/1?token=***","errKey":"INVALID"}').not.toMatch(NEVER_LOGGED)
  })
})

describe('every table', () => {
  const server = useServer()

  it('has a tenant column, or is on the short list', async () => {
    const tables = await server().services.database.introspection.getTables()
    const ours = tables.filter(({ name }) => !name.startsWith('kysely_') && !isSearchTable(name))
    expect(ours.length).toBeGreaterThan(5)
    for (const { name, columns } of ours) {
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
