import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import type { DevicePart, ManifestContent } from '@vitrine/contract/api/screens/manifest'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'
import { test } from './screen.ts'

const RED = '4,0,0'
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
    const isFrozen = await Promise.race([
      page.evaluate(() => false),
      new Promise((resolve) => setTimeout(() => resolve(true), 3000)),
    ])
    expect(isFrozen).toBe(true)

    await tv.restart(insecure)
    await expect.poll(colour, { timeout: 30_000 }).toBe(RED)
    // Its turn comes again.
    await tv.page.waitForTimeout(10_000)
    expect(await colour()).toBe(RED)
    await expect.poll(tv.problems, { timeout: 20_000 }).toContain('"Busy" froze the player')
    site.close()
  })
