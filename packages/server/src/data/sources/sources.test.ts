import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NO_REGION } from '@vitrine/contract/player/screen-locale'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, TestServer } from '#test/harness.ts'
import { MailServer } from '#test/mail-server.ts'
import { TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'
import { gtfsZip, zipOf } from '#test/zip.ts'

const zone = (mediaId: string) => ({
  ...page(),
  widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
  config: { inputs: [{ name: 'w1-media', value: [{ mediaId, duration: 5 }] }] },
})

const MINUTE = 60_000
const MENU = 'Dish,Price\nEspresso,2.50\nTea,3\n'

describe('data sources', () => {
  let world: Server
  let mail: MailServer
  let server: TestServer
  let admin: Caller & { organizationId: string; email: string }
  let base = ''
  let asked = 0
  let answers: Record<string, string | Buffer | undefined> = {}

  beforeAll(async () => {
    world = createServer((request, response) => {
      asked++
      const text = answers[request.url ?? '']
      response.writeHead(text === undefined ? 500 : 200).end(text)
    })
    await new Promise<void>((resolve) => world.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(world.address() as AddressInfo).port}`
    base = `http://${host}`
    mail = new MailServer()
    server = await TestServer.start({ LOCAL_HOSTS: host, SMTP_URL: await mail.start() })
  })
  beforeEach(async () => {
    answers = { '/menu.csv': MENU, '/menu.json': '{"menu":{"drinks":[{"name":"Tea","price":{"eur":3}}]}}' }
    asked = 0
    // Those of other tests would be fetched as well.
    await server.services.database.deleteFrom('references').execute()
    await server.services.database.deleteFrom('sources').execute()
    admin = await server.organization()
  })
  afterAll(async () => {
    await server.close()
    await mail.close()
    world.closeAllConnections()
    world.close()
  })

  const menu = () => ({ name: 'Menu', kind: 'csv' as const, url: `${base}/menu.csv`, every: 5 })
  const create = async (body: object = menu()) =>
    (await admin.api.sources.create({ body: body as never })).source
  const get = async (id: string) => (await admin.api.sources.get({ params: { id } })).source
  const rows = async (id: string) => (await admin.api.sources.rows({ params: { id } })).rows
  const due = async (minutes: number) => {
    server.clock.advance(minutes * MINUTE)
    await server.services.sources.refresh()
    admin = { ...admin, ...(await server.signIn({ email: admin.email, password: 'password-1' })) }
  }

  it('have cells that are edited in place, unless they are fetched', async () => {
    const file = { name: 'menu.csv', content: btoa('Dish,Price,Stock\nEspresso,2.50,7\nTea,,0\n') }
    const { id, name } = await create({ name: 'Uploaded', kind: 'csv', file })
    const set = (cells: object[], more = {}) =>
      admin.api.sources.setCells({ params: { id }, body: { cells, ...more } as never })
    const { at, rows: before } = await admin.api.sources.rows({ params: { id } })
    const { source } = await set([{ row: 0, column: 1, value: '2.90' }], { at })
    expect(await rows(id)).toEqual([
      ['Espresso', before[0]?.[1] === 2.5 ? 2.9 : '2.90', before[0]?.[2]],
      before[1],
    ])
    expect(source.fetchedAt).toBeGreaterThan(at)
    // The rows that the caller saw are gone.
    expect(await refused(set([{ row: 0, column: 1, value: '3' }], { at }))).toMatchObject({
      errKey: 'CONFLICT',
    })
    expect(await refused(set([{ row: 2, column: 0, value: 'x' }]))).toMatchObject({ status: 400 })
    expect(await refused(set([{ row: 0, column: 3, value: 'x' }]))).toMatchObject({ status: 400 })
    expect(await refused(set([]))).toMatchObject({ status: 400 })
    // All or nothing.
    const both = [
      { row: 0, column: 0, value: 'Latte' },
      { row: 99, column: 0, value: 'x' },
    ]
    expect(await refused(set(both))).toMatchObject({ status: 400 })
    expect((await rows(id))[0]?.[0]).toBe('Espresso')
    await set([{ row: 1, column: 1, value: '' }])
    expect((await rows(id))[1]?.[1]).toBeNull()
    expect(name).toBe('Uploaded')
    const fetched = await create()
    const body = { cells: [{ row: 0, column: 0, value: 'x' }] }
    expect(await refused(admin.api.sources.setCells({ params: { id: fetched.id }, body }))).toMatchObject({
      status: 400,
    })
    const viewer = await server.user(admin, [])
    expect(await refused(viewer.api.sources.setCells({ params: { id }, body }))).toMatchObject({
      status: 403,
    })
  })

  it('can be uploaded calendars', async () => {
    const calendar =
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Yoga\r\nDTSTART:20261122T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
    const file = { name: 'course.ics', content: btoa(calendar) }
    const { id } = await create({ name: 'Course', kind: 'ical', file })
    expect(JSON.stringify(await rows(id))).toContain('Yoga')
  })

  it('are fetched again soon after a server stopped while it fetched, which takes no longer for them', async () => {
    let isSlow = false
    let hold: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      hold = resolve
    })
    const slow = createServer((_request, response) => {
      if (isSlow) hold()
      else response.end(MENU)
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(slow.address() as AddressInfo).port}`
    const own = await TestServer.start({ LOCAL_HOSTS: host })
    const owner = await own.organization()
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) {
      const body = { name: `Menu ${n}`, kind: 'csv' as const, url: `http://${host}/`, every: 1440 }
      ids.push((await owner.api.sources.create({ body })).source.id)
    }
    isSlow = true
    own.clock.advance(1440 * MINUTE)
    void own.services.sources.refresh()
    await asked
    const known = await own.services.database.selectFrom('sources').select(['nextAt', 'failures']).execute()
    const soon = own.clock.now() + 15 * MINUTE
    expect(known.map(({ nextAt, failures }) => [Number(nextAt) <= soon, failures])).toEqual(
      ids.map(() => [true, 0]),
    )
    const began = performance.now()
    await own.close()
    // Each would take fifteen seconds, one after another.
    expect(performance.now() - began).toBeLessThan(12_000)
    slow.closeAllConnections()
    slow.close()
  })

  it("shows the cells of a spreadsheet in the language of the organization's screens", async () => {
    const content = readFileSync(new URL('../../../test/fixtures/course-times.xlsx', import.meta.url))
    answers['/courses.xlsx'] = content
    const file = { name: 'courses.xlsx', content: content.toString('base64') }
    const kind = 'xlsx' as const
    const { source } = await admin.api.sources.create({
      body: { name: 'Courses', kind, url: `${base}/courses.xlsx`, every: 1440 },
    })
    const prices = async () => (await rows(source.id)).map((row) => row[4])
    expect(await prices()).toEqual(Array(4).fill('4.50 €'))
    const params = { id: admin.organizationId }
    const region = { ...NO_REGION, language: 'de-DE' }
    await admin.api.organizations.update({ params, body: { name: 'Harbor', region } })
    expect((await admin.api.sources.preview({ body: { kind, file } })).rows[0]?.[4]).toBe('4,50 €')
    await admin.api.sources.refresh({ params: { id: source.id } })
    expect(await prices()).toEqual(Array(4).fill('4,50 €'))
  })

  it('keeps a note of what of a calendar could not be read', async () => {
    const event = 'BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Mars:20990101T100000\r\nEND:VEVENT'
    answers['/a.ics'] = `BEGIN:VCALENDAR\r\n${event}\r\nEND:VCALENDAR`
    const { id } = await create({ name: 'Events', kind: 'ical', url: `${base}/a.ics`, every: 1440 })
    expect((await get(id)).note).toMatch('“Mars”')
    expect((await admin.api.sources.rows({ params: { id } })).note).toMatch('“Mars”')
    answers['/a.ics'] = answers['/a.ics'].replace('Mars', 'Europe/Berlin')
    await admin.api.sources.refresh({ params: { id } })
    expect((await get(id)).note).toBe('')
  })

  it('shows the rows of an address before it is saved, and stores nothing', async () => {
    const { kind, url } = menu()
    expect(await admin.api.sources.preview({ body: { kind, url } })).toEqual({
      columns: ['Dish', 'Price'],
      rows: [
        ['Espresso', '2.50'],
        ['Tea', '3'],
      ],
      found: 2,
    })
    const json = { kind: 'json', url: `${base}/menu.json`, path: 'menu.drinks' } as const
    expect(await admin.api.sources.preview({ body: json })).toEqual({
      columns: ['name', 'price.eur'],
      rows: [['Tea', 3]],
      found: 1,
    })
    expect((await admin.api.sources.list()).sources).toEqual([])
  })

  it('fetches again when due, keeps the last good copy, and tells the author after three failures', async () => {
    const { database } = server.services
    await database.updateTable('users').set({ emailVerified: 1 }).where('email', '=', admin.email).execute()
    const { id } = await create()
    await due(4)
    expect(asked).toBe(1)
    answers['/menu.csv'] = MENU.replace('2.50', '2.80')
    await due(1)
    expect(asked).toBe(2)
    expect((await rows(id))[0]).toEqual(['Espresso', '2.80'])
    const good = await get(id)

    answers = {}
    await due(5)
    expect(await get(id)).toMatchObject({
      failures: 1,
      error: 'This address returned status 500',
      fetchedAt: good.fetchedAt,
      version: good.version,
    })
    await due(10)
    await due(10)
    const told = mail.mails.filter(({ to }) => to[0] === admin.email)
    expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(/failing: Menu[\s\S]*status 500/)])
    await due(60)
    await server.services.outbox.wake()
    expect(mail.mails.filter(({ to }) => to[0] === admin.email)).toHaveLength(1)
    expect((await rows(id))[0]).toEqual(['Espresso', '2.80'])

    answers = { '/menu.csv': MENU }
    await due(60)
    expect(await get(id)).toMatchObject({ failures: 0, error: '' })
  })

  it('reads a response of 5 MB, and none that is larger', async () => {
    answers['/menu.csv'] = 'Dish\n'.padEnd(5 * 2 ** 20, 'x')
    await create()
    answers['/menu.csv'] += 'x'
    expect((await refused(create({ ...menu(), name: 'Larger' }))).body.errors?.url).toContain('large')
  })

  it('refuses an address without a table, and explains it under its field', async () => {
    answers = { '/page': '<!doctype html><p>Log in</p>', '/bad.json': '{', '/empty.csv': ' ' }
    for (const [kind, path, reason] of [
      ['csv', '/page', /web page/],
      ['json', '/bad.json', /valid JSON/],
      ['csv', '/empty.csv', /no rows/],
      ['csv', '/missing', /status 500/],
      ['ical', '/page', /iCalendar/],
      ['xlsx', '/page', /XLSX/],
      ['feed', '/page', /news feed/],
    ] as const) {
      const error = await refused(create({ name: 'X', kind, url: base + path }))
      expect(error.body.errors?.url, kind).toMatch(reason)
    }
    const local = await refused(create({ name: 'X', kind: 'csv', url: 'http://127.0.0.1:1/' }))
    expect(local.body.errors?.url).toMatch(/public internet/)
    expect((await refused(create({ name: 'X', kind: 'csv' }))).body.errors).toHaveProperty('url')
    expect((await refused(create({ ...menu(), name: 'a/b' }))).body.errors).toHaveProperty('name')
  })

  it('keeps an uploaded file until another one comes', async () => {
    const file = { name: 'menu.csv', content: btoa(MENU) }
    const { id } = await create({ name: 'Uploaded', kind: 'csv', file })
    await due(10)
    expect(await get(id)).toMatchObject({ rows: 2, failures: 0 })
    const params = { id }
    const { source } = await admin.api.sources.update({ params, body: { name: 'Drinks', kind: 'csv' } })
    expect(source).toMatchObject({ name: 'Drinks', rows: 2, hasUrl: false })
    const other = { ...file, content: btoa('Dish\nWater\n') }
    await admin.api.sources.update({ params, body: { name: 'Drinks', kind: 'csv', file: other } })
    expect(await rows(id)).toEqual([['Water']])
    const asJson = { name: 'Drinks', kind: 'json', file } as const
    expect((await refused(admin.api.sources.update({ params, body: asJson }))).status).toBe(400)
  })

  it('has the departures of a stop, and fetches a timetable every six hours at most', async () => {
    answers['/gtfs.zip'] = gtfsZip()
    const tram = { name: 'Tram', kind: 'gtfs' as const, url: `${base}/gtfs.zip`, days: 30, every: 1440 }
    expect((await refused(create({ ...tram, every: 60, stop: 'Market' }))).body.errors).toHaveProperty(
      'every',
    )
    expect((await refused(create(tram))).body.errors?.stop).toMatch(/such as “Market”/)
    expect((await refused(create({ ...tram, stop: 'Moon' }))).body.errors?.stop).toMatch(/no stop “Moon”/)
    const source = await create({ ...tram, stop: 'Market' })
    expect(source).toMatchObject({ stop: 'Market', kind: 'gtfs', failures: 0 })
    const [first] = await rows(source.id)
    expect(first).toEqual(expect.arrayContaining(['4', 'tram']))
    const body = { ...tram, stop: 'M2', version: source.version }
    await admin.api.sources.update({ params: { id: source.id }, body })
    expect(new Set((await rows(source.id)).map((row) => row[4]))).toEqual(new Set(['B']))
  })

  describe('on screens', () => {
    const text = (value: string) => ({
      ...page(),
      widgets: page().widgets.map((widget) => ({ ...widget, type: 'text' })),
      config: { inputs: [{ name: 'w1-text', value }] },
    })
    const screenWith = async (layoutIds: string[]) => {
      const licence = { number: `S-${Math.random()}`, devicesCount: 2, organizationId: admin.organizationId }
      await (await server.signIn()).api.licences.create({ body: licence })
      const storyboard = await makeStoryboard(admin, { layoutIds })
      const group = await makeGroup(admin, storyboard.id)
      return TestScreen.claim(server, admin, { deviceGroupId: group.id })
    }

    it('sends new rows beside an unchanged manifest, to the screens whose pages name the source', async () => {
      await create()
      const { layout } = await admin.api.layouts.create({
        body: { ...text('Espresso {menu: Price of Espresso | –}'), name: 'Prices' },
      })
      const other = await admin.api.layouts.create({ body: { ...text('Hello'), name: 'Hello' } })
      const screen = await screenWith([layout.id])
      const without = await screenWith([other.layout.id])
      const { group, raw } = await screen.manifest()
      expect(group.sources).toEqual(['menu'])
      expect((await without.manifest()).group).not.toHaveProperty('sources')
      await Promise.all([screen.open(), without.open()])
      answers['/menu.csv'] = MENU.replace('2.50', '2.80')
      await due(5)
      const { data } = await screen.next(({ name }) => name === 'source')
      expect(data).toMatchObject({
        name: 'menu',
        source: {
          rows: [
            ['Espresso', '2.80'],
            ['Tea', '3'],
          ],
        },
      })
      expect((await screen.manifest()).raw.group).toEqual(raw.group)
      // Unchanged rows are not published.
      await due(5)
      expect(
        [screen, without].map(({ told }) => told.filter(({ name }) => name === 'source').length),
      ).toEqual([1, 0])
      expect((await screen.api.screenData.source({ query: { name: 'MENU' } })).source?.rows).toHaveLength(2)
      for (const each of [screen, without]) each.hangUp()
    })

    it('answers the rows of one organization only, in data/NAME.json of a package', async () => {
      await create()
      const schema = { source: { type: 'lookup', label: 'Source', lookup: 'data-sources' } }
      const board = zipOf([
        { name: 'index.html', content: 'page' },
        { name: 'schema.json', content: JSON.stringify(schema) },
      ])
      const install = async () => {
        const { id } = await uploadOne(admin, 'board.zip', board)
        await admin.api.media.update({ params: { id }, body: { name: 'Board', model: { source: 'Menu' } } })
        const { layout } = await admin.api.layouts.create({ body: { ...zone(id), name: 'Board' } })
        const screen = await screenWith([layout.id])
        const { group } = await screen.manifest()
        expect(group.sources).toEqual(['menu'])
        return group.media[id]?.sha256
      }
      const get = (hash = '', name = 'menu') => fetch(`${server.origins.content}/p/${hash}/data/${name}.json`)
      const hash = await install()
      expect(await (await get(hash)).json()).toMatchObject({
        name: 'menu',
        rows: [{ Dish: 'Espresso', Price: '2.50' }, { Dish: 'Tea' }],
      })
      await create({ ...menu(), name: 'Salaries' })
      expect((await get(hash, 'salaries')).status).toBe(404)

      // The same package elsewhere has another address, and other rows.
      admin = await server.organization()
      answers['/menu.csv'] = 'Dish,Price\nWater,1\n'
      await create()
      const elsewhere = await install()
      expect(elsewhere).not.toBe(hash)
      expect(await (await get(elsewhere)).json()).toMatchObject({ rows: [{ Dish: 'Water' }] })
    })
  })

  it('hides the address, which may be secret, from those who only look', async () => {
    const { id } = await create()
    const viewer = await server.user(admin, [])
    expect((await viewer.api.sources.get({ params: { id } })).source).toMatchObject({ url: '', hasUrl: true })
    expect((await viewer.api.sources.list()).sources[0]).toMatchObject({ url: '', name: 'Menu' })
    expect((await get(id)).url).toBe(`${base}/menu.csv`)
  })
})
