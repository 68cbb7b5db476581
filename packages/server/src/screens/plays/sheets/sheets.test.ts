import type { ReportedPlay } from '@vitrine/contract/api/screens/plays'
import { pathOf } from '@vitrine/contract/client'
import { daysBefore, playsPerDay, spanOfDays } from '@vitrine/contract/schedule/report-days'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, TestServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('a report to send', () => {
  let server: TestServer
  let admin: Caller
  let screens: TestScreen[]
  beforeAll(async () => {
    server = await TestServer.start()
    const made = await server.organization()
    admin = made
    const licence = { number: 'L-sheet', devicesCount: 9, organizationId: made.organizationId }
    await (await server.signIn()).api.licences.create({ body: licence })
    screens = [
      await TestScreen.claim(server, made, { name: 'Lobby' }),
      await TestScreen.claim(server, made, { name: 'Bar' }),
    ]
    // Three days of plays, a page and the media in it, on two screens.
    const now = server.clock.now()
    for (const [at, screen] of screens.entries())
      for (let day = 1; day <= 3; day++) {
        const from = now - day * DAY + at * HOUR
        const play = (n: number, more: Partial<ReportedPlay> = {}): ReportedPlay => ({
          ...{ id: `play-${at}-${day}-${n}`, kind: 'page', storyboardId: 's1', pageId: `p${n % 2}` },
          ...{ mediaId: null, name: `Page ${n % 2}`, from: from + n * 60_000, to: from + (n + 1) * 60_000 },
          ...more,
        })
        const media = play(9, { kind: 'media', mediaId: 'm1', name: 'Soup' })
        await screen.api.player.plays({ body: { plays: [...[0, 1, 2, 3].map((n) => play(n)), media] } })
      }
  })
  afterAll(() => server.close())

  const days = () => {
    const [last, first] = [server.clock.now(), server.clock.now() - 4 * DAY]
    const text = (at: number) => new Date(at).toISOString().slice(0, 10)
    return { first: text(first), last: text(last), timezone: 'Etc/GMT' }
  }

  it.each([
    ['a storyboard', { storyboardId: 's1' }, { storyboardId: 's1', kind: 'page' as const }],
    ['a page', { itemId: 'p0' }, { itemId: 'p0' }],
    ['a media item', { itemId: 'm1' }, { itemId: 'm1' }],
    ['everything', {}, { kind: 'page' as const }],
    ['something unknown', { itemId: 'nothing' }, { itemId: 'nothing' }],
  ])('about %s has the totals of the plays that the list has', async (_what, about, filter) => {
    const { sheet } = await admin.api.plays.sheet({ query: { ...days(), ...about } })
    const span = spanOfDays('Etc/GMT', { firstDay: sheet.firstDay, lastDay: sheet.lastDay })
    const query = { ...span, ...filter, page: 1, pageSize: 200 }
    const { plays, total } = await admin.api.plays.list({ query })
    expect(sheet.plays).toBe(total)
    expect(sheet.seconds).toBe(plays.reduce((sum, { seconds }) => sum + seconds, 0))
    expect(sheet.screensCount).toBe(new Set(plays.map(({ deviceId }) => deviceId)).size)
    const sum = (rows: readonly { plays: number }[]) => rows.reduce((all, row) => all + row.plays, 0)
    expect([sum(sheet.days), sum(sheet.screens), sum(sheet.places)]).toEqual([total, total, total])
    expect(sheet.days).toHaveLength(5)
  })

  it('is a PDF in one call, in the language that it is asked in, whatever the names are', async () => {
    const query = { ...days(), itemId: 'm1', customer: 'Café Zoë مقهى' }
    for (const language of ['de', 'ar', 'xx']) {
      const answer = await admin.call(
        'GET',
        pathOf({ path: '/plays/sheet.pdf' } as never, { query: { ...query, language } } as never),
      )
      expect(answer.status).toBe(200)
      expect(String(answer.body).slice(0, 5)).toBe('%PDF-')
    }
  })

  it('shows no plays of another organization, and refuses days that make no period', async () => {
    const stranger = await server.organization()
    const { sheet } = await stranger.api.plays.sheet({ query: { ...days(), storyboardId: 's1' } })
    expect(sheet).toMatchObject({ plays: 0, screens: [], proofs: [], name: '' })
    const turned = { ...days(), first: days().last, last: days().first }
    await expect(admin.api.plays.sheet({ query: turned })).rejects.toMatchObject({ status: 400 })
    const long = { ...days(), first: '2020-01-01' }
    await expect(admin.api.plays.sheet({ query: long })).rejects.toMatchObject({ status: 400 })
  })

  it('has a screenshot as proof only if its screen showed the subject then', async () => {
    const [lobby] = screens
    const { database, clock } = server.services
    const picture = {
      ...{ organizationId: (await admin.api.auth.profile()).profile.organization?.id ?? '' },
      ...{ width: 1, height: 1, mimetype: 'image/jpeg', image: '', partial: 0 },
    }
    const { plays } = await admin.api.plays.list({ query: { itemId: 'p0', page: 1, pageSize: 200 } })
    const play = plays.find(({ deviceName }) => deviceName === 'Lobby')
    const id = play?.deviceId ?? ''
    const proofs = async (takenAt: number, about: object) => {
      await database.deleteFrom('pictures').execute()
      await database
        .insertInto('pictures')
        .values({ ...picture, id, takenAt })
        .execute()
      return (await admin.api.plays.sheet({ query: { ...days(), ...about } })).sheet.proofs
    }
    const during = (play?.from ?? 0) + 10_000
    expect(await proofs(during, { itemId: 'p0' })).toEqual([
      { deviceId: id, deviceName: 'Lobby', takenAt: during },
    ])
    expect(await proofs(during, { itemId: 'p1' })).toEqual([])
    expect(await proofs(clock.now(), { storyboardId: 's1' })).toEqual([])
    expect(lobby).toBeDefined()
  })
})

describe('the days of a report', () => {
  it.each([
    ['week', '2026-11-23', '2026-11-16', '2026-11-22'],
    ['week', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['month', '2026-03-01', '2026-02-01', '2026-02-28'],
    ['month', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['day', '2026-01-01', '2025-12-31', '2025-12-31'],
  ] as const)('the last %s before %s is %s to %s', (every, day, firstDay, lastDay) => {
    expect(daysBefore(every, day)).toEqual({ firstDay, lastDay })
  })

  it('begin and end by the clocks of their zone, and every hour is in one of them', () => {
    const week = { firstDay: '2026-10-19', lastDay: '2026-10-25' }
    const { from, to } = spanOfDays('Europe/Berlin', week)
    expect((to - from) / HOUR).toBe(7 * 24 + 1)
    const hours = Array.from({ length: (to - from) / HOUR }, (_, n) => [from / HOUR + n, 1, 60] as const)
    const perDay = playsPerDay(hours, 'Europe/Berlin', week)
    expect(perDay.map(({ plays }) => plays)).toEqual([24, 24, 24, 24, 24, 24, 25])
    expect(playsPerDay([[to / HOUR, 1, 1]], 'Europe/Berlin', week).every(({ plays }) => plays === 0)).toBe(
      true,
    )
  })
})
