import { contract } from '@vitrine/contract'
import { type ApiKeyCreate, KEY_PREFIX } from '@vitrine/contract/api/accounts/api-keys'
import { type Actor, can, PERMISSIONS, ROLES } from '@vitrine/contract/permissions'
import { type Route, routesOf, writes } from '@vitrine/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isSearchTable } from '#db/lists/name-search.ts'
import type { TableName } from '#db/schema.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { entityOf, fill } from '#test/paths.ts'
import { samples } from '#test/samples.ts'
import { orderOf, UNCALLED } from './scale/answered.ts'
import { callOf } from './scale/calls.ts'
import { seedWorld, type World } from './scale/seed.ts'

const routes = routesOf(contract).filter(({ route }) => typeof route.who === 'object')
const named = routes.map(({ name, route }) => [name, route] as const)
const DAY = 24 * 60 * 60_000

type KeyBody = Partial<ApiKeyCreate>
const keyOf = async (admin: Caller, body: KeyBody = {}) => {
  const { key, secret } = await admin.api.apiKeys.create({ body: { name: 'CI', ...body } })
  return { id: key.id, secret }
}

const allows = ({ who, keys }: Route, actor: Actor) =>
  keys !== false &&
  typeof who === 'object' &&
  ('read' in who ? can(actor, 'read', who.read) : can(actor, 'write', who.write))

describe('an API key on every route', () => {
  const server = useServer()
  /** The caller, and what is expected: its rights, or a status on every route. */
  const callers: Record<string, { caller: Caller; expected: Actor | 401 | 403 }> = {}
  let owner: Caller & { organizationId: string }
  let foreign: Caller
  const ids: Record<string, string> = {}

  const admin: Actor = { role: ROLES.admin, permissions: [], kiosk: false }
  const user = (...permissions: Actor['permissions']): Actor => ({
    role: ROLES.user,
    permissions,
    kiosk: false,
  })

  beforeAll(async () => {
    owner = await server().organization()
    const first = await server().signIn()
    for (const [name, sample] of Object.entries(samples)) ids[name] = await sample.make(owner, first)
    const add = async (name: string, expected: Actor | 401 | 403, body: KeyBody, maker: Caller = owner) => {
      const { id, secret } = await keyOf(maker, body)
      callers[name] = { caller: server().as(secret), expected }
      return id
    }
    const { database } = server().services
    const another = async () => {
      const { id } = (await owner.api.users.create({ body: person() as never })).user
      return { id, caller: await server().signIn({ email: `maker${made}@org.test`, password: 'password-1' }) }
    }
    let made = 0
    const person = () => ({
      ...{ firstName: 'Mia', lastName: 'Maker', role: '1', permissions: [] },
      ...{ email: `maker${++made}@org.test`, password: 'password-1' },
    })

    await add('expired', 401, { role: '1', days: 1 })
    const colleague = person()
    await owner.api.users.create({ body: colleague as never })
    server().clock.advance(DAY)
    // Its access token has expired too, and a login would ask for the passkey among the samples.
    const { email, password } = colleague
    owner = { ...owner, ...(await server().signIn({ email, password })) }
    await add('of an admin', admin, { role: '1', days: 2 })
    await add('without permissions', user(), {})
    const most = PERMISSIONS.filter((each) => each !== 'media')
    await add('from its network', user(...most), { permissions: most, networks: ['127.0.0.0/8'] })
    await add('from another network', 403, { role: '1', networks: ['192.0.2.0/24', '2001:db8::1'] })
    const revoked = await add('revoked', 401, { role: '1' })
    await owner.api.apiKeys.revoke({ params: { id: revoked } })
    callers['that never existed'] = { caller: server().as(`${KEY_PREFIX}${'x'.repeat(43)}`), expected: 401 }

    const demoted = await another()
    await add('of a demoted maker', user('media'), { role: '1' }, demoted.caller)
    await add('for cards of a maker demoted to media', user(), { permissions: ['cards'] }, demoted.caller)
    const leaving = await another()
    await add('of a deleted maker', 401, { role: '1' }, leaving.caller)
    await database
      .updateTable('users')
      .set({ role: ROLES.user, permissions: '["media"]' })
      .where('id', '=', demoted.id)
      .execute()
    await owner.api.users.remove({ params: { id: leaving.id } })

    foreign = server().as((await keyOf(await server().organization(), { role: '1' })).secret)
  })

  it.each(named.filter(([, { response }]) => response !== 'stream'))(
    'AUTHZ-13: %s lets it do what its rights and those of its maker allow',
    async (_name, route) => {
      const body = route.body ? {} : undefined
      const each = async ([name, { caller, expected }]: [string, (typeof callers)[string]]) => {
        const { status } = await caller.call(route.method, fill(route, 'nowhere'), body)
        if (typeof expected === 'number') expect(status, name).toBe(expected)
        // A permitted call reaches the handler, which finds no such row or an empty body.
        else if (allows(route, expected)) expect([401, 403], `${name}: ${status}`).not.toContain(status)
        else expect(status, name).toBe(403)
      }
      await Promise.all(Object.entries(callers).map(each))
    },
  )

  it.each(named.filter(([, { path }]) => /:(id|deviceId)\b/.test(path)))(
    'AUTHZ-13: %s of another organization does not exist for it',
    async (_name, route) => {
      const entity = entityOf(route)
      const id = ids[entity] ?? ''
      const body = route.body ? (samples[entity]?.body?.(1e6) ?? {}) : undefined
      const theirs = await foreign.call(route.method, fill(route, id), body)
      const nowhere = await foreign.call(route.method, fill(route, 'nowhere'), body)
      expect([403, 404]).toContain(theirs.status)
      expect([theirs.status, theirs.body]).toEqual([nowhere.status, nowhere.body])
    },
  )

  it('AUTHZ-13: no route takes it from the address', async () => {
    const { secret } = await keyOf(owner, { role: '1' })
    for (const { route } of routes.filter(({ route }) => route.response !== 'stream')) {
      const path = `${fill(route, 'nowhere')}?token=${secret}`
      const { status } = await server()
        .as()
        .call(route.method, path, route.body ? {} : undefined)
      expect(status, route.path).toBe(401)
    }
  })

  it('AUTHZ-13: sessions, passwords, and keys are left to people', () => {
    const own = /"(password|currentPassword|token|refreshToken|mediaToken|secret|key)":/
    const schemas = ({ body, response }: Route) =>
      [body, typeof response === 'string' ? undefined : response]
        .map(
          (schema) =>
            schema && JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })),
        )
        .join()
    const open = routes.filter(({ route }) => route.keys !== false && own.test(schemas(route)))
    expect(open.map(({ name }) => name).sort()).toEqual([...NAMED_KEY, ...PAGE_LOGINS].sort())
    const answered = open.filter(({ route }) => own.test(schemas({ ...route, body: undefined })))
    expect(answered.map(({ name }) => name)).toEqual(NAMED_KEY)
    expect(routes.filter(({ route }) => /^\/auth\//.test(route.path) && route.keys !== false)).toEqual([])
  })
})

