import { KEY_DAYS, KEY_NETWORKS_MAX, KEYS_MAX } from '@vitrine/contract/api/accounts/api-keys'
import { limitsOf } from '@vitrine/contract/permissions'
import { BUDGETS } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, TestServer, useServer } from '#test/harness.ts'
import { StreamListener } from '#test/stream-listener.ts'
import { isFrom, rightsOfKey } from './rights.ts'

const DAY = 24 * 60 * 60_000

describe('API keys', () => {
  const server = useServer()
  const make = async (admin: Caller, body: object = {}) =>
    admin.api.apiKeys.create({ body: { name: 'CI', ...body } })

  it('shows the secret once, and lists what recognizes it', async () => {
    const admin = await server().organization()
    const { key, secret } = await make(admin, { role: '2', permissions: ['media', 'media'] })
    expect(secret).toMatch(/^vtr_[\w-]{43}$/)
    const { profile } = await admin.api.auth.profile()
    expect(key).toMatchObject({
      ...{ name: 'CI', role: '2', permissions: ['media'], networks: [], status: 'active' },
      ...{ start: secret.slice(0, 10), maker: { id: profile.id, name: 'Ada Admin' }, lastUsedAt: null },
      expiresAt: new Date(server().clock.now() + 365 * DAY).toISOString(),
    })
    const answer = await admin.call('GET', '/api-keys')
    expect(JSON.stringify(answer.body)).not.toContain(secret.slice(10))
    expect((await admin.api.apiKeys.list({ query: {} })).keys).toEqual([key])
  })

  it("isn't kept for a repeated call", async () => {
    const admin = await server().organization()
    const headers = { 'idempotency-key': 'once' }
    const answers = [1, 2].map(() => admin.call('POST', '/api-keys', { name: 'CI' }, headers))
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409])
    expect((await admin.api.apiKeys.list({ query: {} })).keys).toHaveLength(1)
    const kept = await server().services.database.selectFrom('given_answers').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain('vtr_')
  })

  it('notes its last use with the address once a minute', async () => {
    const admin = await server().organization()
    const { key, secret } = await make(admin)
    const caller = server().as(secret)
    const used = async () => (await admin.api.apiKeys.list({ query: {} })).keys[0]
    const first = new Date(server().clock.now()).toISOString()
    await caller.api.buildings.list({ query: {} })
    expect(await used()).toMatchObject({ id: key.id, lastUsedAt: first, lastAddress: '127.0.0.1' })
    server().clock.advance(59_999)
    await caller.api.buildings.list({ query: {} })
    expect((await used())?.lastUsedAt).toBe(first)
    server().clock.advance(1)
    await caller.api.buildings.list({ query: {} })
    expect((await used())?.lastUsedAt).toBe(new Date(server().clock.now()).toISOString())
  })

  it('is the author of reviews, versions, conflicts, deletions, switches, and takeovers', async () => {
    const admin = await server().organization()
    const { secret } = await make(admin, { role: '1', name: 'Deploy' })
    const key = server().as(secret)
    const by = 'key Deploy'
    const layout = await makeLayout(key)
    const seen = await admin.api.layouts.get({ params: { id: layout.id } })
    await key.api.layouts.update({ params: { id: layout.id }, body: { ...page(), name: 'Again' } })
    const { versions } = await admin.api.layouts.versions({ params: { id: layout.id } })
    expect(versions.map(({ savedBy }) => savedBy)).toEqual([by, by])
    const late = { ...page(), name: 'Late', version: seen.layout.version }
    const conflict = await refused(admin.api.layouts.update({ params: { id: layout.id }, body: late }))
    expect(conflict.body.conflict?.by).toBe(by)
    const storyboard = await makeStoryboard(key)
    const { review } = await admin.api.storyboards.review({ params: { id: storyboard.id } })
    expect([review.author, review.decision?.by]).toEqual([by, by])
    const takeover = {
      title: 'Fire',
      text: 'Leave',
      tone: 'danger',
      storyboardId: null,
      targets: { kind: 'all' },
    }
    const ends = { endsAt: server().clock.now() + 60_000 }
    const started = await key.api.takeovers.start({ body: { ...takeover, ...ends } as never })
    expect(started.takeover.startedBy).toBe(by)
    const spare = await makeLayout(key)
    await key.api.layouts.remove({ params: { id: spare.id } })
    const { trash } = (await admin.call('GET', '/trash')).body as { trash: { deletedBy: string }[] }
    expect(trash[0]?.deletedBy).toBe(by)
    const asked = await key.api.cases.create({ body: { subject: 'Black', text: 'It is', kind: 'screen' } })
    expect(asked.case.author).toBe(by)
  })

  it('continues its own uploads, which its maker does not see', async () => {
    const admin = await server().organization()
    const { secret } = await make(admin, { permissions: ['media'] })
    const started = await server()
      .as(secret)
      .call('POST', '/media/uploads', undefined, { 'upload-length': '9' })
    expect(started.status).toBe(201)
    const counts = [server().as(secret), admin].map(
      async ({ api }) => (await api.media.uploads()).uploads.length,
    )
    expect(await Promise.all(counts)).toEqual([1, 0])
  })

  it('has limits that are not those of its maker', async () => {
    const admin = await server().organization()
    const { secret } = await make(admin)
    const { budgets, clock } = server().services
    const { profile } = await admin.api.auth.profile()
    for (let n = 0; n < BUDGETS.summaries.calls; n++) budgets.summaries.hit(profile.id, clock.now())
    expect((await admin.call('GET', '/plays/totals')).status).toBe(429)
    expect((await server().as(secret).call('GET', '/plays/totals')).status).toBe(200)
  })

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['a super admin', { role: '0' }, 'role'],
    ['an unknown permission', { permissions: ['everything'] }, 'permissions.0'],
    ['no day', { days: KEY_DAYS.min - 1 }, 'days'],
    ['too many days', { days: KEY_DAYS.max + 1 }, 'days'],
    ['a name for an address', { networks: ['office.example.org'] }, 'networks.0'],
    ['too many bits', { networks: ['192.0.2.0/33'] }, 'networks.0'],
    ['too many networks', { networks: Array(KEY_NETWORKS_MAX + 1).fill('192.0.2.1') }, 'networks'],
  ])('refuses %s', async (_what, body, field) => {
    const admin = await server().organization()
    const answer = await admin.call('POST', '/api-keys', { name: 'CI', ...body })
    expect([answer.status, Object.keys((answer.body as { errors: object }).errors)]).toEqual([400, [field]])
  })

  it('takes all that the limits allow', async () => {
    const admin = await server().organization()
    const networks = Array.from({ length: KEY_NETWORKS_MAX }, (_, n) => `2001:db8:${n}::/48`)
    for (const days of [KEY_DAYS.min, KEY_DAYS.max])
      expect((await make(admin, { days, networks })).key.networks).toEqual(networks)
  })

  it('makes room with the oldest ended key, and refuses when all are active', async () => {
    const admin = await server().organization()
    const ids: string[] = []
    for (let n = 0; n < KEYS_MAX; n++) ids.push((await make(admin, { name: `Key ${n}` })).key.id)
    const answer = await admin.call('POST', '/api-keys', { name: 'One more' })
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { errors: { name: expect.stringContaining('100') } },
    ])
    await admin.api.apiKeys.revoke({ params: { id: ids[3] ?? '' } })
    const { key } = await make(admin, { name: 'One more' })
    const { keys } = await admin.api.apiKeys.list({ query: {} })
    expect(keys).toHaveLength(KEYS_MAX)
    expect(keys.map(({ id }) => id)).not.toContain(ids[3])
    expect(keys[0]?.id).toBe(key.id)
  })

  it('is forgotten 90 days after its end', async () => {
    const admin = await server().organization()
    const { key } = await make(admin, { days: 1825 })
    await admin.api.apiKeys.revoke({ params: { id: key.id } })
    const again = await admin.api.apiKeys.revoke({ params: { id: key.id } })
    expect(again.key.revokedAt).toBe(new Date(server().clock.now()).toISOString())
    const left = async () => {
      await server().services.jobs.look()
      return (await server().services.database.selectFrom('api_keys').select('id').execute()).map(
        ({ id }) => id,
      )
    }
    server().clock.advance(90 * DAY - 1)
    expect(await left()).toContain(key.id)
    server().clock.advance(DAY + 1)
    expect(await left()).not.toContain(key.id)
  })

  it('hears events until it is revoked', async () => {
    const admin = await server().organization()
    const { key, secret } = await make(admin)
    const stream = new StreamListener(server().origins.console, '/api/watch', secret)
    await stream.heard('hello')
    await admin.api.buildings.create({ body: { name: 'House', location: 'Here', floors: [{ name: 'G' }] } })
    await stream.heard('edited')
    expect(stream.ended).toBe(false)
    await admin.api.apiKeys.revoke({ params: { id: key.id } })
    await expect.poll(() => stream.ended).toBe(true)
  })

  it.skipIf(!process.env.TEST_DATABASE_URL)('ends on every server when it is revoked', async () => {
    const other = await TestServer.start({}, { beside: server() })
    try {
      const admin = await server().organization()
      const { key, secret } = await make(admin)
      expect((await other.as(secret).call('GET', '/buildings')).status).toBe(200)
      await admin.api.apiKeys.revoke({ params: { id: key.id } })
      expect((await other.as(secret).call('GET', '/buildings')).status).toBe(401)
    } finally {
      await other.close()
    }
  })
})

