import { createHmac } from 'node:crypto'
import { contract } from '@vitrine/contract'
import {
  type Actor,
  DEFAULT_PERMISSIONS,
  limitsOf,
  mayCall,
  PERMISSIONS,
  ROLE_AREAS,
  ROLES,
} from '@vitrine/contract/permissions'
import { ROLE_LEVELS, rightsOfLevels, rightsOfRows } from '@vitrine/contract/role-levels'
import { type Route, routesOf } from '@vitrine/contract/route'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { page } from '#test/content.ts'
import { type Caller, serverOf, useServer } from '#test/harness.ts'
import { fill } from '#test/paths.ts'
import { levels as levelsOf, personWith, personWithRows, row } from '#test/roles.ts'
import { TestScreen } from '#test/screen.ts'

const routes = routesOf(contract).map(({ route }) => route)

type Levels = Parameters<typeof levelsOf>[0]
/** Custom roles: nothing, each area alone at each level, and each area missing among all. */
const GENERATED: Record<string, Levels> = {
  nothing: {},
  ...Object.fromEntries(
    ROLE_AREAS.flatMap((area) =>
      ROLE_LEVELS.filter((level) => level !== 'none').map((level) => [
        `${area}: ${level}`,
        { [area]: level },
      ]),
    ),
  ),
  ...Object.fromEntries(
    ROLE_AREAS.map((area) => {
      const others = ROLE_AREAS.filter((other) => other !== area).map((other) => [other, 'write'])
      return [`all but ${area}`, Object.fromEntries(others)]
    }),
  ),
}
const actorOfLevels = (levels: Levels): Actor => ({
  ...{ role: ROLES.user, kiosk: false, limits: [] },
  ...rightsOfLevels(levelsOf(levels)),
})

const EVERYTHING = Object.fromEntries(ROLE_AREAS.map((area) => [area, 'write'])) as Levels
type Admin = Caller & { organizationId: string }

/** All permissions, for one building. */
async function scopedCaller(admin: Admin): Promise<{ caller: Caller; actor: Actor }> {
  const scope = { places: { buildings: ['a-building'], floors: [], groups: [] }, folders: null }
  const actor = actorOfLevels(EVERYTHING)
  return {
    caller: await personWith(admin, EVERYTHING, scope),
    actor: { ...actor, limits: limitsOf(actor, scope) },
  }
}

/** Pairs of rows: another level and another area somewhere else, and nothing besides. */
const PAIRS = (() => {
  const scope = { places: { buildings: ['a-building'], floors: [], groups: [] }, folders: null }
  const everything = (level: 'read' | 'write') =>
    Object.fromEntries(ROLE_AREAS.map((area) => [area, level])) as Levels
  return {
    'changes a building and sees all': [row(everything('write'), scope), row(everything('read'))],
    'changes screens of a building and media': [row({ devices: 'write' }, scope), row({ media: 'write' })],
    'starts takeovers in a building and approves everywhere': [
      row({ takeovers: 'write' }, scope),
      row({ 'approve-storyboards': 'write' }),
    ],
    'adds nothing': [row({ cards: 'write' }, scope), row({})],
  }
})()

/** Of an admin who got a custom role after making it. */
async function boundKey(admin: Admin): Promise<{ caller: Caller; actor: Actor }> {
  const server = serverOf(admin)
  const { database } = server.services
  const maker = await personWith(admin, { media: 'write' })
  const byId = () => database.updateTable('users').where('id', '=', maker.id)
  await byId().set({ role: ROLES.admin }).execute()
  const { secret } = await maker.api.apiKeys.create({ body: { name: 'Bound', role: ROLES.admin } })
  await byId().set({ role: ROLES.user }).execute()
  return { caller: server.as(secret), actor: actorOfLevels({ media: 'write' }) }
}

