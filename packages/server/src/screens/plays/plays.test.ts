import type { ReportedPlay } from '@vitrine/contract/api/screens/plays'
import { describe, expect, it } from 'vitest'
import { dayOf, playDays } from '#db/plays/days.ts'
import { csvHead, csvLines } from '#lib/csv.ts'
import { makeStoryboard } from '#test/content.ts'
import { PLAY_STORES } from '#test/faults/clickhouse.ts'
import { refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'
import { PLAY_COLUMNS } from './csv.ts'

const DAY = 86_400_000

describe.each(PLAY_STORES)('proof of play in $store', ({ env, isClickhouse }) => {
  const server = useServer(env)
  const now = () => server().clock.now()
  let made = 0
  const play = (more: Partial<ReportedPlay> = {}): ReportedPlay => ({
    id: `play-${String(++made).padStart(6, '0')}`,
    kind: 'page',
    storyboardId: 's',
    pageId: 'p',
    mediaId: null,
    name: 'Welcome',
    from: now() - 20_000,
    to: now() - 10_000,
    ...more,
  })

  it('is one row however often it is sent, with the latest end', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin, { name: 'Lobby' })
    const one = play()
    const send = (...plays: ReportedPlay[]) => screen.api.player.plays({ body: { plays } })
    expect(await send(one)).toEqual({ accepted: 1, refused: 0 })
    await Promise.all([
      send(one),
      send({ ...one, to: one.to + 5000 }),
      send(one, { ...one, to: one.to + 2000 }),
    ])
    await send(one)
    const { plays, total } = await admin.api.plays.list()
    expect(total).toBe(1)
    expect(plays[0]).toMatchObject({
      deviceName: 'Lobby',
      name: 'Welcome',
      from: one.from,
      to: one.to + 5000,
      seconds: 15,
    })
  })

  it('refuses impossible plays, and stores the others', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const bad = [
      play({ from: now(), to: now() - 1 }),
      play({ from: now() - 61 * DAY, to: now() - 61 * DAY + 1000 }),
      play({ to: now() + DAY }),
    ]
    expect(await screen.api.player.plays({ body: { plays: [...bad, play()] } })).toEqual({
      accepted: 1,
      refused: 3,
    })
    expect((await admin.api.plays.list()).total).toBe(1)
    // In any year: on PostgreSQL every day is a table.
    const years = [0, 1, 2e12, 8e15, now() - 3650 * DAY, now() + 3650 * DAY]
    const ofYears = years.map((from) => play({ from, to: from + 1000 }))
    const answer = await screen.api.player.plays({ body: { plays: ofYears } })
    expect(answer).toMatchObject({ accepted: 0 })
    const sixty = Array.from({ length: isClickhouse ? 6 : 60 }, (_, n) =>
      play({ from: now() - n * DAY - 1000, to: now() - n * DAY }),
    )
    await screen.api.player.plays({ body: { plays: sixty } })
    const days = await playDays(server().services.database)
    const today = dayOf(now())
    for (const day of days) expect([day, day >= today - 61 && day <= today]).toEqual([day, true])
    const tooMany = Array.from({ length: 501 }, () => play())
    expect((await refused(screen.api.player.plays({ body: { plays: tooMany } }))).status).toBe(400)
  })

  it('belongs to the reporting screen: the same id from another screen is another play', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const [one, two] = await claimScreens(server(), admin, ['One', 'Two'])
    const foreign = await TestScreen.claim(server(), stranger)
    const same = play()
    for (const screen of [one, two, foreign]) await screen?.api.player.plays({ body: { plays: [same] } })
    expect((await admin.api.plays.list()).total).toBe(2)
    expect((await stranger.api.plays.list()).total).toBe(1)
  })

  it('can be filtered, summed, and exported as a file', async () => {
    const admin = await server().organization()
    const storyboard = await makeStoryboard(admin)
    const [one, two] = await claimScreens(server(), admin, ['One', 'Two'])
    const story = { storyboardId: storyboard.id }
    const media = { kind: 'media', mediaId: 'm', name: 'Film' } as const
    await one?.api.player.plays({
      body: { plays: [play(story), play({ ...story, ...media, from: now() - DAY })] },
    })
    await two?.api.player.plays({
      body: { plays: [play({ ...story, ...media }), play({ name: '=SUM(A1)' })] },
    })
    const totalOf = async (query: Record<string, unknown>) => (await admin.api.plays.list({ query })).total
    expect(await totalOf({ deviceId: one?.deviceId })).toBe(2)
    expect(await totalOf({ kind: 'media' })).toBe(2)
    expect(await totalOf({ from: now() - 60_000 })).toBe(3)
    expect(await totalOf({ storyboardId: storyboard.id, search: 'film' })).toBe(2)
    const { totals } = await admin.api.plays.totals()
    expect(totals[0]).toMatchObject({ kind: 'media', itemId: 'm', plays: 2, screens: 2, name: 'Film' })
    const { status, body, headers } = await admin.call('GET', '/plays/export')
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toContain('.csv')
    const lines = String(body).trimEnd().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(body).toContain("'=SUM(A1)")
    expect(body).toContain(storyboard.name)
  })

  it('is exported only as fast as the client reads, and no longer once it disconnects', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    await screen.api.player.plays({ body: { plays: [play()] } })
    const [one] = (await admin.api.plays.list()).plays
    if (!one) throw new Error('It has no play')
    const { playStore } = server().services
    let [read, ended] = [0, false]
    playStore.every = async function* () {
      try {
        for (;;) {
          read++
          yield Array(400).fill(one)
        }
      } finally {
        ended = true
      }
    }
    try {
      const leaving = new AbortController()
      const answer = await fetch(`${server().origins.console}/api/plays/export`, {
        // Equal rows compress a thousandfold: the socket would be full after minutes.
        headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'identity' },
        signal: leaving.signal,
      })
      const reader = answer.body?.getReader()
      expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
      let before = -1
      // The socket buffers are full after a while.
      const isStill = () => {
        const same = before === read
        before = read
        return same
      }
      await expect.poll(isStill, { interval: 200 }).toBe(true)
      expect(read).toBeLessThan(1000)
      expect(ended).toBe(false)
      leaving.abort()
      await expect.poll(() => ended).toBe(true)
    } finally {
      Reflect.deleteProperty(playStore, 'every')
    }
  })

  it('is exported by the rules of CSV', () => {
    expect(csvHead(PLAY_COLUMNS).split(',')[0]).toBe('\ufeffStart (UTC)')
    const line = csvLines(PLAY_COLUMNS, [
      {
        ...play({ name: 'a,"b"\nc', from: 0, to: 1000 }),
        deviceId: 'd',
        deviceName: '@cmd',
        storyboardName: '',
        organizationId: 'o',
        seconds: 1,
      },
    ])
    expect(line).toContain('"a,""b""\nc"')
    expect(line).toContain(",'@cmd,")
  })

  it('is deleted after PLAYS_KEEP_DAYS', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    await screen.api.player.plays({ body: { plays: [play()] } })
    const { playStore } = server().services
    expect(await playStore.forget()).toEqual({ plays: 0, hours: 0, days: 0 })
    expect((await admin.api.plays.list()).total).toBe(1)
    server().clock.advance(402 * DAY)
    const gone = await playStore.forget()
    expect(gone.plays + gone.days).toBeGreaterThan(0)
    expect(gone.hours).toBeGreaterThan(0)
    const superAdmin = await server().signIn()
    expect((await superAdmin.api.plays.list()).total).toBe(0)
    expect((await superAdmin.api.plays.report()).report).toMatchObject({ plays: 0, hours: [] })
  })
})
