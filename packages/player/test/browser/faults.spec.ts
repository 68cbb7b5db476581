import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import type { DevicePart, ManifestContent } from '@vitrine/contract/api/playback/manifest'
import {
  colorPage,
  contentOf,
  devicePart,
  groupPart,
  scheduleOf,
  type TestFile,
  zonePage,
} from '#test/content.ts'
import { test } from './screen.ts'

const RED = '4,0,0'
const BLUE = '0,0,4'
const LIME = '0,4,0'

const groupWith = (media: Record<string, TestFile>, name: string, interval = 30) =>
  groupPart(
    contentOf(
      [{ id: name, items: [{ page: zonePage(`p-${name}`, Object.keys(media), { interval }), seconds: 60 }] }],
      media,
    ),
    scheduleOf(name),
  )

test('PLAY-07 a full disk keeps what plays, is reported, and recovers', async ({ tv }) => {
  const { page, server, secure, colour } = tv
  await tv.connect(secure, groupWith({ red: await tv.image('red') }, 'old'), devicePart())
  await expect.poll(colour).toBe(RED)
  const devtools = await page.context().newCDPSession(page)
  const { usage } = await page.evaluate(() => navigator.storage.estimate())
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: secure, quotaSize: (usage ?? 0) + 1000 })
  server.publish('group', groupWith({ blue: tv.video('blue') }, 'new'))
  await expect.poll(tv.problems, { timeout: 60_000 }).toMatch(/not enough space|quota/i)
  expect(await colour()).toBe(RED)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: secure })
  await page.reload()
  await expect.poll(colour, { timeout: 60_000 }).toBe(BLUE)
})

test('PLAY-08 files that the browser evicts are downloaded again; without the server the rest plays', async ({
  tv,
}) => {
  const { page, server, secure, colour } = tv
  const media = { red: await tv.image('red'), blue: await tv.image('blue') }
  await tv.connect(secure, groupWith(media, 's', 2), devicePart())
  await expect.poll(colour).toBe(RED)
  const evict = () => page.evaluate(() => caches.delete('vitrine-files'))
  await evict()
  await page.reload()
  await expect.poll(colour, { timeout: 60_000 }).toBe(RED)
  await expect.poll(colour).toBe(BLUE)

  await page.evaluate(async (sha256) => {
    await (await caches.open('vitrine-files')).delete(`/files/${sha256}`)
  }, media.red.sha256)
  await server.close()
  await page.reload()
  await expect.poll(colour, { timeout: 60_000 }).toBe(BLUE)
})

test('PLAY-12 PLAY-23 what cannot be shown is skipped within five seconds, and reported to the server only', async ({
  tv,
}) => {
  const { page, server, secure, colour } = tv
  const file = (text: string, mimetype: string): TestFile => {
    const bytes = Buffer.from(text)
    return { sha256: server.addFile(bytes, mimetype), size: bytes.length, mimetype }
  }
  const media = {
    noVideo: { ...file('this is no video at all', 'video/mp4'), duration: 5 },
    noPicture: file('nor is this a picture', 'image/png'),
    empty: { ...file('', 'video/webm'), duration: 5 },
    good: await tv.image('lime'),
  }
  const broken = groupPart(
    contentOf(
      [
        {
          id: 's',
          items: [
            { page: zonePage('broken', ['noVideo', 'noPicture', 'empty']), seconds: 30 },
            { page: zonePage('mixed', ['noVideo', 'noPicture', 'good']), seconds: 30 },
          ],
        },
      ],
      media,
    ),
    scheduleOf('s', { activeFrom: Date.now() }),
  )
  await tv.connect(secure, broken, devicePart())
  await expect.poll(colour).toBe(LIME)
  await expect
    .poll(tv.problems, { timeout: 60_000 })
    .toMatch(/Can't (?:show|play)[\s\S]*Skipped page|Skipped page[\s\S]*Can't (?:show|play)/)
  expect((await page.locator('body').innerText()).trim()).toBe('')
})

