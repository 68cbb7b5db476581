import { expect, type Page } from '@playwright/test'
import type { DevicePart } from '@vitrine/contract/api/playback/manifest'
import { bareParts, watchFrames } from '#test/browser/frame-watch.ts'
import { openStream } from '#test/browser/media/stream-site.ts'
import { type Tv, test } from '#test/browser/screen.ts'
import {
  colorPage,
  contentOf,
  devicePart,
  groupPart,
  scheduleOf,
  type TestFile,
  zonePage,
} from '#test/content.ts'

const [RED, GREEN, BLUE] = ['4,0,0', '0,4,0', '0,0,4']
const LOCAL: DevicePart = { ...devicePart(), sites: ['127.0.0.1'] }

interface Playing {
  fallback?: TestFile
  /** Media of the same zone, shown after the stream. */
  others?: Record<string, TestFile>
}

/** A page with the stream as its only zone, followed by a red one. */
function playing(address: string, { fallback, others = {} }: Playing = {}) {
  const items = [
    { page: zonePage('p', ['m', ...Object.keys(others)], { interval: 2 }), seconds: 3600 },
    { page: colorPage('q', '#f00'), seconds: 3600 },
  ]
  const content = contentOf([{ id: 's', items }], { ...others, ...(fallback && { f: fallback }) })
  const stream = { fallbackId: fallback ? 'f' : null, sound: false }
  content.media.m = {
    ...{ sha256: '', name: 'Camera', mimetype: 'text/html', width: null, height: null, duration: null },
    web: { address, refreshSeconds: 0, zoom: 100, stream },
  }
  return groupPart(content, scheduleOf('s', { activeFrom: Date.now() }))
}

/** The number of frames, and of those with black in them. */
async function inspect(frames: AsyncIterable<Buffer>) {
  let count = 0
  const black: number[] = []
  for await (const pixels of frames) {
    if (bareParts(pixels).black) black.push(count)
    count++
  }
  return { count, black }
}

/** A screen that plays a live video, with a blue fallback. */
async function playLive(tv: Tv) {
  const site = await openStream()
  const fallback = await tv.image('blue')
  await tv.connect(tv.insecure, playing(`${site.address}/live.m3u8`, { fallback }), LOCAL)
  await expect.poll(tv.colour, { timeout: 20_000 }).toBe(GREEN)
  return site
}

const place = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)

test('a live video shows its fallback while it is unavailable, and returns, without a black frame', async ({
  tv,
}) => {
  const { page, colour } = tv
  const site = await playLive(tv)
  const before = await place(page)
  await expect.poll(() => place(page), { timeout: 10_000 }).toBeGreaterThan(before + 1)
  const seen = await watchFrames(page)
  site.die()
  await expect.poll(colour, { timeout: 30_000 }).toBe(BLUE)
  expect(await page.locator('video').count()).toBeLessThanOrEqual(1)
  await expect.poll(tv.problems, { timeout: 10_000 }).toContain('Stream Camera: unreachable')
  site.revive()
  await expect.poll(colour, { timeout: 30_000 }).toBe(GREEN)
  await page.waitForTimeout(1000)
  const { count, black } = await inspect(seen())
  expect(black).toEqual([])
  expect(count).toBeGreaterThan(20)
  await expect(page.locator('video')).toHaveCount(1)
  await expect(page.locator('.page[data-state=front] img')).toHaveCount(0)
  expect(await page.evaluate(() => document.querySelector('video')?.muted)).toBe(true)
  site.close()
})

test('a stalled playlist shows the fallback, and its last seconds are not repeated', async ({ tv }) => {
  const { page, colour } = tv
  const site = await playLive(tv)
  site.stop()
  await expect.poll(colour, { timeout: 30_000 }).toBe(BLUE)
  for (let look = 0; look < 12; look++) {
    expect(await colour()).toBe(BLUE)
    await page.waitForTimeout(200)
  }
  site.continue()
  await expect.poll(colour, { timeout: 30_000 }).toBe(GREEN)
  await expect.poll(tv.problems, { timeout: 10_000 }).toContain('Stream Camera: stalled')
  site.close()
})

