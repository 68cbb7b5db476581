import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FAILING_USES_MAX } from '@vitrine/contract/api/data/widget-data'
import { ROLES } from '@vitrine/contract/permissions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isPostgres } from '#db/database.ts'
import { newId } from '#lib/ids.ts'
import { type Caller, TestServer } from '#test/harness.ts'
import { watchReader } from '#test/laws/scale/statements.ts'
import { TestScreen } from '#test/screen.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const RSS = '<rss version="2.0"><channel><title>News</title><item><title>One</title></item></channel></rss>'

/** A page with one widget. */
const pageWith = (type: string, settings: Record<string, unknown>) => ({
  ...{ width: 1920, height: 1080 },
  widgets: [
    {
      ...{ id: 'w1', type, name: type, zIndex: 1, width: 400, height: 300 },
      transform: 'translate(0px, 0px)',
    },
  ],
  config: { inputs: Object.entries(settings).map(([name, value]) => ({ name: `w1-${name}`, value })) },
})

type Admin = Caller & { organizationId: string; email: string }

describe('live data that fails to load', () => {
  let world: Server
  let server: TestServer
  let admin: Admin
  let base = ''
  let dead = new Set<string>()

  beforeAll(async () => {
    world = createServer((request, response) => {
      const url = request.url ?? ''
      if ([...dead].some((path) => url.startsWith(path))) response.writeHead(500).end()
      else if (url.startsWith('/menu')) response.end('Dish,Price\nTea,3\n')
      else response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(RSS)
    })
    await new Promise<void>((resolve) => world.listen(0, '127.0.0.1', resolve))
    base = `127.0.0.1:${(world.address() as AddressInfo).port}`
  })
  beforeEach(async () => {
    dead = new Set()
    server = await TestServer.start({ LOCAL_HOSTS: base, WEATHER_URL: `http://${base}` })
    admin = await server.organization()
  })
  afterEach(() => server.close())
  afterAll(() => {
    world.closeAllConnections()
    world.close()
  })

  const signIn = async (who: Admin): Promise<Admin> => ({
    ...who,
    ...(await server.signIn({ email: who.email, password: 'password-1' })),
  })
  const layout = async (who: Admin, name: string, document: object) =>
    (await who.api.layouts.create({ body: { ...document, name } as never })).layout
  const failing = async (who: Admin) => (await (await signIn(who)).api.widgetData.failing()).failing
  /** Lets some minutes pass in which every screen asks each minute. */
  const advance = async (minutes: number, ask: () => Promise<unknown>) => {
    for (let minute = 0; minute < minutes; minute++) {
      server.clock.advance(MINUTE)
      await ask()
      await server.services.live.refresh()
      await server.services.sources.refresh()
    }
  }
  const stored = () => server.services.database.selectFrom('failing_loads').selectAll().execute()

  it('is named with the pages that use it, since its last good load, and until it loads again', async () => {
    const { id } = await layout(admin, 'Lobby', pageWith('rss', { rssURL: `http://${base}/news?key=secret` }))
    const screen = await TestScreen.claim(server, admin)
    const ask = () => screen.api.screenData.feed({ query: { url: `http://${base}/news?key=secret` } })
    await ask()
    const good = server.clock.now()
    await advance(5, ask)
    dead.add('/news')
    await advance(5, ask)
    // A single failure is nothing to act on.
    expect(await failing(admin)).toEqual([])
    await advance(15, ask)
    const [found, ...more] = await failing(admin)
    expect(more).toEqual([])
    expect(found).toMatchObject({
      kind: 'feed',
      address: `http://${base}/news?key=secret`,
      name: `${base}/news`,
      reason: 'This address returned status 500',
      uses: [{ kind: 'layout', id, name: 'Lobby' }],
    })
    expect(found?.since).toBeGreaterThanOrEqual(good)
    expect(found?.since).toBeLessThan(good + 15 * MINUTE)
    await advance(60, ask)
    expect((await failing(admin))[0]?.since).toBe(found?.since)

    dead.clear()
    await advance(12, ask)
    expect(await failing(admin)).toEqual([])
    expect(await stored()).toEqual([])
  })

  it('keeps its start through a restart of the server', async () => {
    await layout(admin, 'Lobby', pageWith('rss', { rssURL: `${base}/news` }))
    const address = `https://${base}/news`
    const row = { id: 'f', organizationId: admin.organizationId, kind: 'feed' as const, address }
    const since = server.clock.now() - 5 * HOUR
    await server.services.database
      .insertInto('failing_loads')
      .values({ ...row, since, checkedAt: server.clock.now() - HOUR, error: 'Before' })
      .execute()
    const screen = await TestScreen.claim(server, admin)
    // Without a scheme, as people type it; nothing here speaks HTTPS.
    await advance(15, () => screen.api.screenData.feed({ query: { url: `${base}/news` } }))
    expect(await failing(admin)).toMatchObject([
      { since, reason: "This address isn't responding", uses: [{ name: 'Lobby' }] },
    ])
  })

  it('is named to the organizations that use it, each with its own pages only', async () => {
    const [other, third] = [await server.organization(), await server.organization()]
    const url = `http://${base}/news`
    await layout(admin, 'Ours', pageWith('rss', { rssURL: url }))
    await layout(other, 'Theirs', pageWith('rss', { rssURL: url }))
    const screens = [
      await TestScreen.claim(server, admin),
      await TestScreen.claim(server, other),
      await TestScreen.claim(server, third),
    ]
    dead.add('/news')
    await advance(15, () =>
      Promise.all(screens.map((screen) => screen.api.screenData.feed({ query: { url } }))),
    )
    expect((await failing(admin)).map(({ uses }) => uses.map(({ name }) => name))).toEqual([['Ours']])
    expect((await failing(other)).map(({ uses }) => uses.map(({ name }) => name))).toEqual([['Theirs']])
    expect(await failing(third)).toEqual([])
  })

  it('is no longer named once no page uses it, or nothing has asked for it for hours', async () => {
    const url = `http://${base}/news`
    const { id, version } = await layout(admin, 'Lobby', pageWith('rss', { rssURL: url }))
    const screen = await TestScreen.claim(server, admin)
    dead.add('/news')
    await advance(15, () => screen.api.screenData.feed({ query: { url } }))
    expect(await failing(admin)).toHaveLength(1)
    admin = await signIn(admin)
    const fine = { ...pageWith('rss', { rssURL: `http://${base}/fine` }), name: 'Lobby', version }
    const saved = await admin.api.layouts.update({ params: { id }, body: fine as never })
    expect(await failing(admin)).toEqual([])
    const back = { ...pageWith('rss', { rssURL: url }), name: 'Lobby', version: saved.layout.version }
    await admin.api.layouts.update({ params: { id }, body: back as never })
    expect(await failing(admin)).toHaveLength(1)

    server.clock.advance(4 * HOUR)
    expect(await failing(admin)).toEqual([])
    // The row goes with the next load that begins or ends to fail.
    await (await signIn(admin)).api.widgetData.feed({ query: { url: `http://${base}/other` } })
    expect(await stored()).toEqual([])
  })

  it('lists weather, also of the city that a widget has from the start, without templates', async () => {
    await layout(admin, 'Square', pageWith('weather', {}))
    await layout(admin, 'Riyadh', pageWith('weather', { weatherLocation: 'riyadh' }))
    await admin.api.cards.create({
      body: { ...pageWith('weather', {}), name: 'Template', isTemplate: true } as never,
    })
    const screen = await TestScreen.claim(server, admin)
    dead.add('/v1/forecast')
    await advance(15, () => screen.api.screenData.weather())
    const found = await failing(admin)
    expect(found).toMatchObject([
      {
        kind: 'weather',
        address: 'cairo',
        name: 'Cairo',
        reason: 'The weather server returned status 500',
        uses: [{ name: 'Square' }],
      },
    ])
  })

  it('lists data sources that pages use', async () => {
    const body = { name: 'Menu', kind: 'csv' as const, url: `http://${base}/menu.csv`, every: 5 }
    const { source } = await admin.api.sources.create({ body: body as never })
    await admin.api.sources.create({
      body: { ...body, name: 'Unused', url: `http://${base}/menu2.csv` } as never,
    })
    const { id } = await layout(admin, 'Board', pageWith('text', { text: 'Tea {Menu: Price of Tea}' }))
    const uses = await server.services.database
      .selectFrom('references')
      .selectAll()
      .where('toKind', '=', 'source')
      .execute()
    if (uses.length === 0) throw new Error('The page uses no source')
    dead.add('/menu')
    await advance(60, async () => undefined)
    expect(await failing(admin)).toEqual([
      {
        kind: 'source',
        address: source.id,
        name: 'Menu',
        since: source.fetchedAt,
        reason: 'This address returned status 500',
        uses: [{ kind: 'layout', id, name: 'Board' }],
      },
    ])
    dead.clear()
    await advance(70, async () => undefined)
    expect(await failing(admin)).toEqual([])
  })

  it('stores a limited number per organization, and names a limited number of pages', async () => {
    for (let n = 0; n < FAILING_USES_MAX + 2; n++)
      await layout(admin, `Page ${n}`, pageWith('rss', { rssURL: `http://${base}/dead` }))
    const rows = Array.from({ length: 100 }, (_, n) => ({
      ...{ id: `f${n}`, organizationId: admin.organizationId, kind: 'feed' as const, error: '' },
      ...{ address: `http://${base}/dead${n || ''}`, since: n, checkedAt: server.clock.now() },
    }))
    await server.services.database.insertInto('failing_loads').values(rows).execute()
    dead.add('/one-more')
    const screen = await TestScreen.claim(server, admin)
    await advance(15, () => screen.api.screenData.feed({ query: { url: `http://${base}/one-more` } }))
    expect((await stored()).map(({ address }) => address)).not.toContain(`http://${base}/one-more`)
    expect((await failing(admin)).map(({ uses }) => uses.length)).toEqual([FAILING_USES_MAX])
  })

  it('searches 500 pages in a reader, bound to the organization of a super admin too', async () => {
    const url = `http://${base}/news`
    const superAdmin = await server.signIn()
    const { database, reader } = server.services
    const { organizationId } = await database
      .selectFrom('users')
      .select('organizationId')
      .where('role', '=', ROLES.superAdmin)
      .executeTakeFirstOrThrow()
    for (const [who, name] of [
      [admin, 'Theirs'],
      [superAdmin, 'Ours'],
    ] as const)
      await who.api.layouts.create({
        body: { ...pageWith('rss', { rssURL: url }), name, organizationId } as never,
      })
    const row = await database
      .selectFrom('pages')
      .selectAll()
      .where('name', '=', 'Ours')
      .executeTakeFirstOrThrow()
    // Those without a widget that fails come first.
    const copies = Array.from({ length: 499 }, (_, n) => ({
      ...{ ...row, id: newId(), name: `A ${n}`, nameKey: `a ${String(n).padStart(3, '0')}` },
      document: row.document.replaceAll(url, `${url}/fine`),
    }))
    for (let start = 0; start < copies.length; start += 100)
      await database
        .insertInto('pages')
        .values(copies.slice(start, start + 100))
        .execute()
    const checkedAt = server.clock.now()
    await database
      .insertInto('failing_loads')
      .values({ id: 'f', organizationId, kind: 'feed', address: url, since: 1, checkedAt, error: '' })
      .execute()
    const read = isPostgres(reader) ? undefined : await watchReader(server.services)
    const { failing: found } = await superAdmin.api.widgetData.failing()
    expect(found.map(({ uses }) => uses.map(({ id, name }) => [id, name]))).toEqual([[[row.id, 'Ours']]])
    if (!read) return
    const searches = read.filter(({ sql }) => sql.includes('from "pages"'))
    expect(searches.length).toBe(25)
    for (const { parameters } of searches) expect(parameters).toContain(organizationId)
  })

  it('keeps loading when failures cannot be stored', async () => {
    await server.services.database.schema.dropTable('failing_loads').execute()
    const screen = await TestScreen.claim(server, admin)
    const url = `http://${base}/news`
    expect((await screen.api.screenData.feed({ query: { url } })).feed?.title).toBe('News')
    dead.add('/news')
    await advance(30, () => screen.api.screenData.feed({ query: { url } }))
    expect((await screen.api.screenData.feed({ query: { url } })).feed?.title).toBe('News')
  })
})