test('PLAY-12 the first page waits for a slow script of widgets and is not skipped', async ({ tv }) => {
  const { page, server, insecure, colour } = tv
  // Insecure origins have no service worker: each start loads the script from the server.
  await page.route(/layout-view-[^/]*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 12_000))
    await route.continue()
  })
  await tv.connect(insecure, groupWith({ red: await tv.image('red') }, 's'), devicePart())
  await expect.poll(colour).toBe(RED)
  const told = server.heartbeats.length
  const heard = () => {
    tv.problems()
    return server.heartbeats.length
  }
  await expect.poll(heard).toBeGreaterThan(told)
  expect(tv.problems()).not.toContain('Skipped')
})

test('PLAY-12 a screen that is turned off, and gets no frames, keeps its position and skips no page', async ({
  tv,
}) => {
  const { page, server, secure } = tv
  const items = ['#ff0000', '#0000ff'].map((colour) => ({
    page: colorPage(colour.slice(1), colour),
    seconds: 5,
  }))
  const story = groupPart(contentOf([{ id: 's', items }]), scheduleOf('s', { activeFrom: Date.now() }))
  await tv.connect(secure, story, devicePart())
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
  })
  for (const colour of ['ff0000', '0000ff', 'ff0000', '0000ff'])
    await expect(page.locator('.page[data-state=front] [data-page]')).toHaveCSS(
      'background-color',
      colour === 'ff0000' ? 'rgb(255, 0, 0)' : 'rgb(0, 0, 255)',
    )
  const told = server.heartbeats.length
  const heard = () => {
    tv.problems()
    return server.heartbeats.length
  }
  await expect.poll(heard).toBeGreaterThan(told)
  expect(tv.problems()).not.toContain('Skipped')
})

test('PLAY-13 after its page’s process crashes, a screen restarts and plays', async ({ tv }) => {
  const { page, server, secure } = tv
  const group = groupPart(
    contentOf([{ id: 's', items: [{ page: colorPage('p', '#ff0000'), seconds: 5 }] }]),
    scheduleOf('s'),
  )
  await tv.connect(secure, group, devicePart())
  const died = page.waitForEvent('crash')
  void page.goto('chrome://crash').catch(() => undefined)
  await died
  await server.close()
  // Simulates the kiosk setup's restart; without the server, so everything loads from disk.
  const again = await page.context().newPage()
  await again.goto(secure)
  await again.locator('.page[data-state=front]').waitFor()
})

test('PLAY-01 the first picture appears within two seconds of a start from disk', async ({ tv }) => {
  const { page, server, secure, colour } = tv
  await tv.connect(secure, groupWith({ red: await tv.image('red') }, 's'), devicePart())
  await expect.poll(colour).toBe(RED)
  await server.close()
  const front = page.locator('.page[data-state=front]')
  // Only timers count, not the speed of this machine: the clock is stopped while something loads.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.reload({ waitUntil: 'commit' })
  let waited = 0
  const isShown = () =>
    front.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    )
  for (; !(await isShown()) && waited < 2000; waited += 100) await page.clock.runFor(100)
  expect(waited).toBeLessThan(2000)
  await page.clock.resume()
  await expect.poll(colour).toBe(RED)
})