/** Their `key` or `token` isn't a secret that gives access. */
const NAMED_KEY = ['triggers.calls']
/** Their `password` is that of a web page elsewhere, to photograph it; no response has it. */
const PAGE_LOGINS = ['webMedia.create', 'webMedia.update']
/** A key didn't write the comments of the world, and only their author edits them. */
const OF_AUTHORS = ['comments.update', 'commentReplies.update']

describe('what an API key writes', () => {
  const server = useServer()
  let world: World
  let maker: { id: string; name: string }
  let key: { id: string; secret: string }

  beforeAll(async () => {
    const superAdmin = await server().signIn()
    world = await seedWorld(server(), superAdmin)
    const body = {
      ...{ firstName: 'Mia', lastName: 'Maker', role: '1', permissions: [] },
      ...{ email: 'mia@org.test', password: 'password-1' },
    }
    const { user } = await world.admin.api.users.create({ body: body as never })
    maker = { id: user.id, name: 'Mia Maker' }
    const caller = await server().signIn({ email: body.email, password: body.password })
    key = await keyOf(caller, { name: 'Pipeline', role: '1' })
  }, 60_000)

  const called = routes
    .filter(({ name, route }) => writes(route) && route.keys !== false && !(name in UNCALLED))
    .filter(({ name }) => !OF_AUTHORS.includes(name))
    .sort((one, other) => orderOf(one.route) - orderOf(other.route))

  it('has the key as its author, and never the maker', async () => {
    const done: string[] = []
    for (const [n, { name, route }] of called.entries()) {
      const call = await callOf(name, route, world, n)
      if (call.headers.authorization === `Bearer ${world.superAdmin.token}`) continue
      call.headers.authorization = `Bearer ${key.secret}`
      const { statusCode, body } = await server().inject(call)
      expect([401, 403], `${name} ${body}`).not.toContain(statusCode)
      expect(statusCode, `${name} ${body}`).toBeLessThan(500)
      if (statusCode < 300) done.push(name)
    }
    // The others change copies, of which there are none here, or are refused.
    expect(done.length, done.join()).toBeGreaterThan(50)
    await server().services.publisher.idle()
    const { database } = server().services
    const tables = (await database.introspection.getTables()).map(({ name }) => name as TableName)
    const written: string[] = []
    for (const table of tables.filter((each) => !isSearchTable(each))) {
      const rows = JSON.stringify(await database.selectFrom(table).selectAll().execute())
      expect(rows, table).not.toContain(key.secret)
      if (KNOWS_MAKER.includes(table)) continue
      for (const text of [maker.id, maker.name]) expect(rows, table).not.toContain(text)
      if (rows.includes('key Pipeline') || rows.includes(key.id)) written.push(table)
    }
    expect(written).toEqual(expect.arrayContaining(WRITTEN))
    const entries = await database.selectFrom('audit_entries').selectAll().execute()
    const ofMaker = entries.filter((entry) => JSON.stringify(entry).includes(maker.id))
    expect(ofMaker.map(({ action }) => action).filter((action) => !BY_HAND.includes(action))).toEqual([])
    const ofKey = entries.filter(({ actorId }) => actorId === key.id).map(({ action }) => action)
    expect([...new Set(ofKey)].sort()).toEqual([...new Set(done)].sort())
  }, 60_000)
})

/** Tables of accounts, cases, whose answers go to the maker, and the audit log, which is checked apart. */
const KNOWS_MAKER = ['users', 'sessions', 'api_keys', 'known_addresses', 'cases', 'audit_entries']
/** What people did themselves before the key existed, and with which their account was made. */
const BY_HAND = ['apiKeys.create', 'auth.login', 'users.create']

/** Tables that show or keep an author. */
const WRITTEN = [
  'page_versions',
  'media_versions',
  'edits',
  'storyboards',
  'trash',
  'takeovers',
  'conversions',
]
