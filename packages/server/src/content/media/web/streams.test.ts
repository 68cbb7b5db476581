import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard, page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'
import { checkPage } from './page-check.ts'
import { readPlaylist, VARIANTS_MAX } from './stream-check.ts'

const PLAYER = 'http://player.example:8081'
const OPEN = { 'access-control-allow-origin': '*' }

const PIECES = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:41\n#EXTINF:2,\npiece.ts\n'
const master = (count: number, uri = 'low.m3u8', codecs = 'avc1.64001f,mp4a.40.2') =>
  `#EXTM3U\n${`#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="${codecs}"\n${uri}\n`.repeat(count)}`
const key = (attributes: string) => PIECES.replace('#EXTINF', `#EXT-X-KEY:${attributes}\n#EXTINF`)

const PLAYLISTS: Record<string, string> = {
  '/live.m3u8': PIECES,
  '/low.m3u8': PIECES,
  '/ended.m3u8': `${PIECES}#EXT-X-ENDLIST\n`,
  '/master.m3u8': master(3),
  '/first-dead.m3u8': master(1, 'nowhere.m3u8') + master(1).replace('#EXTM3U\n', ''),
  '/first-empty.m3u8': master(2, 'without-pieces.m3u8') + master(1).replace('#EXTM3U\n', ''),
  '/all-dead.m3u8': master(1, 'nowhere.m3u8') + master(1, 'gone.m3u8').replace('#EXTM3U\n', ''),
  '/hundreds.m3u8': master(VARIANTS_MAX + 1),
  '/thousands.m3u8': master(20_000),
  '/many.m3u8': master(10_000, 'low.m3u8', 'avc1'),
  '/named': PIECES,
  '/words.m3u8': '<h1>Not found</h1>',
  '/empty.m3u8': '#EXTM3U\n#EXT-X-TARGETDURATION:2\n',
  '/to-empty.m3u8': master(1, 'empty.m3u8'),
  '/to-nowhere.m3u8': master(1, 'nowhere.m3u8'),
  '/without-pieces.m3u8': PIECES.replace('piece.ts', 'gone.ts'),
  '/secret-pieces.m3u8': PIECES.replace('piece.ts', 'closed.ts'),
  '/widevine.m3u8': key(
    'METHOD=SAMPLE-AES-CTR,URI="data:text/plain;base64,AA",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"',
  ),
  '/fairplay.m3u8': key('METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery"'),
  '/license.m3u8': key('METHOD=AES-128,URI="license",KEYFORMAT="com.example.drm"'),
  '/key.m3u8': key('METHOD=AES-128,URI="key"'),
  '/to-local.m3u8': master(1, 'http://10.0.0.1/low.m3u8'),
  '/to-local-piece.m3u8': PIECES.replace('piece.ts', 'http://169.254.169.254/latest/meta-data'),
}