test('PLAY-14 a black page whose file is not black is skipped and reported; one whose file is black plays', async ({
  tv,
}) => {
  const { page, secure, colour } = tv
  const media = { green: tv.video('green'), black: await tv.image('black') }
  const items = (['green', 'black'] as const).map((name) => ({
    page: zonePage(name, [name]),
    seconds: 36_000,
  }))
  // Simulates a failing decoder: time advances, but no frame is drawn.
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      if (this.isConnected && !this.srcObject) {
        const canvas = document.createElement('canvas')
        const draw = () => canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height)
        setInterval(draw, 50)
        this.srcObject = canvas.captureStream(20)
      }
      return play.call(this)
    }
  })
  await tv.connect(
    secure,
    groupPart(contentOf([{ id: 's', items }], media), scheduleOf('s', { activeFrom: Date.now() })),
    devicePart(),
  )
  const front = page.locator('.page[data-state=front] img')
  // On a busy machine the file is not decoded in time for the first looks, which repeat.
  await expect(front).toHaveCount(1, { timeout: 120_000 })
  const address = await front.getAttribute('src')
  await page.waitForTimeout(6000)
  expect(await front.getAttribute('src')).toBe(address)
  expect(await colour()).toBe('0,0,0')
  await expect.poll(tv.problems).toContain('Skipped page "green": it is black')
  expect(tv.problems()).not.toContain('"black"')
})

const BUSY =
  '<!doctype html><body style="background:#00f"><script>setTimeout(() => { for (;;); }, 300)</script>'
const HASH = 'a'.repeat(64)
const PAGES: Record<string, string> = {
  '/keeper.html': "<script>parent.postMessage({ keeper: 'here' }, '*')</script>",
  '/forget.html': "<script>parent.postMessage({ keeper: 'forgotten' }, '*')</script>",
  [`/p/${HASH}/`]: BUSY,
  '/busy': BUSY,
}

/** A site on another port of the player's own host, which shares its thread on plain http. */
async function openSibling() {
  const server = createServer(({ url = '/' }, answer) => {
    const page = PAGES[new URL(url, 'http://local').pathname]
    answer.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html' }).end(page)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    address: `http://player.test:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const MEDIUM = { sha256: '', width: null, height: null, duration: null }

for (const kind of ['package', 'page of a sibling host'] as const)
  test(`on plain http, a ${kind} that never yields freezes the player once, and is skipped after a restart`, async ({
    tv,
  }) => {
    const { server, insecure, colour } = tv
    const site = await openSibling()
    server.state.fault = (_request, response, call) => {
      if (call !== 'GET /api/player/content-origin') return false
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ url: site.address }))
      return true
    }
    const content = contentOf([
      {
        id: 's',
        items: [
          { page: zonePage('busy', ['m']), seconds: 8 },
          { page: colorPage('red', '#f00'), seconds: 8 },
        ],
      },
    ])
    const index = { sha256: server.addFile(Buffer.from(BUSY), 'text/html'), size: BUSY.length }
    content.media.m = (
      kind === 'package'
        ? {
            ...MEDIUM,
            name: 'Busy',
            mimetype: 'application/zip',
            sha256: HASH,
            files: { 'index.html': index.sha256 },
          }
        : {
            ...MEDIUM,
            name: 'Busy',
            mimetype: 'text/html',
            web: { address: `${site.address}/busy`, refreshSeconds: 0, zoom: 100 },
          }
    ) as ManifestContent['media'][string]
    const device: DevicePart = { ...devicePart(), sites: ['player.test'] }
    const { page } = tv
    await page.goto(insecure)
    await page.locator('.pairing-code').waitFor()
    const told = () => server.heartbeats.length
    server.claim(groupPart(content, scheduleOf('s')), device)
    await expect.poll(told).toBeGreaterThan(0)
    // Frozen: longer than a heartbeat after a change takes, and than the browser takes to write storage to disk.
    await new Promise((resolve) => setTimeout(resolve, 13_000))
    const isFrozen = () =>
      Promise.race([
        // Fails when the browser of a frozen page is closed.
        page.evaluate(() => false).catch(() => true),
        new Promise((resolve) => setTimeout(() => resolve(true), 3000)),
      ])
    await expect.poll(isFrozen).toBe(true)

    await tv.restart(insecure)
    await expect.poll(colour, { timeout: 60_000 }).toBe(RED)
    // Its turn comes again.
    await tv.page.waitForTimeout(10_000)
    expect(await colour()).toBe(RED)
    await expect.poll(tv.problems, { timeout: 60_000 }).toContain('"Busy" froze the player')
    site.close()
  })
