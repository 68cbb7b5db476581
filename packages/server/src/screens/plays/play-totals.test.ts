import type { ReportedPlay } from '@vitrine/contract/api/screens/plays'
import { describe, expect, it } from 'vitest'
import { isPostgres } from '#db/database.ts'
import { playDays } from '#db/plays/days.ts'
import { PLAY_STORES, rowsIn } from '#test/faults/clickhouse.ts'
import { TestServer, useServer } from '#test/harness.ts'
import { watchReader } from '#test/laws/scale/statements.ts'
import { TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe.each(PLAY_STORES)('totals of plays in $store', ({ env, isClickhouse }) => {
  const server = useServer(env)
  const now = () => server().clock.now()
  /** Start of the current hour. */
  const hour = () => Math.floor(now() / HOUR) * HOUR
  let made = 0
  const play = (more: Partial<ReportedPlay> = {}): ReportedPlay => ({
    id: `total-${String(++made).padStart(6, '0')}`,
    kind: 'page',
    storyboardId: 's',
    pageId: 'p',
    mediaId: null,
    name: 'Welcome',
    from: now() - 20_000,
    to: now() - 10_000,
    ...more,
  })
  const send = (screen: TestScreen | undefined, ...plays: ReportedPlay[]) =>
    screen?.api.player.plays({ body: { plays } })

  it('count a repeated batch once, and a longer end by what it adds, in the hours of the play', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const began = hour() - 10 * MINUTE
    const running = play({ from: began, to: began + 5 * MINUTE })
    const batch = [running, play({ from: began, to: began + MINUTE })]
    await Promise.all([send(screen, ...batch), send(screen, ...batch)])
    await send(screen, ...batch)
    expect((await admin.api.plays.report()).report).toMatchObject({
      plays: 2,
      seconds: 360,
      hours: [[began / HOUR - ((began / HOUR) % 1), 2, 360]],
    })
    server().clock.advance(30 * MINUTE)
    await send(screen, { ...running, to: began + 25 * MINUTE })
    await send(screen, { ...running, to: began + 15 * MINUTE })
    const later = await server().signIn({ email: admin.email, password: 'password-1' })
    const { report } = await later.api.plays.report()
    expect(report).toMatchObject({ plays: 2, seconds: 26 * 60, screensCount: 1 })
    const first = Math.floor(began / HOUR)
    expect(report.hours).toEqual([
      [first, 2, 11 * 60],
      [first + 1, 0, 15 * 60],
    ])
    const { totals } = await later.api.plays.totals()
    expect(totals).toEqual([
      { kind: 'page', itemId: 'p', name: 'Welcome', plays: 2, seconds: 26 * 60, screens: 1 },
    ])
    const lengths = (await later.api.plays.list()).plays.map(({ seconds }) => seconds)
    expect(lengths.sort((a, b) => a - b)).toEqual([60, 1500])
  })

  it('sum by screen, building, storyboard, and item, with filters', async () => {
    const admin = await server().organization()
    const [one, two] = await claimScreens(server(), admin, ['Lobby', 'Bar'])
    const { building } = await admin.api.buildings.create({
      body: { name: 'Tower', location: 'Here', floors: [{ name: 'Ground' }] },
    })
    const { device } = await admin.api.devices.get({ params: { id: one?.deviceId ?? '' } })
    await admin.api.devices.update({
      params: { id: device.id },
      body: {
        name: device.name,
        type: device.type,
        screenSize: device.screenSize,
        floorId: building.floors[0]?.id,
      } as never,
    })
    const film = { kind: 'media', mediaId: 'm', name: 'Película' } as const
    await send(one, play(), play(film), play({ storyboardId: 't' }))
    await send(two, play(film))
    const report = async (query: Record<string, unknown> = {}) =>
      (await admin.api.plays.report({ query })).report
    const sums = (rows: { name: string; plays: number }[]) => rows.map(({ name, plays }) => [name, plays])
    const all = await report()
    expect(all).toMatchObject({ plays: 4, seconds: 40, screensCount: 2 })
    expect(sums(all.screens)).toEqual([
      ['Lobby', 3],
      ['Bar', 1],
    ])
    expect(sums(all.places)).toEqual([
      ['Tower', 3],
      ['', 1],
    ])
    expect(all.storyboards.map(({ id, plays }) => [id, plays])).toEqual([
      ['s', 1],
      ['t', 1],
    ])
    expect(all.items.map(({ name, plays, screens }) => [name, plays, screens])).toEqual(
      [
        ['Película', 2, 2],
        ['Welcome', 2, 1],
      ].sort((a, b) => (a[0] === all.items[0]?.name ? -1 : b[0] === all.items[0]?.name ? 1 : 0)),
    )
    expect(await report({ buildingId: building.id })).toMatchObject({ plays: 3, screensCount: 1 })
    expect(await report({ kind: 'media' })).toMatchObject({ plays: 2, screensCount: 2 })
    expect(await report({ search: 'PELÍ' })).toMatchObject({ plays: 2 })
    expect(await report({ search: 'bar' })).toMatchObject({ plays: 1, screensCount: 1 })
    expect(await report({ storyboardId: 't', deviceId: one?.deviceId })).toMatchObject({ plays: 1 })
    expect(await report({ deviceId: 'nowhere' })).toMatchObject({ plays: 0, hours: [] })
    expect(await report({ from: hour() + HOUR })).toMatchObject({ plays: 0 })
    const stranger = await server().organization()
    const foreign = { query: { deviceId: one?.deviceId, buildingId: building.id } }
    expect((await stranger.api.plays.report(foreign)).report).toMatchObject({ plays: 0, items: [] })
    expect((await stranger.api.plays.list(foreign)).total).toBe(0)
  })

  it('count the screens of items that several storyboards show, in one query for all of them', async () => {
    const admin = await server().organization()
    const screens = await claimScreens(server(), admin, ['One', 'Two', 'Three'])
    const shown = new Map<string, Set<number>>()
    for (const [place, screen] of screens.entries()) {
      const plays = []
      for (let item = 0; item < 30; item++)
        for (const storyboardId of ['s', 't', 'u'].slice(0, 1 + (item % 3))) {
          if ((item * 7 + place * 5 + storyboardId.charCodeAt(0)) % 4 === 0) continue
          const pageId = `page-${item}`
          plays.push(play({ storyboardId, pageId, name: pageId }))
          shown.set(pageId, (shown.get(pageId) ?? new Set()).add(place))
        }
      await send(screen, ...plays)
    }
    const { services } = server()
    const read = isPostgres(services.database) ? undefined : await watchReader(services)
    const { totals } = await admin.api.plays.totals()
    if (read && !isClickhouse) expect(read.length).toBeLessThan(10)
    const counted = new Map(totals.map(({ itemId, screens }) => [itemId, screens]))
    expect(counted).toEqual(new Map([...shown].map(([pageId, { size }]) => [pageId, size])))
    const { report } = await admin.api.plays.report()
    expect(new Map(report.items.map(({ itemId, screens }) => [itemId, screens]))).toEqual(counted)
    const one = await admin.api.plays.totals({ query: { deviceId: screens[0]?.deviceId } })
    expect(one.totals.every(({ screens }) => screens === 1)).toBe(true)
  })

  it('find every page of single plays, and every row of a file, in order', async () => {
    const admin = await server().organization()
    const [one, two] = await claimScreens(server(), admin, ['One', 'Two'])
    const start = hour() - 30 * HOUR
    const many = Array.from({ length: 450 }, (_, n) =>
      play({
        from: start + n * 4 * MINUTE,
        to: start + n * 4 * MINUTE + 1000,
        name: n % 90 ? 'Often' : 'Rare',
        pageId: n % 90 ? 'p' : 'rare',
      }),
    )
    await send(one, ...many.slice(0, 400))
    await send(two, ...many.slice(400), { ...(many[3] ?? play()), id: 'the-same-start' })
    const whole: number[] = []
    for (let page = 1; page <= 10; page++) {
      const { plays, total } = await admin.api.plays.list({ query: { page, pageSize: 50 } })
      expect(total).toBe(451)
      whole.push(...plays.map(({ from }) => from))
    }
    expect(whole).toEqual([...many.map(({ from }) => from), many[3]?.from ?? 0].sort((a, b) => b - a))
    const rare = await admin.api.plays.list({ query: { search: 'rare', pageSize: 3, page: 2 } })
    expect([rare.total, rare.plays.map(({ from }) => from)]).toEqual([5, [many[90]?.from, many[0]?.from]])
    // From the middle of an hour to the middle of another one.
    const [from, to] = [start + 62 * MINUTE, start + 5 * HOUR + 14 * MINUTE]
    const expected = whole.filter((at) => at >= from && at < to)
    const span = await admin.api.plays.list({ query: { from, to, pageSize: 200 } })
    expect([span.total, span.plays.map((each) => each.from)]).toEqual([expected.length, expected])
    const { body } = await admin.call('GET', '/plays/export')
    const lines = String(body).trimEnd().split('\r\n').slice(1)
    expect(lines.map((line) => Date.parse(line.split(',')[0] ?? ''))).toEqual(whole)
    expect(new Set(lines.map((line) => line.split(',').at(-1))).size).toBe(451)
  })

  it("are deleted after the organization's days, and its numbers are never reused", async () => {
    const own = await TestServer.start({ PLAYS_KEEP_DAYS: '100', ...(await env()) })
    try {
      const acme = await own.organization()
      const other = await own.organization()
      const at = () => own.clock.now()
      const screens = [await TestScreen.claim(own, acme), await TestScreen.claim(own, other)]
      for (const screen of screens)
        await screen.api.player.plays({ body: { plays: [play({ from: at() - 2000, to: at() - 1000 })] } })
      const { database } = own.services
      const { organization } = await acme.api.organizations.update({
        params: { id: acme.organizationId },
        body: { name: 'Acme', playDays: 61 },
      })
      expect(organization.playDays).toBe(61)
      own.clock.advance(70 * DAY)
      expect(await own.services.playStore.forget()).toMatchObject({ plays: 1, hours: 0, days: 0 })
      const later = await own.signIn()
      const of = async ({ organizationId }: { organizationId: string }) =>
        (await later.api.plays.list({ query: { organizationId } })).total
      expect([await of(acme), await of(other)]).toEqual([0, 1])
      expect((await later.api.plays.report()).report.plays).toBe(2)
      if (isPostgres(database) && !isClickhouse) expect(await playDays(database)).toHaveLength(1)
      own.clock.advance(40 * DAY)
      const gone = await own.services.playStore.forget()
      expect(gone.hours).toBeGreaterThan(0)
      expect(gone.plays + gone.days).toBe(1)
      expect(await rowsIn(own.services)).toEqual({ plays: 0, totals: 0, names: 0 })
    } finally {
      await own.close()
    }
  })

  it('are deleted with their organization', async () => {
    const superAdmin = await server().signIn()
    const { database, playStore } = server().services
    const { organization } = await superAdmin.api.organizations.create({
      body: {
        name: 'Gone',
        email: 'gone@org.test',
        adminFirstName: 'A',
        adminLastName: 'B',
        password: 'password-1',
      },
    })
    const device = { deviceId: 'a-screen', organizationId: organization.id }
    await playStore.save([{ ...play(), ...device }])
    const { playNumber } = await database
      .selectFrom('organizations')
      .select('playNumber')
      .where('id', '=', organization.id)
      .executeTakeFirstOrThrow()
    await superAdmin.api.organizations.remove({ params: { id: organization.id } })
    // Its screens may still report plays.
    await playStore.save([{ ...play(), ...device }])
    await playStore.forget()
    expect(await rowsIn(server().services, playNumber)).toMatchObject({ plays: 0, totals: 0 })
  })
})