test('without a fallback the last frame stays, and it resumes at the live edge', async ({ tv }) => {
  const { page, insecure, colour } = tv
  const site = await openStream()
  await tv.connect(insecure, playing(`${site.address}/live.m3u8`), LOCAL)
  await expect.poll(colour, { timeout: 20_000 }).toBe(GREEN)
  const seen = await watchFrames(page)
  site.die()
  for (let look = 0; look < 30; look++) {
    expect(await colour()).toBe(GREEN)
    await page.waitForTimeout(200)
  }
  const still = await place(page)
  await page.waitForTimeout(1000)
  expect(await place(page)).toBe(still)
  site.revive()
  await expect.poll(() => place(page), { timeout: 30_000 }).not.toBe(still)
  await page.waitForTimeout(2000)
  expect((await inspect(seen())).black).toEqual([])
  site.close()
})

test('an unavailable stream shows its fallback from the start, or is skipped', async ({ tv }) => {
  const { insecure, server, colour } = tv
  const site = await openStream()
  site.die()
  const [blue, red] = [await tv.image('blue'), await tv.image('red')]
  await tv.connect(insecure, playing(`${site.address}/live.m3u8`, { fallback: blue }), LOCAL)
  await expect.poll(colour, { timeout: 20_000 }).toBe(BLUE)
  server.publish('group', playing(`${site.address}/live.m3u8?other`, { others: { red } }))
  await expect.poll(colour, { timeout: 30_000 }).toBe(RED)
  for (let look = 0; look < 15; look++) {
    expect(await colour()).toBe(RED)
    await tv.page.waitForTimeout(150)
  }
  site.close()
})

test('a live video alternates with other media of its zone without a black frame', async ({ tv }) => {
  const { page, insecure, colour } = tv
  const site = await openStream()
  const others = { red: await tv.image('red'), blue: tv.video('blue') }
  await tv.connect(insecure, playing(`${site.address}/live.m3u8`, { others }), LOCAL)
  await expect.poll(colour, { timeout: 20_000 }).toBe(GREEN)
  const seen = await watchFrames(page)
  const shown = new Set<string>()
  for (let look = 0; look < 60; look++) {
    shown.add(await colour())
    await page.waitForTimeout(200)
  }
  expect([...shown].sort()).toEqual([BLUE, GREEN, RED])
  expect((await inspect(seen())).black).toEqual([])
  site.close()
})

test('a stream whose first quality is unavailable plays another one', async ({ tv }) => {
  const site = await openStream()
  const fallback = await tv.image('blue')
  await tv.connect(tv.insecure, playing(`${site.address}/first-dead.m3u8`, { fallback }), LOCAL)
  await expect.poll(tv.colour, { timeout: 30_000 }).toBe(GREEN)
  expect(site.asked(/gone/)).toBeGreaterThan(0)
  site.close()
})

for (const [path, problem] of [
  ['closed.m3u8', 'unreachable'],
  ['nowhere.m3u8', 'status 404'],
  ['endless.m3u8', 'stream-large'],
  ['many.m3u8', 'stream-large'],
  ['loop.m3u8', 'unreachable'],
  ['elsewhere.m3u8', "isn't on the organization's list of allowed websites"],
] as const)
  test(`a hostile or broken stream (${path}) shows its fallback and is reported`, async ({ tv }) => {
    const { insecure, colour } = tv
    const site = await openStream()
    await tv.connect(
      insecure,
      playing(`${site.address}/${path}`, { fallback: await tv.image('blue') }),
      LOCAL,
    )
    await expect.poll(colour, { timeout: 20_000 }).toBe(BLUE)
    await expect.poll(tv.problems, { timeout: 20_000 }).toContain(problem)
    expect(site.asked(/\.m4s/)).toBe(0)
    site.close()
  })

test('a stream is removed when its site is disallowed, and returns once it is allowed', async ({ tv }) => {
  const { page, insecure, server, colour } = tv
  const site = await openStream()
  await tv.connect(insecure, playing(`${site.address}/live.m3u8`), LOCAL)
  await expect.poll(colour, { timeout: 20_000 }).toBe(GREEN)
  server.publish('device', { ...LOCAL, sites: ['example.org'] })
  await expect.poll(colour, { timeout: 15_000 }).toBe(RED)
  const before = site.asked(/./)
  await page.waitForTimeout(3000)
  expect(site.asked(/./)).toBe(before)
  server.publish('device', LOCAL)
  await expect.poll(colour, { timeout: 20_000 }).toBe(GREEN)
  site.close()
})
