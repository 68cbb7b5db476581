import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Frame } from '@playwright/test'
import { seriousViolations } from '#support/axe.ts'
import { BLUE, fullPage, GREEN, picture, storyboard, upload, VIDEO_FILE } from '#support/content.ts'
import { Designer } from '#support/designer.ts'
import { INSECURE_HOST } from '#support/insecure-host.ts'
import { coloured, frameOf, groupThatPlays, hex } from '#support/packages.ts'
import { differs } from '#support/pixels.ts'
import { PlayerWindow } from '#support/player-window.ts'
import type { Server } from '#support/server.ts'
import { expect, test } from '#support/test.ts'
import { packageOf } from '#support/zip.ts'

test.use({ shared: true })

test('ISO-06, ISO-07: a package plays, follows its values, and plays from a cold start without the server', {
  tag: '@alone',
}, async ({ server, openScreen }) => {
  const admin = await server.organization('Acme')
  const [id = ''] = await upload(admin, [coloured(hex(BLUE))])
  const deviceGroupId = await groupThatPlays(admin, [id])
  const screen = await openScreen()
  await screen.connect(admin, 'Lobby', deviceGroupId)
  await screen.shows(BLUE)
  const shown = await frameOf(screen.page, /\/p\/[0-9a-f]{64}\//)
  const element = await shown.frameElement()
  expect(await element.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')

  await admin.api.media.update({ params: { id }, body: { name: 'Color', model: { ground: hex(GREEN) } } })
  await screen.shows(GREEN)
  // By now its files are stored, and its worker is installed.
  await screen.page.waitForTimeout(1000)
  await server.cut()
  const again = await screen.again()
  await screen.page.close()
  await again.shows(GREEN)
  for (let times = 0; times < 2; times++) {
    await again.page.reload()
    await again.shows(GREEN)
  }
  await server.start()
  await admin.api.media.update({ params: { id }, body: { name: 'Color', model: { ground: hex(BLUE) } } })
  await again.shows(BLUE, { within: 60_000 })
})

test('a package shows its own video, with ranges, also without the server', { tag: '@alone' }, async ({
  server,
  openScreen,
}) => {
  const admin = await server.organization('Acme')
  const [id = ''] = await upload(admin, [
    packageOf('Film.zip', {
      'index.html':
        '<!doctype html><style>html,body{margin:0;background:#000}video{width:100vw;height:100vh;object-fit:cover}</style><video src="Film.MP4" autoplay muted loop></video>',
      'film.mp4': readFileSync(VIDEO_FILE),
    }),
  ])
  const screen = await openScreen()
  await screen.connect(admin, 'Lobby', await groupThatPlays(admin, [id]))
  await screen.shows(GREEN)
  await screen.page.waitForTimeout(1000)
  await server.cut()
  await screen.page.reload()
  await screen.shows(GREEN)
  const shown = await frameOf(screen.page, /\/p\/[0-9a-f]{64}\//)
  await shown.evaluate(() => {
    const video = document.querySelector('video')
    if (video) video.currentTime = 2
  })
  await expect
    .poll(() => shown.evaluate(() => document.querySelector('video')?.currentTime))
    .toBeGreaterThan(2)
})

const probes = (server: Server) =>
  packageOf('Probes.zip', {
    'index.html': '<!doctype html><body><script type="module" src="probes.js"></script>',
    'probes.js': `const CONSOLE = '${server.consoleUrl}'\n${readFileSync(path.join(import.meta.dirname, '../support/probes.js'), 'utf8')}`,
    'sw.js': 'self.addEventListener("fetch", () => {})',
  })

/** The probes that were not denied, each with its result. */
async function got(frame: Frame): Promise<Record<string, string>> {
  await frame.waitForFunction(() => 'results' in window, undefined, { timeout: 30_000 })
  const results = await frame.evaluate(
    () => (window as unknown as { results: Record<string, string> }).results,
  )
  expect(Object.keys(results).length).toBeGreaterThan(20)
  return Object.fromEntries(Object.entries(results).filter(([, result]) => result !== 'denied'))
}

test('ISO-02, ISO-03, ISO-11: a hostile package gets nothing in the preview, nor opened on its own', async ({
  server,
  console,
}) => {
  const admin = await server.organization('Acme')
  const [id] = await upload(admin, [probes(server)])
  await console.openAs(admin.credentials, `#/app/media-library/preview/${id}`)
  const preview = await frameOf(console.page, /package-preview/)
  expect(await preview.evaluate(() => self.origin)).toBe('null')
  expect(await got(preview)).toEqual({})
  await console.isAt(`/app/media-library/preview/${id}`)

  const tab = await console.page.context().newPage()
  await tab.goto(preview.url())
  expect(await tab.evaluate(() => self.origin)).toBe('null')
  expect(await got(tab.mainFrame())).toEqual({})
})

test('ISO-02, ISO-04, XSS-07, ACT-08: a hostile package on a screen reaches nothing of the player', async ({
  server,
  openScreen,
}) => {
  const admin = await server.organization('Acme')
  const [id = ''] = await upload(admin, [probes(server)])
  const screen = await openScreen()
  const deviceId = await screen.connect(admin, 'Lobby', await groupThatPlays(admin, [id]))
  const shown = await frameOf(screen.page, /\/p\/[0-9a-f]{64}\//)
  const results = await got(shown)
  // Offline it needs its own origin, so it may keep cookies and data there, where nothing else is stored.
  const { cookies, ...rest } = results
  expect([undefined, 'a=1']).toContain(cookies)
  expect(rest).toEqual({})
  expect(new URL(screen.page.url()).origin).toBe(server.playerUrl)
  const workers = await shown.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(
      ({ active }) => new URL(active?.scriptURL ?? '').pathname,
    ),
  )
  expect(workers).toEqual(['/worker.js'])

  // Replacing the screen's content deletes its data.
  await shown.evaluate(async () => {
    localStorage.setItem('left', 'behind')
    await (await caches.open('left')).put('/behind', new Response('behind'))
    // Replaces our page's script in the cache, where it would run for every later organization.
    for (const name of await caches.keys())
      await (await caches.open(name)).put('/keeper.js', new Response('parent.postMessage("poisoned", "*")'))
    await (await navigator.storage.getDirectory()).getFileHandle('left', { create: true })
  })
  await admin.api.devices.remove({ params: { id: deviceId } })
  await screen.code()
  const other = await server.organization('Other')
  const [clean = ''] = await upload(other, [coloured(hex(BLUE))])
  await new PlayerWindow(screen.page).connect(other, 'Lobby', await groupThatPlays(other, [clean]))
  await screen.shows(BLUE)
  const next = await frameOf(screen.page, /\/p\/[0-9a-f]{64}\//)
  const left = await next.evaluate(async () => {
    const files: string[] = []
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name)
    const names = await caches.keys()
    const scripts = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).match('/keeper.js'))?.text()),
    )
    const poisoned = scripts.filter((text) => text?.includes('poisoned'))
    return { texts: localStorage.length, caches: names, files, poisoned }
  })
  expect(left).toEqual({
    texts: 0,
    caches: [],
    files: [],
    poisoned: [],
  })
})

