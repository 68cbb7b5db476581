import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { DevicePart, ManifestContent } from '@vitrine/contract/api/playback/manifest'
import sharp from 'sharp'
import { type Tv, test } from '#test/browser/screen.ts'
import { openSite } from '#test/browser/web-site.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'

async function middle(page: Page): Promise<string> {
  const { width, height } = page.viewportSize() ?? { width: 2, height: 2 }
  const clip = { x: Math.round(width / 2), y: Math.round(height / 2), width: 1, height: 1 }
  const [red = 0, green = 0, blue = 0] = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer()
  if (Math.max(red, green, blue) < 16) return 'black'
  if (Math.min(red, green, blue) > 200) return 'white'
  if (green > 200 && red < 60) return 'green'
  if (red > 200 && green < 60) return 'red'
  return blue > 200 && red < 60 ? 'blue' : 'other'
}

/** A page with the web page as its only zone, followed by a red one. */
const playing = (address: string, { refreshSeconds = 0 } = {}) => {
  const items = [
    { page: zonePage('p', ['m']), seconds: 3600 },
    { page: colorPage('q', '#f00'), seconds: 3600 },
  ]
  const content = contentOf([{ id: 's', items }])
  content.media.m = {
    ...{ sha256: '', name: 'Board', mimetype: 'text/html', width: null, height: null, duration: null },
    web: { address, refreshSeconds, zoom: 100 },
  }
  return groupPart(content, scheduleOf('s', { activeFrom: Date.now() }))
}

type Medium = ManifestContent['media'][string]

const allowing = (...sites: string[]): DevicePart => ({ ...devicePart(), sites })
const LOCAL = allowing('127.0.0.1')

/** Makes the server respond that it checked the page. */
const looked = (tv: Tv, problem: () => string | null) => {
  tv.server.state.fault = (_request, response, call) => {
    if (!call.startsWith('GET /api/player/sites/')) return false
    const check = { problem: problem(), looked: true, detail: '503', address: '' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ check }))
    return true
  }
}

test('a web page stays on screen while its site is down, and reloads afterwards', async ({ tv }) => {
  const { page, insecure } = tv
  const site = await openSite()
  await tv.connect(insecure, playing(`${site.address}/`, { refreshSeconds: 2 }), LOCAL)
  await expect.poll(() => middle(page), { timeout: 20_000 }).toBe('green')
  const before = site.asked('/')
  await expect.poll(() => site.asked('/'), { timeout: 15_000 }).toBeGreaterThan(before)
  site.die()
  for (let look = 0; look < 25; look++) {
    expect(await middle(page)).toBe('green')
    await page.waitForTimeout(200)
  }
  await expect.poll(tv.problems, { timeout: 20_000 }).toContain('Web page Board: unreachable')
  const dead = site.asked('/')
  site.revive()
  await expect.poll(() => site.asked('/'), { timeout: 30_000 }).toBeGreaterThan(dead)
  for (let look = 0; look < 10; look++) expect(await middle(page)).toBe('green')
  site.close()
})

test('an error page that the server detects never replaces the good picture', async ({ tv }) => {
  const { page, insecure } = tv
  const site = await openSite()
  let problem: string | null = null
  looked(tv, () => problem)
  await tv.connect(insecure, playing(`${site.address}/`, { refreshSeconds: 2 }), LOCAL)
  await expect.poll(() => middle(page), { timeout: 20_000 }).toBe('green')
  problem = 'status'
  await expect.poll(tv.problems, { timeout: 20_000 }).toContain('Web page Board: status 503')
  const loads = site.asked('/')
  await page.waitForTimeout(4000)
  expect(site.asked('/')).toBe(loads)
  expect(await middle(page)).toBe('green')
  site.close()
})

test('a hostile page accesses nothing, and is skipped when it leads to a forbidden site', async ({ tv }) => {
  const { page, insecure } = tv
  const site = await openSite()
  await tv.connect(insecure, playing(`${site.address}/hostile`), LOCAL)
  await expect.poll(() => middle(page), { timeout: 20_000 }).toBe('blue')
  await expect.poll(() => middle(page), { timeout: 15_000 }).toBe('red')
  expect(page.url()).toBe(`${insecure}/`)
  expect(page.context().pages()).toHaveLength(1)
  // Its target wasn't opened.
  expect(site.asked('/')).toBe(0)
  site.close()
})

test('a page that leads to the player does not get a player', async ({ tv }) => {
  const { page, insecure, server } = tv
  const site = await openSite()
  const address = `${site.address}/to?${encodeURIComponent(`${insecure}/`)}`
  await tv.connect(insecure, playing(address), allowing('*'))
  const started = server.calls.filter((call) => call === 'GET /api/player/stream').length
  await page.waitForTimeout(6000)
  expect(server.calls.filter((call) => call === 'GET /api/player/stream')).toHaveLength(started)
  site.close()
})

