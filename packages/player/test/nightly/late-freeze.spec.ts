import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import type { ManifestContent } from '@vitrine/contract/api/playback/manifest'
import { type Tv, test } from '#test/browser/screen.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'

const RED = '4,0,0'
const BLUE = '0,0,4'
const HASH = 'a'.repeat(64)
/** Later than a frame that freezes the player as it starts. */
const BUSY =
  '<!doctype html><body style="background:#00f"><script>setTimeout(() => { for (;;); }, 15_000)</script>'
const PAGES: Record<string, string> = {
  '/keeper.html': "<script>parent.postMessage({ keeper: 'here' }, '*')</script>",
  '/forget.html': "<script>parent.postMessage({ keeper: 'forgotten' }, '*')</script>",
  [`/p/${HASH}/`]: BUSY,
}

async function openContentOrigin() {
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

const isFrozen = ({ page }: Tv) =>
  Promise.race([
    page.evaluate(() => false).catch(() => true),
    new Promise((resolve) => setTimeout(() => resolve(true), 3000)),
  ])

test('on plain http, a package that freezes the player later plays once more, and is skipped after the second restart', async ({
  tv,
}) => {
  test.setTimeout(300_000)
  const { server, insecure } = tv
  const site = await openContentOrigin()
  server.state.fault = (_request, response, call) => {
    if (call !== 'GET /api/player/content-origin') return false
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ url: site.address }))
    return true
  }
  const content = contentOf([
    {
      id: 's',
      items: [
        { page: zonePage('busy', ['m']), seconds: 60 },
        { page: colorPage('red', '#f00'), seconds: 60 },
      ],
    },
  ])
  content.media.m = {
    ...{ sha256: HASH, width: null, height: null, duration: null },
    ...{ name: 'Busy', mimetype: 'application/zip' },
    files: { 'index.html': server.addFile(Buffer.from(BUSY), 'text/html') },
  } as ManifestContent['media'][string]
  // Each start begins with the package.
  const begin = () => server.publish('group', groupPart(content, scheduleOf('s', { activeFrom: Date.now() })))
  await tv.page.goto(insecure)
  await tv.page.locator('.pairing-code').waitFor()
  server.claim(groupPart(content, scheduleOf('s', { activeFrom: Date.now() })), devicePart())
  // It runs, blocks, and the browser has written what it stores.
  const freezes = async () => {
    await expect.poll(tv.colour, { timeout: 20_000 }).toBe(BLUE)
    await new Promise((resolve) => setTimeout(resolve, 24_000))
    expect(await isFrozen(tv)).toBe(true)
  }
  await freezes()
  begin()
  await tv.restart(insecure)
  await freezes()
  begin()
  await tv.restart(insecure)
  await expect.poll(tv.colour, { timeout: 30_000 }).toBe(RED)
  await tv.page.waitForTimeout(5000)
  expect(await isFrozen(tv)).toBe(false)
  expect(await tv.colour()).toBe(RED)
  await expect.poll(tv.problems, { timeout: 20_000 }).toContain('"Busy" froze the player')
  site.close()
})