test('on plain http a package plays from the server', async ({ server, openScreen }) => {
  const admin = await server.organization('Acme')
  const [id = ''] = await upload(admin, [coloured(hex(BLUE))])
  const screen = await openScreen(`http://${INSECURE_HOST}:${server.playerPort}/`)
  await screen.connect(admin, 'Lobby', await groupThatPlays(admin, [id]))
  await screen.shows(BLUE)
  const shown = await frameOf(screen.page, /\/p\/[0-9a-f]{64}\//)
  expect(new URL(shown.url()).hostname).toBe(INSECURE_HOST)

  // Browsers ignore Clear-Site-Data on plain http; the data must be deleted anyway.
  await shown.evaluate(() => {
    localStorage.setItem('left', 'behind')
    indexedDB.open('left')
  })
  const { devices } = await admin.api.devices.list()
  await admin.api.devices.remove({ params: { id: devices[0]?.id ?? '' } })
  await screen.code()
  const other = await server.organization('Other')
  const [clean = ''] = await upload(other, [coloured(hex(GREEN))])
  await new PlayerWindow(screen.page).connect(other, 'Lobby', await groupThatPlays(other, [clean]))
  await screen.shows(GREEN)
  const next = await frameOf(screen.page, /\/p\/[0-9a-f]{64}\//)
  const left = await next.evaluate(async () => ({
    texts: localStorage.length,
    databases: (await indexedDB.databases()).length,
  }))
  expect(left).toEqual({ texts: 0, databases: 0 })
})

test('PLAY-23: on plain http a package that cannot load without the server is skipped and shows no error', {
  tag: '@alone',
}, async ({ server, browser, openScreen }) => {
  test.slow()
  const admin = await server.organization('Acme')
  const [packageId = '', calm = ''] = await upload(admin, [
    coloured(hex(BLUE)),
    await picture(browser, 'calm.jpg', GREEN),
  ])
  const pages = [await fullPage(admin, 'First', [calm]), await fullPage(admin, 'Second', [packageId])]
  const storyboardId = await storyboard(admin, 'Story', pages, 15)
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Group', storyboardId } })
  const screen = await openScreen(`http://${INSECURE_HOST}:${server.playerPort}/`)
  await screen.connect(admin, 'Lobby', deviceGroup.id)
  await screen.shows(GREEN)
  // Before the first showing: the browser has nothing cached.
  await server.cut()
  // Longer than a whole loop.
  for (let second = 0; second < 40; second++) {
    const frames = screen.page.frames().map((frame) => frame.url())
    expect(frames.filter((url) => url.startsWith('chrome-error'))).toEqual([])
    expect(differs(await screen.colour(), GREEN)).toBe(false)
    await screen.page.waitForTimeout(1000)
  }
})

test('E-014: a card plays in a media zone, picks up its edits, and plays without the server', {
  tag: '@alone',
}, async ({ server, openScreen }) => {
  const admin = await server.organization('Acme')
  const page = (colour: readonly number[]) => ({
    name: 'Card',
    width: 1920,
    height: 1080,
    widgets: [],
    config: { inputs: [], background: hex(colour) },
  })
  const { card } = await admin.api.cards.create({ body: page(BLUE) })
  const { media } = (await admin.api.media.list({ query: { isCard: '1' } })).media
  const screen = await openScreen()
  await screen.connect(admin, 'Lobby', await groupThatPlays(admin, [media[0]?.id ?? '']))
  await screen.shows(BLUE)
  await admin.api.cards.update({ params: { id: card.id }, body: page(GREEN) })
  await screen.shows(GREEN)
  await screen.page.waitForTimeout(1000)
  await server.cut()
  await screen.page.reload()
  await screen.shows(GREEN)
})

test('D-014, G-009, E-019: the media zone of a layout offers cards beside the library', async ({
  server,
  console,
}) => {
  const admin = await server.organization('Acme')
  const { card } = await admin.api.cards.create({
    body: { name: 'Lunch', width: 1920, height: 1080, widgets: [], config: { inputs: [] } },
  })
  await console.openAs(admin.credentials, '#/app/layouts/design')
  const designer = new Designer(console.page)
  await designer.ready()
  await designer.add('Media Zone')
  await designer.properties.getByRole('button', { name: 'Add content' }).click()
  await console.page.getByRole('button', { name: 'Add media' }).click()
  const picker = console.page.getByRole('dialog', { name: 'Choose from the media library' })
  await picker.getByText('Cards', { exact: true }).click()
  await picker.getByRole('checkbox', { name: 'Lunch' }).check()
  await picker.getByRole('button', { name: 'Save' }).click()
  await expect(picker).toHaveCount(0)
  await expect(console.page.getByText('Lunch').first()).toBeVisible()
  await console.page.getByRole('dialog', { name: 'Media' }).getByRole('button', { name: 'Save' }).click()
  await console.page.keyboard.press('Control+s')
  await console.isAt(/^\/app\/layouts\/design\/.+/)
  const { media } = (await admin.api.media.list({ query: { isCard: '1' } })).media
  expect(media.map(({ cardId }) => cardId)).toEqual([card.id])
  const [layout] = (await admin.api.layouts.documents({})).layouts
  expect(layout?.config.inputs.find(({ name }) => name.endsWith('-media'))?.value).toEqual([
    { mediaId: media[0]?.id, duration: 0 },
  ])
})

test('a package form saves its input, and the screen plays it', async ({ server, console }) => {
  const admin = await server.organization('Acme')
  const [id] = await upload(admin, [menuBoard()])
  await console.openAs(admin.credentials, `#/app/media-library/preview/${id}`)
  const title = console.page.getByLabel('Title')
  const shown = () => console.page.frameLocator('iframe').last().getByRole('heading')
  await expect(shown()).toHaveText('Today')
  await title.fill('')
  await console.page.getByRole('button', { name: 'Save' }).click()
  await expect(console.page.getByText('Title is required')).toBeVisible()
  expect(await seriousViolations(console.page)).toEqual([])
  await title.fill('Tonight')
  await expect(shown()).toHaveText('Tonight')
  await console.page.getByRole('button', { name: 'Save' }).click()
  await console.isAt('/app/media-library')
  const { profile } = await admin.api.auth.profile()
  const params = { organizationId: profile.organizationId, id: id ?? '' }
  expect(await admin.api.packages.model({ params })).toMatchObject({ title: 'Tonight', ground: '#0b3d91' })
})

const menuBoard = () => {
  const folder = path.resolve(import.meta.dirname, '../../docs/examples/menu-board')
  const names = readdirSync(folder)
  return packageOf(
    'menu.zip',
    Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name))])),
  )
}

test('the package example of the documentation works as described', async ({ server, openScreen }) => {
  const admin = await server.organization('Acme')
  const [id = ''] = await upload(admin, [menuBoard()])
  const screen = await openScreen()
  await screen.connect(admin, 'Lobby', await groupThatPlays(admin, [id]))
  const shown = await frameOf(screen.page, /\/p\/[0-9a-f]{64}\//)
  await expect(shown.locator('li')).toHaveText([/Lentil soup/, /Grilled fish/])
  expect([...new URL(shown.url()).searchParams.keys()]).toEqual(['locale', 'timeZone'])
  await screen.shows([11, 61, 145], { x: 0.95, y: 0.95 })
})
