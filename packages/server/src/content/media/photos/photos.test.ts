import type { WebMediaInput } from '@vitrine/contract/api/content/web-media'
import { PHOTO_FIELDS, photoKey } from '@vitrine/contract/document/photo-key'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Photographer } from '#content/media/photos/photographer.ts'
import { setApproval } from '#test/approval/scene.ts'
import { makeGroup, makeLayout, makeStoryboard, showing } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { chromium, PASSWORD, PATIENT, PATIENT_TEST, PhotographedSite, USER } from '#test/photographed-site.ts'
import { TestScreen } from '#test/screen.ts'

let site: PhotographedSite
beforeAll(async () => {
  site = await PhotographedSite.open()
})
afterAll(() => site.close())

const MINUTE = 60_000
type Picture = Parameters<Caller['api']['webMedia']['create']>[0]['body']['picture']
const SMALL = { width: 640, height: 360, every: 1 }
const form = (): Picture => ({
  ...SMALL,
  login: { kind: 'form', user: USER, page: site.address('/login'), password: PASSWORD },
})

/** With the site as a host of the local network that the operator allowed. */
const server = useServer({ LOCAL_HOSTS: '' })
const photographer = () => server().services.photographer as Photographer
const settle = () => {
  ;(server().services.settings as { LOCAL_HOSTS: string[] }).LOCAL_HOSTS = [site.host, site.otherHost]
  server().services.tools.chromium = chromium
  photographer().limits.time = PATIENT
}
beforeEach(settle)

const make = async (admin: Caller, path: string, picture: Picture, more: Partial<WebMediaInput> = {}) =>
  (
    await admin.api.webMedia.create({
      body: { name: 'Board', address: site.address(path), picture, ...more },
    })
  ).media
const stateOf = async (admin: Caller, id: string) =>
  (await admin.api.webMedia.photo({ params: { id } })).photo

