import type { CDPSession, Page } from '@playwright/test'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { ADDRESSES } from '#support/addresses.ts'
import { BLUE, fullPage, GREEN, picture, storyboard, upload } from '#support/content.ts'
import { type Color, differs, pixelOf } from '#support/pixels.ts'
import type { PlayerWindow } from '#support/player-window.ts'
import type { Caller } from '#support/server.ts'
import { expect, test } from '#support/test.ts'
import { packageOf } from '#support/zip.ts'

/**
 * A payload for every context in which a page might interpret text: an element, an attribute, a script string, or a
 * URL.
 */
const HOSTILE = `"><img src=x onerror="window.ran=1"><script>window.ran=1</script>'-window.ran=1-'`
const HOSTILE_LINK = `javascript:window.ran=1//`

/** Counts scripts that ran and CSP violations, across all pages opened afterwards. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const found: string[] = []
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) found.push(message.text())
  })
  page.on('dialog', async (dialog) => {
    found.push(`a dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  return async () => {
    const ran = await page.evaluate(() => (window as { ran?: unknown }).ran !== undefined)
    return ran ? [...found, 'a script of the text ran'] : found
  }
}

/** A page with every widget type; all its texts and URLs are hostile. */
function hostilePage(name: string) {
  const all = Object.entries(WIDGET_FIELDS)
  return {
    name,
    type: 'designed' as const,
    width: 1920,
    height: 1080,
    widgets: all.map(([type], index) => ({
      id: `w${index}`,
      type,
      name: HOSTILE,
      zIndex: index + 1,
      width: 400,
      height: 200,
      transform: `translate(${(index % 4) * 450}px, ${Math.floor(index / 4) * 250}px)`,
    })),
    config: {
      inputs: all.flatMap(([, fields], index) =>
        Object.entries(fields).flatMap(([name, field]) =>
          field.type === 'textbox' && field.format !== 'numeric' && field.format !== 'url'
            ? [{ name: `w${index}-${name}`, value: HOSTILE }]
            : [],
        ),
      ),
    },
  }
}

async function fillWithHostileText(admin: Caller) {
  const { building } = await admin.api.buildings.create({
    body: { name: HOSTILE, location: HOSTILE, floors: [{ name: HOSTILE }] },
  })
  const { layout } = await admin.api.layouts.create({ body: hostilePage(HOSTILE) })
  const { card } = await admin.api.cards.create({ body: hostilePage(HOSTILE) })
  await admin.api.media.createFolder({ body: { name: 'Folder <b>bold</b>', folderId: null } })
  const { storyboard } = await admin.api.storyboards.create({
    body: { name: HOSTILE, type: 'designed', items: [{ layoutId: layout.id, duration: 5 }] },
  })
  await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
  const { deviceGroup } = await admin.api.deviceGroups.create({
    body: { name: HOSTILE, storyboardId: storyboard.id },
  })
  await admin.api.cases.create({ body: { subject: HOSTILE, text: HOSTILE, kind: 'screen' } })
  return { building, layout, card, storyboard, deviceGroup }
}

test.use({ shared: true })

test('XSS-01, XSS-02: names given by users and screens render as text on every screen, each of which opens by its address without an error', async ({
  server,
  console,
  page,
  openScreen,
}) => {
  test.setTimeout(180_000)
  const admin = await server.organization(`Sons & ${HOSTILE}`)
  const made = await fillWithHostileText(admin)
  // A screen that reports false facts.
  const { code } = await server.as().api.player.startPairing({
    body: {
      screen: {
        width: 1920,
        height: 1080,
        userAgent: HOSTILE,
        playerVersion: '<i>1</i>',
        storage: 'memory',
        touch: false,
      },
    },
  })
  const { device } = await admin.api.devices.claim({ body: { code, name: HOSTILE } })

  const problems = await watch(page)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  await console.openAs(admin.credentials)
  for (const address of [
    ...ADDRESSES,
    `/app/buildings/edit/${made.building.id}`,
    `/app/cards/edit/${made.card.id}`,
    `/app/cards/preview/${made.card.id}`,
    `/app/layouts/design/${made.layout.id}`,
    `/app/storyboard/designed/edit/${made.storyboard.id}`,
    `/app/device-group/storyboard/${made.deviceGroup.id}`,
    `/app/devices?device=${device.id}`,
  ]) {
    await console.open(`#${address}`)
    await console.settled()
    expect(await problems(), address).toEqual([])
    if (!address.includes('?')) await console.isAt(address)
    await expect(page.getByText('This page stopped working')).toHaveCount(0)
  }
  expect(errors).toEqual([])
  await console.open('#/app/buildings')
  await expect(console.row('Buildings', HOSTILE)).toBeVisible()

  // Without a license an organization may connect one screen, so delete this one first.
  await admin.api.devices.remove({ params: { id: device.id } })
  const screen = await openScreen()
  const screenProblems = await watch(screen.page)
  await screen.connect(admin, `Screen ${HOSTILE}`.slice(0, 60), made.deviceGroup.id)
  await expect(screen.page.getByText('window.ran=1').first()).toBeVisible({ timeout: 30_000 })
  expect(await screenProblems()).toEqual([])
})