describe('checking a live video', () => {
  let site: Server
  let base = ''
  const asked: string[] = []
  beforeAll(async () => {
    site = createServer(({ url = '' }, answer) => {
      asked.push(url)
      if (url === '/piece.ts') answer.writeHead(206, OPEN).end('G')
      else if (url === '/closed.ts') answer.writeHead(206).end('G')
      else if (url === '/closed.m3u8') answer.writeHead(200).end(PIECES)
      else if (url === '/others.m3u8')
        answer.writeHead(200, { 'access-control-allow-origin': 'https://tv.example.org' }).end(PIECES)
      else if (url === '/loop.m3u8') answer.writeHead(302, { ...OPEN, location: '/loop.m3u8' }).end()
      else if (url === '/there.m3u8') answer.writeHead(302, { ...OPEN, location: '/live.m3u8' }).end()
      else if (url === '/cut.m3u8') answer.destroy()
      else if (url === '/endless.m3u8' || url === '/flood.m3u8') {
        answer.writeHead(200, OPEN).write('#EXTM3U\n')
        const more =
          url === '/flood.m3u8' ? '#EXTINF:2,\npiece.ts\n'.repeat(20_000) : '#EXTINF:2,\npiece.ts\n'
        const timer = setInterval(() => answer.write(more), 50)
        answer.on('close', () => clearInterval(timer))
      } else if (PLAYLISTS[url] !== undefined) answer.writeHead(200, OPEN).end(PLAYLISTS[url])
      else answer.writeHead(404, OPEN).end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => site.once('listening', resolve))
    base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  })
  afterAll(() => void site.close())

  const look = (path: string) =>
    checkPage(base + path, { localHosts: [new URL(base).host], playerOrigin: PLAYER })

  it.each([
    ['/live.m3u8', { live: true, variants: 1 }],
    ['/there.m3u8', { live: true, variants: 1 }],
    ['/named', { live: true, variants: 1 }],
    ['/ended.m3u8', { live: false, variants: 1 }],
    ['/key.m3u8', { live: true, variants: 1 }],
    ['/first-dead.m3u8', { live: true, variants: 2 }],
    ['/first-empty.m3u8', { live: true, variants: 3 }],
    ['/master.m3u8', { live: true, variants: 3, codecs: ['avc1.64001f', 'mp4a.40.2'] }],
  ])('%s: screens can play it', async (path, stream) => {
    const check = await look(path)
    expect(check).toMatchObject({ problem: null, looked: true, stream })
    expect(check.stream?.hosts).toEqual([new URL(base).host])
  })

  it('loads a playlist once, whatever its URL ends with', async () => {
    for (const path of ['/named', '/live.m3u8']) {
      asked.length = 0
      await look(path)
      expect(asked).toEqual([path, '/piece.ts'])
    }
  })

  it.each([
    ['/words.m3u8', 'stream-broken'],
    ['/empty.m3u8', 'stream-broken'],
    ['/to-empty.m3u8', 'stream-broken'],
    ['/hundreds.m3u8', 'stream-large'],
    ['/many.m3u8', 'stream-large'],
    ['/thousands.m3u8', 'stream-large'],
    ['/flood.m3u8', 'stream-large'],
    ['/endless.m3u8', 'timeout'],
    ['/widevine.m3u8', 'stream-encrypted'],
    ['/fairplay.m3u8', 'stream-encrypted'],
    ['/license.m3u8', 'stream-encrypted'],
    ['/closed.m3u8', 'stream-cors'],
    ['/others.m3u8', 'stream-cors'],
    ['/secret-pieces.m3u8', 'stream-cors'],
    ['/to-nowhere.m3u8', 'status'],
    ['/all-dead.m3u8', 'status'],
    ['/without-pieces.m3u8', 'status'],
    ['/nowhere.m3u8', 'status'],
    ['/loop.m3u8', 'redirects'],
    ['/cut.m3u8', 'unreachable'],
  ])('%s: %s', async (path, problem) => {
    const started = performance.now()
    expect(await look(path)).toMatchObject({ problem, looked: true })
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  it.each(['/to-local.m3u8', '/to-local-piece.m3u8'])(
    '%s leads the server into no local network',
    async (path) => {
      expect(await look(path)).toMatchObject({ problem: null, looked: false })
    },
  )

  it('reads headers and pieces of other hosts from a playlist', () => {
    const playlist = readPlaylist(
      '\uFEFF#EXTM3U\r\n#EXT-X-MAP:URI="https://a.example/init.mp4"\r\n#EXTINF:4,\r\nhttps://b.example/1.m4s\r\n',
      'https://c.example/live.m3u8',
    )
    expect(playlist).toMatchObject({
      others: ['https://a.example/init.mp4'],
      pieces: ['https://b.example/1.m4s'],
      live: true,
    })
  })
})

describe('a live video in the library', () => {
  const server = useServer()
  const LIVE = 'https://cams.example.org/lobby.m3u8'
  const add = async (admin: Caller, more: object = {}) =>
    (await admin.api.webMedia.create({ body: { name: 'Lobby camera', address: LIVE, ...more } })).media

  it('is detected by its URL, unless the caller says that it is a page', async () => {
    const admin = await server().organization()
    expect((await add(admin)).web?.stream).toEqual({ fallbackId: null, sound: false })
    expect((await add(admin, { address: 'https://example.org/a.m3u8?session=1' })).web?.stream).toBeDefined()
    expect((await add(admin, { stream: null })).web).not.toHaveProperty('stream')
    expect((await add(admin, { address: 'https://example.org/live' })).web).not.toHaveProperty('stream')
    const named = await add(admin, { address: 'https://example.org/live', stream: { sound: true } })
    expect(named.web?.stream).toEqual({ fallbackId: null, sound: true })
  })

  /** The manifest data of a screen that plays a stream. */
  async function playing(admin: Caller, mediaId: string) {
    const [widget] = page().widgets
    const zone = {
      ...page(),
      name: 'Zone',
      widgets: [{ ...widget, id: 'w1', type: 'media-looper' }],
      config: { inputs: [{ name: 'w1-media', value: [{ mediaId }] }] },
    }
    const { layout } = await admin.api.layouts.create({ body: zone as never })
    const group = await makeGroup(admin, (await makeStoryboard(admin, { layoutIds: [layout.id] })).id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    return async () => (await screen.manifest()).group
  }

  it('is sent to screens with its fallback file, and with a changed one', async () => {
    const admin = await server().organization()
    const [first, second] = [await uploadOne(admin), await uploadOne(admin, 'b.png')]
    const media = await add(admin, { stream: { fallbackId: first.id } })
    const told = await playing(admin, media.id)
    const before = await told()
    expect(Object.keys(before.media).sort()).toEqual([media.id, first.id].sort())
    expect(Object.keys(before.files)).toEqual([first.src])
    const body = { name: media.name, address: LIVE, version: media.version }
    const stream = { fallbackId: second.id, sound: true }
    await admin.api.webMedia.update({ params: { id: media.id }, body: { ...body, stream } })
    const after = await told()
    expect(after.media[media.id]?.web?.stream).toEqual(stream)
    expect(after.media[media.id]?.sha256).not.toBe(before.media[media.id]?.sha256)
    expect(Object.keys(after.media)).toContain(second.id)
    expect(Object.keys(after.media)).not.toContain(first.id)
    // The first fallback is free again, and the second one is in use.
    await admin.api.media.remove({ params: { id: first.id } })
    await expect(admin.api.media.remove({ params: { id: second.id } })).rejects.toThrow('409')
  })

  it('counts as a user of its fallback, on pages and screens', async () => {
    const admin = await server().organization()
    const fallback = await uploadOne(admin)
    const media = await add(admin, { stream: { fallbackId: fallback.id } })
    await playing(admin, media.id)
    const uses = await admin.api.media.uses({ params: { id: fallback.id } })
    expect(uses.usedIn).toEqual([{ kind: 'stream', id: media.id, name: 'Lobby camera' }])
    expect([uses.storyboards.total, uses.screens.total]).toEqual([1, 1])
  })

  it('accepts images and videos of its organization as fallback, and nothing else', async () => {
    const [admin, other] = [await server().organization(), await server().organization()]
    const theirs = await uploadOne(other)
    const web = (await admin.api.webMedia.create({ body: { name: 'x', address: 'example.org' } })).media
    for (const fallbackId of [theirs.id, web.id, 'nowhere']) {
      const body = { name: 'x', address: LIVE, stream: { fallbackId } }
      const { status, body: answer } = await admin.call('POST', '/web-media', body)
      expect(status, fallbackId).toBe(400)
      expect(JSON.stringify(answer)).toContain('stream.fallbackId')
    }
    expect((await admin.api.media.list({ query: { kinds: 'web' } as never })).media.media).toHaveLength(1)
  })

  it('restores its fallback from the trash with itself, and plays without a permanently deleted one', async () => {
    const admin = await server().organization()
    const fallback = await uploadOne(admin)
    const media = await add(admin, { stream: { fallbackId: fallback.id } })
    const [params, file] = [{ id: media.id }, { id: fallback.id }]
    await admin.api.media.remove({ params })
    await admin.api.media.remove({ params: file })
    const { restored } = await admin.api.trash.restore({ params })
    expect(restored.also).toMatchObject([{ id: fallback.id }])
    expect((await admin.api.media.get({ params })).media.web).toEqual(media.web)
    await expect(admin.api.media.remove({ params: file })).rejects.toThrow('409')

    await admin.api.media.remove({ params })
    await admin.api.media.remove({ params: file })
    await admin.api.trash.remove({ params: file })
    await admin.api.trash.restore({ params })
    expect((await admin.api.media.get({ params })).media.web?.stream).toEqual({
      fallbackId: null,
      sound: false,
    })
  })

  it('is deleted with the folder that also has its fallback, and restored with it', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Live' } })
    const fallback = await uploadOne(admin)
    const media = await add(admin, { folderId: folder.id, stream: { fallbackId: fallback.id } })
    await admin.api.media.moveMany({ body: { ids: [fallback.id], folderId: folder.id } })
    await admin.api.media.removeFolder({ params: { id: folder.id } })
    await admin.api.trash.restore({ params: { id: folder.id } })
    expect((await admin.api.media.get({ params: { id: media.id } })).media.web).toEqual(media.web)
    await expect(admin.api.media.remove({ params: { id: fallback.id } })).rejects.toThrow('409')
  })
})