describe('permissions of routes', () => {
  // Passkeys need a console with a name.
  const server = useServer({ ADMIN_PASSWORD: 'first-sign-in-1', HOST: 'localhost' })
  const callers: Record<string, { caller: Caller; actor: Actor | null }> = {}

  beforeAll(async () => {
    const admin = await server().organization()
    const nobody: Actor = { role: ROLES.user, permissions: [], kiosk: false }
    callers['a super admin'] = {
      caller: await server().signIn(),
      actor: { ...nobody, role: ROLES.superAdmin },
    }
    callers['an admin'] = { caller: admin, actor: { ...nobody, role: ROLES.admin } }
    for (const permissions of [[], [...DEFAULT_PERMISSIONS], ...PERMISSIONS.map((each) => [each])])
      callers[`a user with ${permissions.join(', ') || 'no permission'}`] = {
        caller: await server().user(admin, permissions),
        actor: { ...nobody, permissions },
      }
    for (const [name, levels] of Object.entries(GENERATED)) {
      const caller = await personWith(admin, levels)
      callers[`a person with the role ${name}`] = { caller, actor: actorOfLevels(levels) }
    }
    const { caller: limited, actor: scopedActor } = await scopedCaller(admin)
    callers['a person with a role for a building'] = { caller: limited, actor: scopedActor }
    for (const [name, rows] of Object.entries(PAIRS))
      callers[`a person whose role ${name}`] = {
        caller: await personWithRows(admin, rows),
        actor: { role: ROLES.user, kiosk: false, ...rightsOfRows(rows) },
      }
    callers['a key whose maker has a role'] = await boundKey(admin)
    callers['a kiosk'] = {
      caller: await kiosk(admin),
      actor: { ...nobody, kiosk: true },
    }
    const { profile } = await admin.api.auth.profile()
    const screen = await TestScreen.claim(server(), admin)
    callers['a screen'] = { caller: server().as(screen.token), actor: null }
    callers['a media token'] = { caller: server().as(profile.mediaToken ?? ''), actor: null }
  })

  const kiosk = async (admin: Caller & { organizationId: string }) => {
    const params = { id: admin.organizationId }
    const origin = 'https://intranet.test'
    const { kiosk: settings } = await admin.api.kiosk.update({ params, body: { origins: [origin] } })
    const user = await server().user(admin)
    const payload = {
      organizationId: admin.organizationId,
      userId: (await user.api.auth.profile()).profile.id,
      origin,
      exp: Math.floor(server().clock.now() / 1000) + 50,
      nonce: 'a-nonce-of-the-laws',
    }
    const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
    const signature = createHmac('sha256', settings.key ?? '')
      .update(text)
      .digest('base64url')
    const { body } = await server()
      .as()
      .call('POST', '/auth/login', { kioskCode: `${text}.${signature}` })
    return server().as((body as { token: string }).token)
  }

  const expected = (
    { who, everywhere, keys }: Route,
    actor: Actor | null,
    name: string,
  ): 'in' | 401 | 403 => {
    if (who === 'public') return 'in'
    if (who === 'device') return name === 'a screen' ? 'in' : 401
    if (name === 'a media token') return 'file' in who && who.file ? 'in' : 401
    if (!actor) return 401
    if (name.startsWith('a key') && keys === false) return 403
    return mayCall(actor, { who, ...(everywhere && { everywhere }) }) ? 'in' : 403
  }

  it.each(
    routes
      .filter(({ who, response }) => who !== 'public' && response !== 'stream')
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )('AUTHZ-01: %s', async (_name, route) => {
    for (const [name, { caller, actor }] of Object.entries(callers)) {
      const body = route.body ? {} : undefined
      const { status } = await caller.call(route.method, fill(route, 'nowhere'), body)
      const want = expected(route, actor, name)
      // A permitted call reaches the handler, which finds no such row or an empty body.
      if (want === 'in') expect([401, 403], `${name}: ${status}`).not.toContain(status)
      else expect(status, name).toBe(want)
    }
  })
})