describe('saving how a page is photographed', () => {
  it('never answers what is secret, and stores it sealed', async () => {
    const admin = await server().organization()
    const made = await make(admin, '/dashboard', form())
    expect(made.web?.picture).toMatchObject({ every: 1, login: { kind: 'form', user: USER, parts: [] } })
    expect((await stateOf(admin, made.id)).hasSecrets).toBe(true)
    const db = server().services.database
    const everything = await Promise.all(
      (['media', 'web_photos', 'web_logins', 'audit_entries', 'references', 'outbox'] as const).map((table) =>
        db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify([everything, made, await admin.api.audit.list({ query: {} })])).not.toContain(
      JSON.stringify(PASSWORD).slice(1, -1),
    )
    const [login] = await db.selectFrom('web_logins').selectAll().where('id', '=', made.id).execute()
    expect(login?.secret).toMatch(/^sealed:/)
  })

  it('keeps a secret that is sent empty, until the page is on another host', async () => {
    const admin = await server().organization()
    const made = await make(admin, '/basic', {
      ...SMALL,
      login: { kind: 'basic', user: USER, password: 'x1' },
    })
    const update = (address: string, password: string) => {
      const picture = { ...SMALL, login: { kind: 'basic' as const, user: USER, password } }
      return admin.call('PUT', `/web-media/${made.id}`, { name: 'Board', address, picture })
    }
    expect((await update(site.address('/basic?x=1'), '')).status).toBe(200)
    const moved = await update('https://elsewhere.example.org/', '')
    expect(moved).toMatchObject({
      status: 400,
      body: { errors: { 'picture.login.password': expect.any(String) } },
    })
    expect((await update('https://elsewhere.example.org/', 'new')).status).toBe(200)
    const back = await admin.call('PUT', `/web-media/${made.id}`, {
      name: 'Board',
      address: site.address('/basic'),
    })
    expect(back.status).toBe(200)
    expect(await stateOf(admin, made.id)).toMatchObject({ hasSecrets: false, nextAt: null })
    expect(
      await server()
        .services.database.selectFrom('web_logins')
        .select('id')
        .where('id', '=', made.id)
        .execute(),
    ).toEqual([])
  })

  it.each([
    [
      'a header with a line break',
      { login: { kind: 'headers', parts: [{ name: 'X-A', value: 'a\r\nHost: b' }] } },
    ],
    ['a name with a line break', { login: { kind: 'headers', parts: [{ name: 'X-A\r\nB', value: 'a' }] } }],
    ['another host', { login: { kind: 'headers', parts: [{ name: 'Host', value: 'a' }] } }],
    ['cookies as a header', { login: { kind: 'headers', parts: [{ name: 'cookie', value: 'a=b' }] } }],
    [
      'a forwarded address',
      { login: { kind: 'headers', parts: [{ name: 'X-Forwarded-For', value: '127.0.0.1' }] } },
    ],
    [
      'the same header twice',
      {
        login: {
          kind: 'headers',
          parts: [
            { name: 'a', value: 'a' },
            { name: 'A', value: 'b' },
          ],
        },
      },
    ],
    [
      'a cookie with attributes',
      { login: { kind: 'cookies', parts: [{ name: 'a', value: 'b; Domain=c' }] } },
    ],
    [
      'too many headers',
      {
        login: {
          kind: 'headers',
          parts: Array.from({ length: 9 }, (_, at) => ({ name: `a${at}`, value: 'b' })),
        },
      },
    ],
    ['a selector that ends a rule', { part: 'a{}</style>' }],
    ['a selector with a script', { hide: ['<script>alert(1)</script>'] }],
    [
      'a login page on this machine',
      { login: { kind: 'form', user: 'a', password: 'b', page: 'file:///etc/passwd' } },
    ],
    [
      'a login page with a password',
      { login: { kind: 'form', user: 'a', password: 'b', page: 'https://a:b@c.example' } },
    ],
    ['an endless wait', { wait: { until: 'seconds', seconds: 1000 } }],
    ['a picture of a million pixels', { width: 1_000_000 }],
    ['a picture each second', { every: 0 }],
    ['a login without a password', { login: { kind: 'basic', user: 'a' } }],
  ])('refuses %s', async (_, picture) => {
    const admin = await server().organization()
    const address = 'https://board.example.org/'
    expect(await admin.call('POST', '/web-media', { name: 'Board', address, picture })).toMatchObject({
      status: 400,
    })
  })

  it('refuses an address with values of screens', async () => {
    const admin = await server().organization()
    const body = { name: 'Board', address: 'https://board.example.org/{Screen: Team}', picture: SMALL }
    const refused = { status: 400, body: { errors: { address: expect.stringContaining('one picture') } } }
    expect(await admin.call('POST', '/web-media', body)).toMatchObject(refused)
  })
})

async function screenShowing(admin: Caller, mediaId: string): Promise<TestScreen> {
  const layout = await makeLayout(admin, showing(mediaId))
  const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
  const group = await makeGroup(admin, storyboard.id)
  return TestScreen.claim(server(), admin, { deviceGroupId: group.id })
}

const pictureOn = async (screen: TestScreen, id: string) => {
  const { body } = await screen.call(`/player/data/source?name=${encodeURIComponent(photoKey(id))}`)
  return (body as { source: { columns: string[]; rows: unknown[][] } | null }).source
}

describe.skipIf(chromium === null)('photographing pages', PATIENT_TEST, () => {
  it('keeps the picture, which screens get beside their manifest, and only if it changed', async () => {
    const admin = await server().organization()
    const made = await make(admin, '/dashboard', form())
    const screen = await screenShowing(admin, made.id)
    const before = await screen.manifest()
    await photographer().refresh()
    const state = await stateOf(admin, made.id)
    expect(state).toMatchObject({ problem: null, takenAt: server().clock.now(), isPossible: true })
    expect(before.group.sources).toContain(photoKey(made.id))
    expect(before.group.media[made.id]?.web?.picture).toEqual({ every: 1, caption: false })
    expect(JSON.stringify(before)).not.toContain(USER)
    const source = await pictureOn(screen, made.id)
    expect(source?.columns).toEqual([...PHOTO_FIELDS])
    const [sha256, mimetype] = source?.rows[0] ?? []
    expect(mimetype).toBe('image/png')
    expect((await screen.call(`/player/files/${sha256}`)).status).toBe(200)
    server().clock.advance(MINUTE)
    await photographer().refresh()
    const again = await stateOf(admin, made.id)
    expect(again).toMatchObject({ takenAt: server().clock.now(), changedAt: state.changedAt })
    site.title = `Turnover ${made.id}`
    server().clock.advance(MINUTE)
    await photographer().refresh()
    expect((await pictureOn(screen, made.id))?.rows[0]?.[0]).not.toBe(sha256)
    expect((await screen.manifest()).raw.group.hash).toBe(before.raw.group.hash)
    const item = (await admin.api.media.get({ params: { id: made.id } })).media
    expect(item).toMatchObject({ version: made.version, thumbnailId: expect.any(String) })
  })

  it('says why it fails, keeps the last picture, and tries again later', async () => {
    const admin = await server().organization()
    const made = await make(admin, '/flaky', SMALL)
    site.pages['/flaky'] = (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Fine')
    const screen = await screenShowing(admin, made.id)
    const { photo } = await admin.api.webMedia.photograph({ params: { id: made.id } })
    expect(photo).toMatchObject({ problem: null, takenAt: server().clock.now() })
    const shown = await pictureOn(screen, made.id)
    site.pages['/flaky'] = (response) => response.writeHead(503).end('down')
    for (let time = 1; time <= 3; time++) await admin.api.webMedia.photograph({ params: { id: made.id } })
    const failed = await stateOf(admin, made.id)
    expect(failed).toMatchObject({
      problem: 'status',
      detail: '503',
      takenAt: photo.takenAt,
      failingSince: expect.any(Number),
    })
    expect(failed.nextAt).toBeGreaterThan(server().clock.now() + MINUTE)
    expect(await pictureOn(screen, made.id)).toEqual(shown)
    const { failing } = await admin.api.widgetData.failing()
    expect(failing).toMatchObject([{ kind: 'picture', address: made.id, name: 'Board' }])
    const body = { name: 'Board', address: site.address('/nowhere'), picture: SMALL }
    await admin.api.webMedia.update({ params: { id: made.id }, body })
    expect(await pictureOn(screen, made.id)).toEqual(shown)
    await admin.api.webMedia.photograph({ params: { id: made.id } })
    expect((await pictureOn(screen, made.id))?.rows).toEqual([])
  })

  it('photographs what was approved until a change is approved, under strict approval', async () => {
    const admin = await server().organization()
    const made = await make(admin, '/open', SMALL)
    const screen = await screenShowing(admin, made.id)
    await photographer().refresh()
    const before = await pictureOn(screen, made.id)
    await setApproval(admin, 'strict')
    site.pages['/other'] = (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Not approved')
    const body = { name: 'Board', address: site.address('/other'), picture: SMALL }
    await admin.api.webMedia.update({ params: { id: made.id }, body })
    site.headers['/other'] = []
    await photographer().refresh()
    expect(site.headers['/other']).toEqual([])
    expect((await pictureOn(screen, made.id))?.rows[0]?.slice(0, 3)).toEqual(before?.rows[0]?.slice(0, 3))
  })

  it('is deleted with its page, restored without the secrets of the login, and frees old pictures', async () => {
    const admin = await server().organization()
    const made = await make(admin, '/dashboard', form())
    await photographer().refresh()
    const db = server().services.database
    const files = () =>
      db.selectFrom('thumbnails').select('sha256').where('organizationId', '=', made.organizationId).execute()
    const first = await files()
    site.title = `Other ${made.id}`
    await admin.api.webMedia.photograph({ params: { id: made.id } })
    const second = await files()
    expect([first.length, second.length]).toEqual([2, 2])
    expect(second).not.toEqual(first)
    await admin.api.media.remove({ params: { id: made.id }, body: {} })
    expect(await db.selectFrom('web_logins').select('id').where('id', '=', made.id).execute()).toEqual([])
    const { trash } = await admin.api.trash.list({ query: {} })
    await admin.api.trash.restore({ params: { id: trash[0]?.id ?? '' } })
    expect(await stateOf(admin, made.id)).toMatchObject({ hasSecrets: false, takenAt: expect.any(Number) })
    await admin.api.webMedia.photograph({ params: { id: made.id } })
    expect(await stateOf(admin, made.id)).toMatchObject({ problem: 'login-missing' })
  })

  /** As of another server on the same database. */
  const beside = () => {
    const { database, publisher, settings, clock, log, seal, blobs, tools } = server().services
    const parts = { database, publisher, settings, clock, log, seal, blobs, tools: { ...tools, chromium } }
    const other = new Photographer(parts, { idle: true })
    other.limits.time = PATIENT
    return other
  }

  it('is done by one of two servers for each page', async () => {
    server().services.tools.chromium = null
    const admin = await server().organization()
    const paths = ['/one', '/two', '/three']
    for (const path of paths)
      site.pages[path] = (response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Fine')
    const ids: string[] = []
    for (const path of paths) ids.push((await make(admin, path, SMALL)).id)
    await Promise.all([beside(), beside()].map((each) => each.refresh()))
    for (const id of ids) expect(await stateOf(admin, id)).toMatchObject({ problem: null })
    expect(paths.map((path) => site.headers[path]?.length)).toEqual([1, 1, 1])
  })

  it('is done by another server minutes after one died while it photographed', async () => {
    server().services.tools.chromium = null
    const admin = await server().organization()
    const isAsked = Promise.withResolvers<void>()
    site.pages['/dying'] = () => isAsked.resolve()
    const { id } = await make(admin, '/dying', SMALL)
    const [dying, other] = [beside(), beside()]
    const looked = dying.refresh()
    await isAsked.promise
    site.pages['/dying'] = (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Fine')
    await Promise.all([looked, dying.close()])
    await other.refresh()
    expect(await stateOf(admin, id)).toMatchObject({ takenAt: null, problem: null })
    server().clock.advance(3 * MINUTE)
    await other.refresh()
    expect(await stateOf(admin, id)).toMatchObject({ takenAt: server().clock.now(), problem: null })
  })

  it('is another organization that waits for no one else', async () => {
    const [one, other] = [await server().organization(), await server().organization()]
    const ids = await Promise.all([
      make(one, '/held', SMALL).then(({ id }) => id),
      make(other, '/beside', SMALL).then(({ id }) => id),
    ])
    const [isHeld, isBeside] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    site.pages['/held'] = async (response) => {
      isHeld.resolve()
      // Answered only once the other page is asked for too.
      await isBeside.promise
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Held')
    }
    site.pages['/beside'] = (response) => {
      isBeside.resolve()
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Beside')
    }
    const held = problemOf(one, ids[0])
    await isHeld.promise
    expect(await Promise.all([held, problemOf(other, ids[1])])).toEqual([null, null])
  })
})

const problemOf = async (caller: Caller, id: string) =>
  (await caller.api.webMedia.photograph({ params: { id } })).photo.problem
