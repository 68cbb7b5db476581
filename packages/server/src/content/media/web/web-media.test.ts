import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard, page } from '#test/content.ts'
import { TestClock, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { fetchFile } from '#test/uploads.ts'
import { checkPage, PageChecks, refusalOf } from './page-check.ts'

const PLAYER = 'http://player.example:8081'

describe('checking a page', () => {
  let site: Server
  let base = ''
  beforeAll(async () => {
    site = createServer(({ url = '' }, answer) => {
      const html = { 'content-type': 'text/html' }
      if (url === '/fine') answer.writeHead(200, html).end('<h1>Hello</h1>')
      else if (url === '/blank') answer.writeHead(200, html).end('<html><body> </body></html>')
      else if (url === '/script')
        answer.writeHead(200, html).end('<body><script src="app.js"></script></body>')
      else if (url === '/deny') answer.writeHead(200, { ...html, 'x-frame-options': 'DENY' }).end('<p>x')
      else if (url === '/self')
        answer.writeHead(200, { ...html, 'x-frame-options': 'SAMEORIGIN' }).end('<p>x')
      else if (url === '/none')
        answer.writeHead(200, { ...html, 'content-security-policy': "frame-ancestors 'none'" }).end('<p>x')
      else if (url === '/down') answer.writeHead(502).end()
      else if (url === '/loop') answer.writeHead(302, { location: '/loop' }).end()
      else if (url === '/there') answer.writeHead(302, { location: '/fine' }).end()
      else if (url === '/inside') answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      else if (url === '/zip') answer.writeHead(200, { 'content-type': 'application/zip' }).end('x')
      else if (url === '/huge') answer.writeHead(200, html).end(Buffer.alloc(9 * 1024 * 1024))
      else if (url === '/cut') answer.destroy()
      else if (url === '/headers')
        answer.socket?.write(`HTTP/1.1 200 OK\r\n${`X-Fill: ${'a'.repeat(8000)}\r\n`.repeat(1300)}\r\n`)
      else if (url === '/endless') {
        answer.writeHead(200, html)
        const timer = setInterval(() => answer.write('<p>more'), 100)
        answer.on('close', () => clearInterval(timer))
      } else if (url === '/lazy') answer.writeHead(302, { location: '/fine' }).write('never ends')
      else answer.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => site.once('listening', resolve))
    base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  })
  afterAll(() => void site.close())

  const look = (path: string, playerOrigin = PLAYER) =>
    checkPage(base + path, { localHosts: [new URL(base).host], playerOrigin })

  it.each([
    ['/fine', null],
    ['/script', null],
    ['/there', null],
    ['/blank', 'blank'],
    ['/deny', 'frame-options'],
    ['/self', 'frame-options'],
    ['/none', 'frame-ancestors'],
    ['/down', 'status'],
    ['/nowhere', 'status'],
    ['/loop', 'redirects'],
    ['/zip', 'not-a-page'],
    ['/huge', 'too-large'],
    ['/cut', 'unreachable'],
    ['/headers', 'unreachable'],
    ['/endless', 'timeout'],
    ['/lazy', 'timeout'],
  ])('%s: %s', async (path, problem) => {
    expect(await look(path)).toMatchObject({ problem, looked: true })
  })

  it("reports the final URL, and that a player on https can't open http", async () => {
    expect((await look('/there')).address).toBe(`${base}/fine`)
    expect(await look('/fine', 'https://player.example')).toMatchObject({ problem: 'mixed-content' })
  })

  it('enters no local network that the operator has not allowed, not even by a redirect', async () => {
    const options = { localHosts: [], playerOrigin: PLAYER }
    expect(await checkPage(`${base}/fine`, options)).toMatchObject({ problem: null, looked: false })
    expect(await look('/inside')).toMatchObject({ problem: null, looked: false })
  })
})

const OWNER = { organizationId: 'o', userId: 'u' }

describe('checks of one address', () => {
  const clock = new TestClock()
  let calls = 0
  let problem: 'status' | null = null
  let wait = 0
  const checks = new PageChecks(clock, async (address) => {
    calls++
    const found = { problem, looked: true, detail: '', address }
    await new Promise((resolve) => setTimeout(resolve, wait))
    return found
  })
  const ask = (address = 'https://example.org/') => checks.soon(address, OWNER)

  it('are shared by screens for a minute, and for less while something is wrong', async () => {
    await Promise.all(Array.from({ length: 500 }, () => ask()))
    clock.advance(59_000)
    await ask()
    expect(calls).toBe(1)
    problem = 'status'
    clock.advance(2000)
    expect((await ask()).problem).toBe('status')
    problem = null
    clock.advance(14_000)
    expect((await ask()).problem).toBe('status')
    clock.advance(2000)
    expect((await ask()).problem).toBe(null)
    expect(calls).toBe(3)
  })

  it("are repeated for a person, and don't delay screens if a site is slow", async () => {
    clock.advance(4000)
    await checks.now('https://example.org/', OWNER)
    expect(calls).toBe(4)
    wait = 3000
    problem = 'status'
    clock.advance(61_000)
    expect((await ask()).problem).toBe(null)
    expect((await checks.now('https://example.org/', OWNER)).problem).toBe('status')
    expect((await ask()).problem).toBe('status')
    expect(calls).toBe(5)
  })

  it('queue per organization, and are skipped when 30 wait', async () => {
    wait = 0
    const checks = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(`https://site${n}.example/`)))
    expect(checks.filter(({ looked }) => looked)).toHaveLength(31)
  })
})

