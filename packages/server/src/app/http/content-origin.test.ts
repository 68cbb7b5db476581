import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get as send } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { urlToHttpOptions } from 'node:url'
import { FRAMED_BY, MISSING_PAGE_HTML } from '@vitrine/contract/document/package-files'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard, page } from '#test/content.ts'
import { type Caller, TestServer, useServer } from '#test/harness.ts'
import { sha256, TestScreen } from '#test/screen.ts'
import { picture, uploadOne } from '#test/uploads.ts'
import { menuBoard, zipOf } from '#test/zip.ts'

/** A page with a media zone that shows these media. */
const zone = (...mediaIds: string[]) => ({
  ...page(),
  widgets: page().widgets.map((widget) => ({ ...widget, id: 'z', type: 'media-looper' })),
  config: { inputs: [{ name: 'z-media', value: mediaIds.map((mediaId) => ({ mediaId, duration: 5 })) }] },
})

/** The worker as the server answers a made-up Host header. */
const workerFor = async ({ origins }: TestServer, host: string) => {
  const request = send({ ...urlToHttpOptions(new URL(`${origins.content}/worker.js`)), headers: { host } })
  const [answer] = (await once(request, 'response')) as [Readable]
  return text(answer)
}

describe('the content origin', () => {
  const server = useServer()
  const get = (url: string, init?: RequestInit) => fetch(server().origins.content + url, init)

  async function screenWith(admin: Caller, ...mediaIds: string[]) {
    const { layout } = await admin.api.layouts.create({
      body: { ...zone(...mediaIds), name: `L ${mediaIds[0]}` },
    })
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    return TestScreen.claim(server(), admin, { deviceGroupId: group.id })
  }

  it("a screen gets a package's files with hash and size, can load each, and never the zip", async () => {
    const admin = await server().organization()
    const zip = menuBoard()
    const { id, src } = await uploadOne(admin, 'menu.zip', zip)
    const screen = await screenWith(admin, id)
    const { group } = await screen.manifest()
    const medium = group.media[id]
    expect(medium?.mimetype).toBe('application/zip')
    expect(Object.keys(medium?.files ?? {})).toEqual([
      'board.css',
      'board.js',
      'index.html',
      'model.json',
      'schema.json',
      'widgets.json',
    ])
    expect(Object.keys(group.files).sort()).toEqual(Object.values(medium?.files ?? {}).sort())
    expect(group.files).not.toHaveProperty(src)
    for (const [hash, { size }] of Object.entries(group.files)) {
      const { status, body } = await screen.call(`/player/files/${hash}`)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      expect(status).toBe(200)
      if (typeof body === 'string') expect([sha256(text), Buffer.byteLength(text)]).toEqual([hash, size])
    }
    for (const path of Object.keys(medium?.files ?? {}))
      expect((await get(`/p/${medium?.sha256}/${path}`)).status).toBe(200)
    const stranger = await TestScreen.claim(server(), await server().organization())
    const [first = ''] = Object.keys(group.files)
    expect((await stranger.call(`/player/files/${first}`)).status).toBe(404)
  })

  it('new values make another version, and the old one stays while screens may show it', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin, 'menu.zip', menuBoard())
    const logo = await uploadOne(admin, 'logo.png', await picture('pink'))
    const screen = await screenWith(admin, id)
    const before = (await screen.manifest()).group
    const model = { title: 'Tonight', logo: [{ mediaId: logo.id }] }
    await admin.api.media.update({ params: { id }, body: { name: 'Menu', model } })
    const after = (await screen.manifest()).group
    const [old, present] = [before.media[id]?.sha256, after.media[id]?.sha256]
    expect(present).not.toBe(old)
    expect(after.files).toHaveProperty(logo.src)
    const title = async (hash = '') =>
      ((await (await get(`/p/${hash}/model.json`)).json()) as { title: string }).title
    expect([await title(old), await title(present)]).toEqual(['Today', 'Tonight'])
    expect((await get(`/p/${present}/_media/${logo.id}.png`)).headers.get('content-type')).toBe('image/png')
  })

  it('ISO-01, ISO-08, FILE-10, HDR-02: serves packages and nothing else, and no script as a service worker', async () => {
    const admin = await server().organization()
    const zip = zipOf([
      { name: 'index.html', content: 'page' },
      { name: 'sw.js', content: 'self' },
    ])
    const { id } = await uploadOne(admin, 'a.zip', zip)
    const hash = (await (await screenWith(admin, id)).manifest()).group.media[id]?.sha256
    for (const path of [`/p/${hash}/`, `/p/${hash}/index.html`]) {
      const answer = await get(path)
      expect(await answer.text()).toBe('page')
      const player = server().origins.player
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `sandbox allow-scripts allow-same-origin; frame-ancestors ${player}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
        'origin-agent-cluster': '?1',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'permissions-policy': expect.stringContaining('microphone=()'),
      })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    const asWorker = { headers: { 'service-worker': 'script' } }
    for (const path of [`/p/${hash}/sw.js`, `/p/${hash}/index.html`, '/keeper.js', '/worker.js/x', '/'])
      expect((await get(path, asWorker)).status).toBe(403)
    for (const path of [
      '/',
      '/api/health',
      '/api/media',
      '/p/',
      '/p/x/index.html',
      `/p/${'0'.repeat(64)}/index.html`,
    ])
      expect((await get(path)).status).toBe(404)
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await get(`/p/${hash}/index.html`, { method })).status).toBe(404)
  })

  it('a frame that is led to a missing file gets a page that says so; a script that asks for one gets 404', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin, 'a.zip', zipOf([{ name: 'index.html', content: 'page' }]))
    const hash = (await (await screenWith(admin, id)).manifest()).group.media[id]?.sha256
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const page = await get(`/p/${hash}/gone.html`, { headers: { accept } })
    expect([page.status, page.headers.get('cache-control'), await page.text()]).toEqual([
      404,
      'no-store',
      MISSING_PAGE_HTML,
    ])
    expect(page.headers.get('content-security-policy')).toContain('sandbox allow-scripts')
    const data = await get(`/p/${hash}/gone.json`)
    expect([data.status, await data.json()]).toEqual([404, expect.objectContaining({ errKey: 'NOT_FOUND' })])
  })

  it('packages play at addresses that screens are moving from', async () => {
    const former = ['http://192.0.2.10:8081', 'http://old.example']
    const assets = mkdtempSync(path.join(tmpdir(), 'vitrine-assets-'))
    mkdirSync(path.join(assets, 'player', 'content-origin'), { recursive: true })
    writeFileSync(path.join(assets, 'player', 'content-origin', 'keeper.html'), 'keeper')
    writeFileSync(path.join(assets, 'player', 'content-origin', 'worker.js'), `rights: ${FRAMED_BY}`)
    const other = await TestServer.start({ FORMER_PLAYER_URLS: former.join() }, { assets })
    const { headers } = await fetch(`${other.origins.content}/keeper.html`)
    expect(headers.get('content-security-policy')).toContain(
      `frame-ancestors ${other.origins.player} ${former.join(' ')}`,
    )
    const worker = await fetch(`${other.origins.content}/worker.js`)
    expect(await worker.text()).toBe(`rights: frame-ancestors ${other.origins.player} ${former.join(' ')}`)
    expect(await workerFor(other, 'a`;alert(1);`.example')).toBe(
      `rights: frame-ancestors 'none' ${former.join(' ')}`,
    )
    await other.close()
    rmSync(assets, { recursive: true })
  })

  it('one page erases the storage of packages; no other response does', async () => {
    const assets = mkdtempSync(path.join(tmpdir(), 'vitrine-assets-'))
    const folder = path.join(assets, 'player', 'content-origin')
    mkdirSync(folder, { recursive: true })
    for (const name of ['forget.html', 'forget.js', 'keeper.html', 'keeper.js', 'worker.js'])
      writeFileSync(path.join(folder, name), name)
    const other = await TestServer.start({}, { assets })
    const headersOf = async (name: string) => (await fetch(`${other.origins.content}/${name}`)).headers
    expect(Object.fromEntries(await headersOf('forget.html'))).toMatchObject({
      'clear-site-data': '"cache", "storage"',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining(`frame-ancestors ${other.origins.player}`),
    })
    for (const name of ['forget.js', 'keeper.html', 'keeper.js', 'worker.js'])
      expect((await headersOf(name)).get('clear-site-data')).toBeNull()
    await other.close()
    rmSync(assets, { recursive: true })
  })

  it('gives a screen its own URL under the host name that the screen called', async () => {
    const { port } = new URL(server().origins.content)
    const url = new URL('/api/player/content-origin', server().origins.player)
    for (const host of ['127.0.0.1', 'localhost']) {
      url.hostname = host
      expect(await (await fetch(url)).json()).toEqual({ url: `http://${host}:${port}` })
    }
  })

  it('X-042: a package that a page shows is not deleted', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin, 'menu.zip', menuBoard())
    const { layout } = await admin.api.layouts.create({ body: { ...zone(id), name: 'Zone' } })
    const shown = await fetch(
      `${server().origins.console}/api/media/preview/${admin.organizationId}/${id}/?token=${admin.token}`,
    )
    const hash = new URL(shown.url).pathname.split('/')[3]?.split('.')[0]
    const { status, body } = await admin.call('DELETE', `/media/${id}`)
    expect([status, (body as { errKey: string }).errKey]).toEqual([409, 'USED_IN_CARD'])
    expect((await get(`/p/${hash}/`)).status).toBe(200)
    await admin.api.layouts.remove({ params: { id: layout.id } })
    await admin.api.media.remove({ params: { id } })
  })
})