describe('an organization without a verified email address', () => {
  const server = useServer()
  /** Names of fields that take the address of anyone. */
  const ADDRESSES = /"(emails?|mobiles?|webhook)":/
  const entersAddress = ({ body }: Route) =>
    body !== undefined &&
    ADDRESSES.test(JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })))
  /** People enter their own address there. */
  const isOwn = ({ path }: Route) => path.startsWith('/auth/')
  const sending = routes.filter((route) => route.sends || (entersAddress(route) && !isOwn(route)))
  let caller: Caller

  beforeAll(async () => {
    const body = {
      ...{ firstName: 'A', lastName: 'B', organizationName: 'Made up' },
      ...{ email: 'made-up@law.test', password: 'password-1' },
    }
    await server().as().api.auth.register({ body })
    caller = await server().signIn(body)
  })

  it.each(sending.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'sends nothing to addresses that it enters: %s',
    async (_name, route) => {
      const { status } = await caller.call(route.method, fill(route, 'nowhere'), route.body ? {} : undefined)
      expect(status).toBe(403)
    },
  )

  it('finds the routes that take addresses', () => {
    const found = sending.map(({ path }) => path)
    expect(found).toEqual(
      expect.arrayContaining(['/alerts', '/alerts/:id', '/alerts/:id/test', '/user/create']),
    )
  })
})

describe('two organizations beside each other', () => {
  const server = useServer()
  let made = 0

  /** What a user can do; the caller counts the names, so that twins use the same ones. */
  const STEPS: Record<string, (caller: Caller, n: number) => Promise<unknown>> = {
    build: (caller, n) =>
      caller.call('POST', '/buildings', {
        name: `House ${n % 4}`,
        location: 'Here',
        floors: [{ name: 'G' }],
      }),
    draw: (caller, n) => caller.call('POST', '/layout', { ...page(), name: `Layout ${n % 4}` }),
    write: (caller, n) => caller.call('POST', '/cards/create', { ...page(), name: `Card ${n % 4}` }),
    file: (caller, n) => caller.call('POST', '/media/folders', { name: `Folder ${n % 4}` }),
    group: (caller, n) =>
      caller.call('POST', '/device-groups/create', {
        name: `Group ${n % 4}`,
        devices: [],
        storyboardId: null,
      }),
    houses: (caller) => caller.call('GET', '/buildings?sort=name'),
    layouts: (caller) => caller.call('GET', '/layout?search=layout'),
    cards: (caller) => caller.call('GET', '/cards?page=1&pageSize=2'),
    library: (caller) => caller.call('GET', '/media'),
    groups: (caller) => caller.call('GET', '/device-groups'),
    people: (caller) => caller.call('GET', '/user'),
    demolish: async (caller) => {
      const { body } = await caller.call('GET', '/buildings?sort=name')
      const first = (body as { buildings: { id: string }[] }).buildings[0]
      return first ? caller.call('DELETE', `/buildings/${first.id}`, {}) : null
    },
    erase: async (caller) => {
      const { body } = await caller.call('GET', '/layout?sort=name')
      const first = Object.values(body as Record<string, { id: string }[]>).find(Array.isArray)?.[0]
      return first ? caller.call('DELETE', `/layout/${first.id}`, {}) : null
    },
  }

  /** An answer without what differs between twins: ids in the order of their appearance, and the accounts' own names. */
  const plain = (answer: unknown) => {
    const seen = new Map<string, string>()
    const { status, body } = (answer ?? {}) as { status?: number; body?: unknown }
    return JSON.stringify({ status, body })
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
        if (!seen.has(id)) seen.set(id, `#${seen.size}`)
        return seen.get(id) ?? ''
      })
      .replace(/admin\d+@org\.test|twin \d+/gi, 'someone')
  }

  it('AUTHZ-05: what one sees never depends on what the other does', async () => {
    const step = fc.tuple(fc.constantFrom('A', 'B', 'B'), fc.constantFrom(...Object.keys(STEPS)))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        const [neighbor, disturbed, alone] = [
          await server().organization(`Twin ${++made}`),
          await server().organization(`Twin ${++made}`),
          await server().organization(`Twin ${++made}`),
        ]
        for (const [n, [who, name]] of steps.entries()) {
          const act = STEPS[name]
          if (!act) continue
          if (who === 'A') await act(neighbor, n)
          else expect(plain(await act(disturbed, n)), name).toBe(plain(await act(alone, n)))
        }
      }),
      { numRuns: 15 },
    )
  }, 120_000)
})