it.each([
  [{}, false],
  [{ 'x-frame-options': 'ALLOWALL' }, false],
  [{ 'x-frame-options': 'sameorigin' }, true],
  [{ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' }, false],
  [{ 'content-security-policy': "default-src 'self'" }, false],
  [{ 'content-security-policy': "default-src 'self'; frame-ancestors 'self'" }, true],
  [{ 'content-security-policy': 'frame-ancestors http://player.example:8081' }, false],
  [{ 'content-security-policy': 'frame-ancestors *.example:*' }, false],
  [{ 'content-security-policy': 'frame-ancestors http:' }, false],
  [{ 'content-security-policy': 'frame-ancestors https://player.example' }, true],
  [{ 'content-security-policy': 'frame-ancestors http://player.example' }, true],
  [{ 'content-security-policy': ['frame-ancestors *', "frame-ancestors 'none'"] }, true],
])('%j refuses the player: %s', (headers, refuses) => {
  expect(refusalOf(headers, 'https://site.example/', PLAYER) !== undefined).toBe(refuses)
})

describe('a web page in the library', () => {
  const server = useServer()

  it('is played with its URL and settings, and screens receive changes', async () => {
    const admin = await server().organization()
    const body = { name: 'Board', address: 'http://10.0.0.5:3000/d/1', refreshSeconds: 60, zoom: 125 }
    const { media } = await admin.api.webMedia.create({ body })
    const web = { address: 'http://10.0.0.5:3000/d/1', refreshSeconds: 60, zoom: 125 }
    expect(media).toMatchObject({ name: 'Board', mimetype: 'text/html', src: '', size: 0, web })
    const { media: listed } = await admin.api.media.list({ query: { kinds: 'web' } as never })
    expect(listed.media.map(({ id }) => id)).toEqual([media.id])
    expect((await admin.api.media.list({ query: { kinds: 'package' } as never })).media.media).toEqual([])

    const [widget] = page().widgets
    const zone = {
      ...page(),
      name: 'Zone',
      widgets: [{ ...widget, id: 'w1', type: 'media-looper' }],
      config: { inputs: [{ name: 'w1-media', value: [{ mediaId: media.id }] }] },
    }
    const { layout } = await admin.api.layouts.create({ body: zone as never })
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const shown = async () => (await screen.manifest()).group.media[media.id]
    const first = await shown()
    expect(first).toMatchObject({ mimetype: 'text/html', web })
    expect((await screen.manifest()).group.files).toEqual({})

    const changed = { name: 'Board', address: 'https://youtu.be/dQw4w9WgXcQ', refreshSeconds: 0, zoom: 100 }
    await admin.api.webMedia.update({
      params: { id: media.id },
      body: { ...changed, version: media.version },
    })
    const second = await shown()
    // Its hash identifies the content, like a file's.
    expect(second?.sha256).not.toBe(first?.sha256)
    expect(second?.web?.address).toContain('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?')
  })

  it('is checked for screens of the same organization only', async () => {
    const [admin, other] = [await server().organization(), await server().organization()]
    const body = { name: 'Board', address: 'http://10.0.0.5:3000/' }
    const { media } = await admin.api.webMedia.create({ body })
    const [screen, theirs] = [
      await TestScreen.claim(server(), admin),
      await TestScreen.claim(server(), other),
    ]
    const params = { mediaId: media.id }
    expect((await screen.api.screenSites.check({ params })).check).toMatchObject({ looked: false })
    await expect(theirs.api.screenSites.check({ params })).rejects.toThrow('404')
  })

  it.each([
    ['https://me:secret@example.org/', 'password'],
    ['javascript:alert(1)', 'url'],
  ])('refuses the address %s', async (address, words) => {
    const admin = await server().organization()
    const { status, body } = await admin.call('POST', '/web-media', { name: 'x', address })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(words)
  })

  it('is restored from the trash with its address', async () => {
    const admin = await server().organization()
    const { media } = await admin.api.webMedia.create({ body: { name: 'x', address: 'example.org' } })
    const params = { id: media.id }
    await admin.api.media.remove({ params })
    expect((await fetchFile(server(), admin, `/trash/${media.id}/picture`)).status).toBe(404)
    await admin.api.trash.restore({ params })
    expect((await admin.api.media.get({ params })).media.web).toEqual(media.web)
  })

  it('has no file to replace', async () => {
    const admin = await server().organization()
    const { media } = await admin.api.webMedia.create({ body: { name: 'x', address: 'example.org' } })
    expect((await admin.call('POST', `/media/${media.id}/file`)).status).toBeGreaterThanOrEqual(400)
  })
})