test('XSS-04: an address that is a script is refused when it is saved', async ({ server }) => {
  const admin = await server.organization('Corner bakery')
  for (const address of [
    HOSTILE_LINK,
    'data:text/html,<script>1</script>',
    'vbscript:x',
    '//evil.test/x',
    ' java\nscript:x',
  ])
    for (const [type, field] of [
      ['link', 'linkURL'],
      ['rss', 'rssURL'],
    ] as const) {
      const document = hostilePage(`${type} ${address}`.slice(0, 40))
      const widget = {
        ...document.widgets[0],
        id: 'w',
        type,
        name: 'Link',
      } as (typeof document.widgets)[number]
      const refusal = await admin.api.layouts
        .create({
          body: {
            ...document,
            widgets: [widget],
            config: { inputs: [{ name: `w-${field}`, value: address }] },
          },
        })
        .then(
          () => 'it was saved',
          (error: Error) => error.message,
        )
      expect(refusal, `${type} ${address}`).toContain('400')
    }
})

test('AUTH-20: tokens are in their own keys and nowhere else, and disappear from every tab after logging out', async ({
  server,
  console,
  page,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  await console.signIn(credentials)
  const other = await console.anotherTab('#/app/buildings')
  await expect(other.getByText('No buildings yet')).toBeVisible()
  const left = () =>
    page.evaluate(async () => ({
      withTokens: Object.keys(localStorage).filter((key) =>
        /eyJ[\w-]+\./.test(localStorage.getItem(key) ?? ''),
      ),
      session: Object.values(sessionStorage).filter((value) => /eyJ[\w-]+\./.test(String(value))),
      databases: ((await indexedDB.databases?.()) ?? []).map(({ name }) => name),
      caches: 'caches' in window ? await caches.keys() : [],
      cookies: document.cookie,
      address: location.href,
    }))
  const signedIn = await left()
  expect(signedIn.withTokens.every((key) => ['token', 'profile'].includes(key))).toBe(true)
  expect(signedIn).toMatchObject({ session: [], caches: [], databases: [], cookies: '' })
  expect(signedIn.address).not.toMatch(/token|eyJ/)

  await console.signOut()
  await expect.poll(() => new URL(other.url()).hash).toContain('/auth/login')
  expect(await left()).toMatchObject({ withTokens: [], session: [] })
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull()
})

test('AUTH-03: three tabs with an expired token renew it once between them', async ({
  server,
  console,
  context,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  await console.openAs(credentials)
  const refreshes: number[] = []
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname === '/api/auth/refresh-token') refreshes.push(response.status())
  })
  const tabs = [console.page, await context.newPage(), await context.newPage()]
  await console.page.evaluate(() => localStorage.setItem('token', 'expired'))
  await Promise.all(tabs.map((tab) => tab.goto(`${server.consoleUrl}/?again#/app/buildings`)))
  for (const tab of tabs) await expect(tab.getByText('No buildings yet')).toBeVisible()
  expect(refreshes).toEqual([200])
})

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
  openScreen: () => Promise<PlayerWindow>,
  pages: readonly string[],
): Promise<PlayerWindow> {
  const storyboardId = await storyboard(admin, 'Story', pages, 3600)
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Group', storyboardId } })
  const screen = await openScreen()
  await screen.connect(admin, 'Lobby', deviceGroup.id)
  return screen
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

test('ISO-09: a package that never yields is stopped and named, the player never blocks on it, and other packages keep playing', async ({
  server,
  openScreen,
}) => {
  test.slow()
  const admin = await server.organization('Acme')
  const [busy = '', healthy = ''] = await upload(admin, [
    packageOf('Busy.zip', {
      'index.html':
        '<!doctype html><body><script>onload = () => setTimeout(() => { for (;;); }, 500)</script>',
    }),
    HEALTHY,
  ])
  const pages = [await fullPage(admin, 'Page', [busy, healthy])]
  const screen = await playing(admin, openScreen, pages)
  await screen.page.evaluate(() => {
    let before = performance.now()
    const blocked = { longest: 0 }
    Object.assign(window, { blocked })
    setInterval(() => {
      blocked.longest = Math.max(blocked.longest, performance.now() - before)
      before = performance.now()
    }, 50)
  })
  const seen = await watched(screen)
  // Restarted once, then skipped; the healthy package plays alone from then on. If both were suspected, the busy one
  // must hang alone first.
  await expect.poll(seen.told, { timeout: 100_000 }).toMatch(/Package stopped responding: .*Busy/)
  await seen.shows(GREEN, 120_000)
  // The package has its own process where the browser supports it.
  const longest = await screen.page.evaluate(
    () => (window as unknown as { blocked: { longest: number } }).blocked.longest,
  )
  expect(longest).toBeGreaterThan(0)
  expect(longest).toBeLessThan(3000)
})
