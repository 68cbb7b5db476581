import type { ReportedPlay } from '@vitrine/contract/api/screens/plays'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { evaluateAlerts } from '#operations/alerts/evaluate.ts'
import { page } from '#test/content.ts'
import { type Caller, TestServer } from '#test/harness.ts'
import { MailServer } from '#test/mail-server.ts'
import { TestScreen } from '#test/screen.ts'
import { form, noise, picture } from '#test/uploads.ts'

const HOUR = 3_600_000
/** A Monday morning, when the report about Nov 16 to 22 is due. */
const DUE = Date.parse('2026-11-23T07:00:00Z')

describe('reports by email', () => {
  let server: TestServer
  let mail: MailServer
  beforeAll(async () => {
    mail = new MailServer()
    server = await TestServer.start({ SMTP_URL: await mail.start() })
  })
  afterAll(async () => {
    await server.close()
    await mail.close()
  })
  afterEach(() => server.services.database.deleteFrom('alert_rules').execute())

  const weekly = { every: 'week', timezone: 'Etc/GMT' } as const
  const rule = async (admin: Caller & { email: string }, more: object = {}) => {
    const users = server.services.database.updateTable('users').set({ emailVerified: 1 })
    await users.where('email', '=', admin.email).execute()
    const body = { name: 'Owner', causes: [], emails: [admin.email], report: weekly, ...more }
    return (await admin.api.alerts.create({ body })).alert
  }
  const evaluate = () => evaluateAlerts(server.services.database, server.services)
  const until = async (instant: number) => {
    server.clock.advance(instant - server.clock.now())
    await evaluate()
    await evaluate()
    await server.services.outbox.wake()
    return mail.mails.splice(0).map(({ text }) => text)
  }

  it('are sent once for each period, with plays, pictures, and a file', async () => {
    const admin = await server.organization()
    const { organizationId } = admin
    const licence = { number: 'L-report', devicesCount: 1, organizationId }
    await (await server.signIn()).api.licences.create({ body: licence })
    const screen = await TestScreen.claim(server, admin, { name: 'Lobby <b>' })
    const { body } = await admin.call(
      'POST',
      '/thumbnail/createCardThumbnail',
      form([{ field: 'thumbnail', name: 'a.png', content: await picture() }]),
    )
    const { thumbnailId } = body as { thumbnailId: string }
    const made = await admin.api.cards.create({ body: { name: 'Soup & bread', thumbnailId, ...page() } })
    const play = (from: number): ReportedPlay => ({
      ...{ id: `play-${from}`, kind: 'page', storyboardId: 's', pageId: made.card.id, mediaId: null },
      ...{ name: 'Soup & bread', from, to: from + 1800_000 },
    })
    const now = server.clock.now()
    await screen.api.player.plays({ body: { plays: [play(now - 2 * HOUR), play(now - HOUR)] } })
    await rule(admin)

    expect(await until(DUE - 1)).toEqual([])
    const [first, ...more] = await until(DUE)
    expect(more).toEqual([])
    expect(first).toMatch(/Subject: .*Your_screens,_Nov_16/)
    expect(first).toContain('1 of 1 screen played')
    expect(first).toContain('2 plays, 1 h on screen')
    expect(first).toContain('Soup & bread (2 times)')
    expect(first).toContain('<bdi>Lobby &lt;b&gt;</bdi>')
    expect(first).toContain('src="cid:top-0"')
    expect(first).toContain('Content-ID: <top-0>')
    expect(first).toContain('filename=plays.csv')
    expect(first).toContain('/#/app/plays?first=2026-11-16&last=2026-11-22')
    expect(await until(DUE + HOUR)).toEqual([])
    const [second] = await until(DUE + 7 * 24 * HOUR)
    expect(second).toContain('0 of 1 screen played')
    expect(second).not.toContain('Most played')
  })

  it('wait for the end of quiet hours, and list what needs attention', async () => {
    const admin = await server.organization()
    const quiet = { from: '12:00 AM', to: '09:00 AM', timezone: 'Etc/GMT' }
    await rule(admin, { quiet, causes: ['storage'] })
    const monday = Date.parse('2026-12-07T08:59:00Z')
    expect(await until(monday)).toEqual([])
    expect(await until(monday + 60_000)).toEqual([expect.stringContaining('All good.')])
    // Attempts that fail are repeated, and wait for the end too.
    const rows = await server.services.database.selectFrom('outbox').select('quiet').execute()
    expect(rows).toContainEqual({ quiet: JSON.stringify(quiet) })
  })

  const license = async ({ organizationId }: { organizationId: string }) =>
    (await server.signIn()).api.licences.create({
      body: { number: `L-${organizationId.slice(-8)}`, devicesCount: 9, organizationId },
    })
  const play = (from: number, more: Partial<ReportedPlay> = {}): ReportedPlay => ({
    ...{ id: `play-${from}`, kind: 'page', storyboardId: 's', pageId: 'p', mediaId: null },
    ...{ name: 'Menu', from, to: from + 600_000, ...more },
  })
  /** Creates a rule; sessions expire while days pass. Returns its next report. */
  const reporter = async (admin: Caller & { email: string }, more: object = {}) => {
    const { id } = await rule(admin, more)
    return async () => {
      const { database, outbox } = server.services
      await database.updateTable('alert_rules').set({ reportAt: 0 }).where('id', '=', id).execute()
      await evaluate()
      await outbox.wake()
      return mail.mails.splice(0)[0]?.text ?? ''
    }
  }

  it('list what needs attention even if the rule reports no problems, and screens that never connected', async () => {
    const admin = await server.organization()
    await license(admin)
    const screen = await TestScreen.claim(server, admin, { name: 'Lobby' })
    for (const name of ['Bar', 'Door']) await TestScreen.claim(server, admin, { name })
    const next = await reporter(admin)
    await screen.report({ group: '', device: '' })
    await server.services.reports.flush()
    server.clock.advance(HOUR)
    const report = await next()
    expect(report).toContain('- Lobby is offline')
    expect(report).toContain('- 2 screens have never connected')
    expect(report).toContain('<bdi>2 screens have never connected</bdi>')
    expect(report).not.toContain('All good')
  })

  it('share no play between two days of a time zone with a half-hour offset', async () => {
    const admin = await server.organization()
    await license(admin)
    const screen = await TestScreen.claim(server, admin, { name: 'Lobby' })
    // Midnight in Kolkata is at 18:30 UTC.
    const midnight = Math.floor(server.clock.now() / (24 * HOUR)) * 24 * HOUR - 5.5 * HOUR
    await screen.api.player.plays({ body: { plays: [play(midnight - 20 * 60_000)] } })
    const next = await reporter(admin, { report: { every: 'day', timezone: 'Asia/Kolkata' } })
    const counts: string[] = []
    for (let day = 0; day < 3; day += 1) {
      counts.push(/(\d+) plays?, /.exec(await next())?.[1] ?? '')
      server.clock.advance(24 * HOUR)
    }
    expect(counts.toSorted()).toEqual(['0', '0', '1'])
  })

  it('count the time of pages, not of the media in them too', async () => {
    const admin = await server.organization()
    await license(admin)
    const screen = await TestScreen.claim(server, admin, { name: 'Lobby' })
    const from = server.clock.now() - 2 * HOUR
    const whole = { to: from + HOUR }
    const film = play(from, { ...whole, id: 'play-film', kind: 'media', mediaId: 'm', name: 'Film' })
    await screen.api.player.plays({ body: { plays: [play(from, whole), film] } })
    const next = await reporter(admin)
    server.clock.advance(7 * 24 * HOUR)
    const report = await next()
    expect(report).toContain('2 plays, 1 h on screen')
    expect(report).toContain('- Film (1 time)')
    expect(report).toMatch(/<bdi>Lobby<\/bdi><\/td><td[^>]*>1 h</)
  })

  it('show pages of photos, whose thumbnails are large, as complete images', async () => {
    const admin = await server.organization()
    await license(admin)
    const screen = await TestScreen.claim(server, admin, { name: 'Lobby' })
    const photo = await noise(95_000)
    const thumbnail = form([{ field: 'thumbnail', name: 'a.png', content: photo }])
    const { body } = await admin.call('POST', '/thumbnail/createCardThumbnail', thumbnail)
    const { thumbnailId } = body as { thumbnailId: string }
    const { card } = await admin.api.cards.create({ body: { name: 'Menu', thumbnailId, ...page() } })
    const from = server.clock.now() - 2 * HOUR
    await screen.api.player.plays({ body: { plays: [play(from, { pageId: card.id })] } })
    const next = await reporter(admin)
    server.clock.advance(7 * 24 * HOUR)
    const report = await next()
    expect(report).toContain('src="cid:top-0"')
    const base64 = /Content-ID: <top-0>[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\s]+?)--/.exec(report)?.[1] ?? ''
    expect(Buffer.from(base64, 'base64').equals(photo)).toBe(true)
  })

  it('list every item in the file, or say how many', async () => {
    const admin = await server.organization()
    await license(admin)
    const screen = await TestScreen.claim(server, admin, { name: 'Lobby' })
    const from = server.clock.now() - 2 * HOUR
    const items = (first: number, count: number) =>
      Array.from({ length: count }, (_, n) =>
        play(from + n, { id: `play-item-${first + n}`, pageId: `page-${first + n}`, to: from + n + 1000 }),
      )
    const rows = (report: string) =>
      Buffer.from(/filename=plays\.csv\s+([A-Za-z0-9+/=\s]+)/.exec(report)?.[1] ?? '', 'base64')
        .toString()
        .split('\r\n').length - 2
    await screen.api.player.plays({ body: { plays: items(0, 300) } })
    const next = await reporter(admin)
    server.clock.advance(7 * 24 * HOUR)
    const first = await next()
    expect(rows(first)).toBe(300)
    expect(first).not.toContain('plays.csv lists')
    for (const more of [300, 700]) await screen.api.player.plays({ body: { plays: items(more, 400) } })
    const second = await next()
    expect(rows(second)).toBe(1000)
    expect(second).toContain('plays.csv lists the 1,000 items that played longest.')
  })

  it('begin with the next period when a rule changes to send them', async () => {
    const admin = await server.organization()
    const { id, version } = await rule(admin, { causes: ['storage'], report: null })
    const change = (report: object, version: number) => {
      const body = { name: 'Owner', causes: [], emails: [admin.email], report, version }
      return admin.api.alerts.update({ params: { id }, body: body as never })
    }
    const { database } = server.services
    await database.updateTable('alert_rules').set({ reportAt: 0 }).where('id', '=', id).execute()
    await change(weekly, version)
    expect(await until(server.clock.now())).toEqual([])
    await change({ every: 'day', timezone: 'Etc/GMT' }, version + 1)
    expect(await until(server.clock.now())).toEqual([])
    expect(await until(server.clock.now() + 24 * HOUR)).toHaveLength(1)
  })

  it("keep no alert from being sent when they can't be made", async () => {
    const admin = await server.organization()
    const { organizationId } = admin
    const { id } = await rule(admin, { causes: ['licence'] })
    const { database, playStore } = server.services
    const body = { number: 'L-soon', devicesCount: 1, expiresAt: '2026-11-24', organizationId }
    await (await server.signIn()).api.licences.create({ body })
    await database.updateTable('alert_rules').set({ reportAt: 0 }).where('id', '=', id).execute()
    const broken = Object.create(playStore, {
      report: { value: () => Promise.reject(new Error('Too many plays')) },
    })
    const messages = () =>
      database
        .selectFrom('alert_messages')
        .select('kind')
        .where('organizationId', '=', organizationId)
        .orderBy('at')
        .execute()
    await evaluateAlerts(database, { ...server.services, playStore: broken })
    expect(await messages()).toEqual([{ kind: 'alert' }])
    await evaluate()
    expect(await messages()).toContainEqual({ kind: 'report' })
    await server.services.outbox.wake()
    mail.mails.splice(0)
  })

  it('about one thing are a PDF for a customer, sent once after each period until the rule is deleted', async () => {
    const admin = await server.organization()
    await license(admin)
    const screen = await TestScreen.claim(server, admin, { name: 'Lobby' })
    const { card } = await admin.api.cards.create({ body: { name: 'Soup', ...page() } })
    const from = server.clock.now() - 2 * HOUR
    await screen.api.player.plays({ body: { plays: [play(from, { pageId: card.id, name: 'Soup' })] } })
    const about = { itemId: card.id, customer: 'Café <b>' }
    const { id } = await rule(admin, { report: { ...weekly, about } })
    const { alert } = await admin.api.alerts.get({ params: { id } })
    expect(alert.report?.about).toEqual({ ...about, name: 'Soup' })
    const monday = Date.parse('2027-01-04T07:00:00Z')
    server.clock.advance(Math.max(0, monday - server.clock.now()))
    const { database } = server.services
    await database.updateTable('alert_rules').set({ reportAt: 0 }).where('id', '=', id).execute()
    const both = await Promise.all([evaluate(), evaluate()])
    expect(both.reduce((sum, sent) => sum + sent, 0)).toBe(1)
    await server.services.outbox.wake()
    const [first, ...more] = mail.mails.splice(0).map(({ text }) => text)
    expect(more).toEqual([])
    expect(first).toContain('filename=report.pdf')
    expect(first).toContain('Café &lt;b&gt;')
    const pdf = /filename=report\.pdf\s+([A-Za-z0-9+/=\s]+)/.exec(first ?? '')?.[1] ?? ''
    expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    await evaluate()
    await server.services.outbox.wake()
    expect(mail.mails.splice(0)).toEqual([])
  })

  it('are about something of the organization, and about one thing', async () => {
    const [admin, stranger] = [await server.organization(), await server.organization()]
    const { card } = await stranger.api.cards.create({ body: { name: 'Soup', ...page() } })
    for (const about of [{ itemId: card.id }, { itemId: 'x', storyboardId: 'y' }, {}])
      await expect(rule(admin, { report: { ...weekly, about } })).rejects.toMatchObject({ status: 400 })
  })

  it('keep no pictures in the outbox, once sent or where no mail server is set up', async () => {
    const admin = await server.organization()
    const { id } = await rule(admin)
    await server.services.database
      .updateTable('alert_rules')
      .set({ reportAt: 0 })
      .where('id', '=', id)
      .execute()
    await evaluate()
    const rich = () => server.services.database.selectFrom('outbox').select(['status', 'rich']).execute()
    expect((await rich()).filter((row) => row.rich !== null)).toEqual([
      { status: 'waiting', rich: expect.stringContaining('<!doctype html>') },
    ])
    const { messages } = await (await server.signIn()).api.outbox.list()
    expect(messages[0]).not.toHaveProperty('rich')
    await server.services.outbox.wake()
    expect((await rich()).filter((row) => row.rich !== null)).toEqual([])
  })
})
