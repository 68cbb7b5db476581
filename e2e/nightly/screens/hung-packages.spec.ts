import type { CDPSession } from '@playwright/test'
import { BLUE, fullPage, GREEN, picture, storyboard, upload } from '#support/content.ts'
import { INSECURE_HOST } from '#support/insecure-host.ts'
import { type Color, differs, pixelOf } from '#support/pixels.ts'
import type { PlayerWindow } from '#support/player-window.ts'
import type { Caller } from '#support/server.ts'
import { expect, test } from '#support/test.ts'
import { packageOf } from '#support/zip.ts'

const HEALTHY = packageOf('Healthy.zip', {
  'index.html': '<!doctype html><body style="background: rgb(31 157 85)">',
})

/**
 * Playwright waits forever for a hung frame and gives up on a page with a crashed one, so read the state through CDP.
 */
async function watched({ page }: PlayerWindow) {
  const session = await page.context().newCDPSession(page)
  const browser = await page.context().browser()?.newBrowserCDPSession()
  if (!browser) throw new Error('No browser')
  let told = ''
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.endsWith('/heartbeat')) told += request.postData ?? ''
  })
  await session.send('Network.enable')
  return {
    /** The heartbeats sent so far, about one a minute. */
    told: () => told,
    shows: (colour: Color, timeout = 20_000) =>
      expect
        .poll(async () => differs(await middleOf(session), colour), { timeout, intervals: [200] })
        .toBe(false),
    /** Simulates an out-of-memory crash of the package's frame. */
    async crash() {
      const { targetInfos } = await browser.send('Target.getTargets')
      const frame = targetInfos.find(({ type, url }) => type === 'iframe' && url.includes('/p/'))
      const { sessionId } = await browser.send('Target.attachToTarget', {
        targetId: frame?.targetId ?? '',
        flatten: false,
      })
      const message = JSON.stringify({ id: 1, method: 'Page.crash' })
      await browser.send('Target.sendMessageToTarget', { sessionId, message })
    },
  }
}

async function middleOf(session: CDPSession): Promise<Color> {
  const clip = { x: 480, y: 270, width: 1, height: 1, scale: 1 }
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', clip })
  return pixelOf(Buffer.from(data, 'base64'))
}

/** A screen on a group that plays these pages, an hour each. */
async function playing(
  admin: Caller,
  openScreen: (url?: string) => Promise<PlayerWindow>,
  pages: readonly string[],
  url?: string,
): Promise<PlayerWindow> {
  const storyboardId = await storyboard(admin, 'Story', pages, 3600)
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Group', storyboardId } })
  const screen = await openScreen(url)
  await screen.connect(admin, 'Lobby', deviceGroup.id)
  return screen
}

/** Measures how long the player's main thread is blocked; returns the longest time so far, in milliseconds. */
async function watchBlocks({ page }: PlayerWindow): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let before = performance.now()
    const blocked = { longest: 0 }
    Object.assign(window, { blocked })
    setInterval(() => {
      blocked.longest = Math.max(blocked.longest, performance.now() - before)
      before = performance.now()
    }, 50)
  })
  return () => page.evaluate(() => (window as unknown as { blocked: { longest: number } }).blocked.longest)
}

test('a crashed package is restarted, skipped after the second crash, and reported by name', async ({
  server,
  browser,
  openScreen,
}) => {
  test.slow()
  const admin = await server.organization('Acme')
  const [packageId = '', calm = ''] = await upload(admin, [HEALTHY, await picture(browser, 'calm.jpg', BLUE)])
  const pages = [await fullPage(admin, 'Package', [packageId]), await fullPage(admin, 'Calm', [calm])]
  const screen = await playing(admin, openScreen, pages)
  await screen.shows(GREEN)
  await expect.poll(() => screen.page.frames().some((frame) => frame.url().includes('/p/'))).toBe(true)

  const seen = await watched(screen)
  await seen.crash()
  await seen.shows([0, 0, 0])
  await seen.shows(GREEN)
  await seen.crash()
  await seen.shows(BLUE)
  await expect.poll(seen.told, { timeout: 100_000 }).toMatch(/Package stopped responding: .*Healthy/)
})

const BUSY = packageOf('Busy.zip', {
  'index.html': '<!doctype html><body><script>onload = () => setTimeout(() => { for (;;); }, 500)</script>',
})

test('ISO-09: a package that never yields is stopped and named, the player never blocks on it, and other packages keep playing', async ({
  server,
  openScreen,
}) => {
  test.slow()
  const admin = await server.organization('Acme')
  const [busy = '', healthy = ''] = await upload(admin, [BUSY, HEALTHY])
  const pages = [await fullPage(admin, 'Page', [busy, healthy])]
  const screen = await playing(admin, openScreen, pages)
  const longestBlock = await watchBlocks(screen)
  const seen = await watched(screen)
  // Restarted once, then skipped; the healthy package plays alone from then on. If both were suspected, the busy one
  // must hang alone first.
  await expect.poll(seen.told, { timeout: 100_000 }).toMatch(/Package stopped responding: .*Busy/)
  await seen.shows(GREEN, 120_000)
  // The package has its own process where the browser supports it.
  const longest = await longestBlock()
  expect(longest).toBeGreaterThan(0)
  expect(longest).toBeLessThan(3000)
})

const FLOODS = `const send = () => { for (let n = 0; n < 2000; n++) top.postMessage(rows, '*'); setTimeout(send, 0) }
  const rows = Array.from({ length: 1000 }, (_, n) => ({ n }))
  setTimeout(send, 1000)`

const FLOODING = [
  { where: 'from its page', page: `<!doctype html><body><script>${FLOODS}</script>` },
  {
    where: 'from a frame in it',
    page: `<!doctype html><body><iframe srcdoc="<script>${FLOODS}</script>"></iframe>`,
  },
]
for (const { where, page, host } of FLOODING.flatMap((row) =>
  ['localhost', INSECURE_HOST].map((host) => ({ ...row, host })),
))
  test(`a package that floods the player with messages ${where} on ${host} is stopped and named, and the next page plays`, async ({
    server,
    openScreen,
    browser,
  }) => {
    test.slow()
    const admin = await server.organization('Acme')
    const [flood = '', calm = ''] = await upload(admin, [
      packageOf('Flood.zip', { 'index.html': page }),
      await picture(browser, 'calm.jpg', BLUE),
    ])
    const pages = [await fullPage(admin, 'Flood', [flood]), await fullPage(admin, 'Calm', [calm])]
    const screen = await playing(admin, openScreen, pages, `http://${host}:${server.playerPort}/`)
    const longestBlock = await watchBlocks(screen)
    const seen = await watched(screen)
    await seen.shows(BLUE, 60_000)
    await expect.poll(seen.told, { timeout: 100_000 }).toMatch(/Package sent too many messages: .*Flood/)
    // On plain HTTP they share a thread.
    if (host === 'localhost') expect(await longestBlock()).toBeLessThan(3000)
  })