test('endless pages, redirect loops, and huge headers block nothing', async ({ tv }) => {
  const { page, insecure } = tv
  const site = await openSite()
  const paths = ['endless', 'loop', 'headers']
  const items = paths.map((path) => ({ page: zonePage(path, [path]), seconds: 12 }))
  const content = contentOf([{ id: 's', items: [...items, { page: colorPage('q', '#f00'), seconds: 3600 }] }])
  for (const path of paths)
    content.media[path] = { ...(playing(`${site.address}/${path}`).media.m as Medium), name: path }
  await tv.connect(insecure, groupPart(content, scheduleOf('s', { activeFrom: Date.now() })), LOCAL)
  await expect.poll(() => middle(page), { timeout: 20_000 }).toBe('green')
  await expect.poll(() => middle(page), { timeout: 60_000, intervals: [500] }).toBe('red')
  for (const path of paths) expect(site.asked(`/${path}`), path).toBeGreaterThan(0)
  await expect.poll(tv.problems, { timeout: 20_000 }).toContain('Web page loop: unreachable')
  expect(tv.problems()).not.toContain('Web page endless')
  site.close()
})

test('a page makes no sound', async ({ tv }) => {
  const { insecure } = tv
  const site = await openSite(readFileSync(new URL('../browser/media/tone.webm', import.meta.url)))
  await tv.connect(insecure, playing(`${site.address}/noise`), LOCAL)
  await expect
    .poll(() => site.asked('/silent') + site.asked('/heard'), { timeout: 20_000 })
    .toBeGreaterThan(0)
  expect(site.asked('/heard')).toBe(0)
  site.close()
})

test('a disallowed site is removed and never requested, and returns once it is allowed', async ({ tv }) => {
  const { page, insecure, server } = tv
  const site = await openSite()
  await tv.connect(insecure, playing(`${site.address}/`, { refreshSeconds: 2 }), LOCAL)
  await expect.poll(() => middle(page), { timeout: 20_000 }).toBe('green')
  server.publish('device', allowing('example.org'))
  await expect.poll(() => middle(page), { timeout: 15_000 }).toBe('red')
  const before = site.asked('/')
  await page.waitForTimeout(4000)
  expect(site.asked('/')).toBe(before)
  server.publish('device', LOCAL)
  await expect.poll(() => middle(page), { timeout: 15_000 }).toBe('green')
  site.close()
})

test('a web page whose scripts block it from the start is never shown', async ({ tv }) => {
  const { page, secure } = tv
  const site = await openSite()
  const items = [{ page: zonePage('p', ['m', 'red'], { interval: 4 }), seconds: 3600 }]
  const content = contentOf([{ id: 's', items }], { red: await tv.image('red') })
  content.media.m = {
    ...{ sha256: '', name: 'Board', mimetype: 'text/html', width: null, height: null, duration: null },
    web: { address: `${site.address}/busy`, refreshSeconds: 0, zoom: 100 },
  }
  await tv.connect(secure, groupPart(content, scheduleOf('s', { activeFrom: Date.now() })), LOCAL)
  const seen = new Set<string>()
  for (const began = Date.now(); Date.now() - began < 20_000; ) seen.add(await middle(page))
  expect([...seen]).toEqual(['red'])
  await expect.poll(tv.problems, { timeout: 40_000 }).toContain('did not load in time')
  site.close()
})

test('a web page whose scripts block it while it shows is loaded again, and reported', async ({ tv }) => {
  test.setTimeout(120_000)
  const { page, secure } = tv
  const site = await openSite()
  // It looks at a page every minute.
  await page.addInitScript(() => {
    const { setTimeout } = window
    Object.assign(window, {
      setTimeout: (act: () => void, ms = 0) => setTimeout(act, ms === 60_000 ? 1000 : ms),
    })
  })
  // Playwright waits forever for a frame that hangs.
  const devtools = await page.context().newCDPSession(page)
  const clip = { x: 320, y: 180, width: 1, height: 1, scale: 1 }
  const blue = async () => {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'png', clip })
    const [red = 0, , shade = 0] = await sharp(Buffer.from(data, 'base64')).removeAlpha().raw().toBuffer()
    return shade > 200 && red < 60
  }
  await tv.connect(secure, playing(`${site.address}/busy-later`), LOCAL)
  await expect.poll(() => site.asked('/busy-later'), { timeout: 20_000 }).toBeGreaterThan(0)
  expect(await blue()).toBe(false)
  site.calm()
  await expect.poll(blue, { timeout: 60_000 }).toBe(true)
  await expect.poll(tv.problems, { timeout: 40_000 }).toContain('its scripts block it')
  site.close()
})