describe('networks of a key', () => {
  it.each([
    [[], '203.0.113.9', true],
    [['203.0.113.9'], '203.0.113.9', true],
    [['203.0.113.9'], '203.0.113.10', false],
    [['203.0.113.8/30'], '203.0.113.11', true],
    [['203.0.113.8/30'], '203.0.113.12', false],
    [['203.0.113.0/24'], '::ffff:203.0.113.9', true],
    [['2001:db8::/32'], '2001:db8:1::7', true],
    [['2001:db8::/32'], '2001:db9::7', false],
    [['2001:db8::/32'], '203.0.113.9', false],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['198.51.100.1', '203.0.113.0/24'], '203.0.113.9', true],
    [['203.0.113.0/24'], 'unknown', false],
  ])('%j and %s: %s', (networks, ip, expected) => {
    expect(isFrom(networks, ip)).toBe(expected)
  })
})

describe('rights of a key', () => {
  const admin = { role: '1', permissions: [] } as const
  it.each([
    ['admin, by a super admin', admin, { role: '0', permissions: [] }, admin],
    ['admin, by an admin', admin, admin, admin],
    ['admin, by a user', admin, { role: '2', permissions: ['media'] }, { role: '2', permissions: ['media'] }],
    [
      'media, by an admin',
      { role: '2', permissions: ['media'] },
      admin,
      { role: '2', permissions: ['media'] },
    ],
    [
      'media and cards, by a user with cards and devices',
      { role: '2', permissions: ['media', 'cards'] },
      { role: '2', permissions: ['cards', 'devices'] },
      { role: '2', permissions: ['cards'] },
    ],
  ] as const)('%s', (_name, key, maker, expected) => {
    expect(rightsOfKey(key, maker)).toEqual({ ...expected, limits: [] })
  })

  it('hold where both hold', () => {
    const limited = (building: string) => {
      const places = { buildings: [building], floors: [], groups: [] }
      return { role: '1', permissions: [], limits: limitsOf(admin, { places, folders: null }) } as const
    }
    const { limits } = rightsOfKey(limited('a'), limited('b'))
    expect(limits).toEqual([...limited('a').limits, ...limited('b').limits])
    expect(rightsOfKey(admin, limited('b')).limits).toEqual(limited('b').limits)
  })
})
