import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Feed, PrayerTimes, Weather } from '@vitrine/contract/api/data/widget-data'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, refused, TestServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-11-21T12:00:00Z')

/** A day from Open-Meteo for Cairo: midnight there is 22:00 of the previous day in UTC. */
const forecast = (temperature: number) => ({
  utc_offset_seconds: 7200,
  current: {
    time: NOW / 1000,
    temperature_2m: temperature,
    relative_humidity_2m: 44,
    wind_speed_10m: 12.5,
    is_day: 0,
    weather_code: 61,
  },
  daily: {
    time: [Date.parse('2026-11-20T22:00:00Z') / 1000, Date.parse('2026-11-21T22:00:00Z') / 1000],
    weather_code: [0, 95],
    temperature_2m_max: [29, 28],
    temperature_2m_min: [18, 17],
  },
})

describe('live data', () => {
  let world: Server
  let server: TestServer
  let admin: Caller & { organizationId: string; email: string }
  let screen: TestScreen
  let base = ''
  const asked: string[] = []
  let answer: (path: string) => [number, string]
  const good = (path: string): [number, string] =>
    path.startsWith('/v1/forecast')
      ? [200, JSON.stringify(forecast(asked.length))]
      : [
          200,
          `<rss version="2.0"><channel><title>News ${asked.length}</title><item><title>One</title></item></channel></rss>`,
        ]

  beforeAll(async () => {
    world = createServer((request, response) => {
      const path = request.url ?? ''
      asked.push(path)
      if (path.startsWith('/slow')) return
      const [status, body] = answer(path)
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    await new Promise<void>((resolve) => world.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(world.address() as AddressInfo).port}`
    base = `http://${host}`
    answer = good
    server = await TestServer.start({ WEATHER_URL: base, LOCAL_HOSTS: host })
    admin = await server.organization()
    screen = await TestScreen.claim(server, admin)
  })
  // The clock advances far between the tests.
  beforeEach(async () => {
    admin = { ...admin, ...(await server.signIn({ email: admin.email, password: 'password-1' })) }
  })
  afterAll(async () => {
    await server.close()
    world.closeAllConnections()
    world.close()
  })
  const weather = async (location?: string) =>
    (await screen.api.screenData.weather({ query: { location } })).weather
  const feed = async (path: string) =>
    (await screen.api.screenData.feed({ query: { url: base + path } })).feed

  it('weather: requests the place in its zone, and gives people and screens the same', async () => {
    const data = await weather()
    expect(data).toEqual({
      place: 'Cairo',
      temperature: asked.length,
      condition: 'rain',
      isDay: false,
      humidity: 44,
      wind: 12.5,
      days: [
        { date: '2026-11-21', high: 29, low: 18, condition: 'clear' },
        { date: '2026-11-22', high: 28, low: 17, condition: 'thunder' },
      ],
      at: NOW,
    })
    expect(Weather.parse(data)).toEqual(data)
    const query = new URL(asked.at(-1) ?? '', base).searchParams
    expect([query.get('latitude'), query.get('longitude'), query.get('timezone')]).toEqual([
      '30.0626',
      '31.2497',
      'Africa/Cairo',
    ])
    expect((await admin.api.widgetData.weather()).weather).toEqual(data)
  })

  it('SSRF-12: fetches once for 30 concurrent requests', async () => {
    const before = asked.length
    const answers = await Promise.all(Array.from({ length: 30 }, () => weather('riyadh')))
    expect(asked.length).toBe(before + 1)
    expect(new Set(answers.map((each) => each?.temperature)).size).toBe(1)
  })

  it('refreshes in the background, not while a caller waits', async () => {
    const first = await weather('alexandria')
    server.clock.advance(10 * MINUTE)
    expect(await weather('alexandria')).toEqual(first)
    server.clock.advance(8 * MINUTE)
    await server.services.live.refresh()
    const before = asked.length
    const second = await weather('alexandria')
    expect(second?.temperature).toBeGreaterThan(first?.temperature ?? 0)
    expect(asked.length).toBe(before)
  })

  it('SSRF-13: the last good value stays through failures of every kind', async () => {
    const first = await feed('/news')
    expect(first?.title).toMatch(/^News/)
    for (const bad of [
      [500, 'broken'],
      [200, ''],
      [200, '<html><body>Sign in to the Wi-Fi</body></html>'],
      [302, ''],
    ] as [number, string][]) {
      answer = () => bad
      server.clock.advance(20 * MINUTE)
      await server.services.live.refresh()
      expect(await feed('/news')).toEqual(first)
    }
    answer = good
    server.clock.advance(20 * MINUTE)
    await server.services.live.refresh()
    const after = await feed('/news')
    expect(after?.at).toBeGreaterThan(first?.at ?? 0)
    expect(Feed.parse(after)).toEqual(after)
  })

  it('feeds: null if unavailable, without a reason', async () => {
    const urls = [
      'http://127.0.0.1:9/feed',
      'http://169.254.169.254/latest/meta-data',
      'http://localhost/feed',
      'http://2130706433/feed',
    ]
    for (const url of urls) {
      const before = asked.length
      expect((await admin.api.widgetData.feed({ query: { url } })).feed, url).toBeNull()
      expect((await screen.api.screenData.feed({ query: { url } })).feed, url).toBeNull()
      expect(asked.length).toBe(before)
    }
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'not an address'])
      expect((await refused(admin.api.widgetData.feed({ query: { url } }))).status, url).toBe(400)
  })

  it('feeds: an organization can add a limited number of addresses per hour', async () => {
    const other = await server.organization()
    const ask = (n: number) =>
      other.call('GET', `/widget-data/feed?url=${encodeURIComponent(`${base}/n${n}`)}`)
    const statuses = []
    for (let n = 0; n < 61; n++) statuses.push((await ask(n)).status)
    expect(statuses).toEqual([...Array(60).fill(200), 429])
    expect((await ask(3)).status).toBe(200)
  })

  it('prayer: today is among the days, the same for people and screens', async () => {
    const { prayer } = await admin.api.widgetData.prayer()
    expect(PrayerTimes.parse(prayer)).toEqual(prayer)
    expect(prayer).toMatchObject({ place: 'Cairo', timezone: 'Africa/Cairo' })
    expect(prayer.days.map(({ date }) => date)).toContain('2026-11-21')
    expect((await screen.api.screenData.prayer()).prayer).toEqual(prayer)
    const others = await Promise.all(
      [0, 5, 12].map(
        async (method) => (await admin.api.widgetData.prayer({ query: { method } })).prayer.days[1]?.fajr,
      ),
    )
    expect(new Set(others).size).toBe(3)
  })

  it('refuses unknown cities and methods', async () => {
    for (const location of ['nowhere-at-all', '../etc', '%'])
      expect((await refused(weather(location))).status).toBe(404)
    for (const method of [6, 15, -1, 1.5, Number.NaN])
      expect((await refused(admin.api.widgetData.prayer({ query: { method } }))).status).toBe(400)
  })

  it('requires a session or a screen', async () => {
    const nobody = server.as().api
    for (const call of [nobody.widgetData.weather, nobody.screenData.weather, screen.api.widgetData.weather])
      expect((await refused(call())).status).toBe(401)
    const paired = await fetch(`${server.origins.player}/api/player/data/prayer`, {
      headers: { authorization: `Bearer ${screen.token}` },
    })
    expect(paired.status).toBe(200)
  })
})
