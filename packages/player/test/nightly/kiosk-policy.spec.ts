import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, chromium, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { PAGES } from '#test/browser/build-player.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf, sha256, zonePage } from '#test/content.ts'
import { type ProtocolServer, startProtocolServer } from '#test/protocol-server.ts'

const BROWSER = process.env.KIOSK_CHROMIUM_PATH ?? '/usr/bin/chromium'
const KIOSK = new URL('../../public/kiosk.sh', import.meta.url).pathname

/** A Chromium that reads managed policies from `folder`, in a separate mount namespace: no other browser is affected. */
function browserWith(folder: string): string {
  const file = path.join(folder, 'chromium')
  const mount = `mkdir -p /etc/chromium/policies/managed && mount --bind "${folder}/etc/chromium/policies/managed" /etc/chromium/policies/managed`
  writeFileSync(file, `#!/bin/sh\nexec unshare -m sh -c '${mount} && exec ${BROWSER} "$@"' sh "$@"\n`)
  chmodSync(file, 0o755)
  return file
}

const isPossible = () =>
  spawnSync('unshare', ['-m', 'true']).status === 0 && spawnSync(BROWSER, ['--version']).status === 0

const colored = (color: string, script = '') =>
  `<!doctype html><body style="margin:0;height:100vh;background:${color}"><script>${script}</script>`

/** Two sites: `green` is allowed and has ways to the other. */
async function openSites() {
  const served: string[] = []
  const open = async (pages: () => Record<string, string>) => {
    const server = createServer(({ url = '/' }, answer) => {
      served.push(url)
      const page = pages()[url]
      if (page?.startsWith('http')) answer.writeHead(302, { location: page }).end()
      else answer.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  const foreign = await open(() => ({ '/': colored('#f0f'), '/foreign': colored('#f0f') }))
  const green = await open(() => ({
    '/': colored('#0f0'),
    '/redirects': `${foreign.address}/foreign`,
    '/leads': colored('#0f0', `setTimeout(() => { location = '${foreign.address}/foreign' }, 1500)`),
    '/closes': colored('#0f0', 'setTimeout(() => close(), 500)'),
  }))
  return {
    allowed: green.address,
    foreign: foreign.address,
    served,
    close: () => {
      for (const { server } of [green, foreign]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

/** The origin of packages: the built worker and its page. Screens store the packages themselves. */
async function openContent() {
  const server = createServer(({ url = '/' }, answer) => {
    const file = path.join(PAGES, 'content-origin', path.basename(url.split('?')[0] ?? ''))
    const type = file.endsWith('.js') ? 'text/javascript' : 'text/html'
    if (existsSync(file)) answer.writeHead(200, { 'content-type': type }).end(readFileSync(file))
    else answer.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { server, address: `http://player.test:${(server.address() as AddressInfo).port}` }
}

interface Kiosk {
  page: Page
  server: ProtocolServer
  sites: Awaited<ReturnType<typeof openSites>>
}

const test = base.extend<{ kiosk: Kiosk }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a pattern
  kiosk: async ({}, use) => {
    base.skip(!isPossible(), 'Needs root and an installed Chromium: nothing of this was tried')
    const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-policy-'))
    const server = await startProtocolServer({ pages: PAGES })
    const sites = await openSites()
    const player = `http://player.test:${new URL(server.url).port}`
    const content = await openContent()
    spawnSync('sh', [KIOSK, '--files', folder, player, content.address], { stdio: 'ignore' })
    server.state.fault = (_request, response, call) => {
      if (call !== 'GET /api/player/content-origin') return false
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ url: content.address }))
      return true
    }
    const managed = path.join(folder, 'etc/chromium/policies/managed')
    mkdirSync(managed, { recursive: true })
    // As the machine writes it once the server has answered with the allowed site.
    const list = JSON.parse(readFileSync(path.join(managed, 'vitrine-kiosk-sites.json'), 'utf8'))
    list.URLAllowlist.push(new URL(sites.allowed).host)
    writeFileSync(path.join(managed, 'vitrine-kiosk-sites.json'), JSON.stringify(list))
    // The test drives the browser through its developer tools. Everything else is what kiosks have.
    const policy = JSON.parse(readFileSync(path.join(managed, 'vitrine-kiosk.json'), 'utf8'))
    writeFileSync(
      path.join(managed, 'vitrine-kiosk.json'),
      JSON.stringify({ ...policy, DeveloperToolsAvailability: 1 }),
    )
    const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
      executablePath: browserWith(folder),
      viewport: { width: 960, height: 540 },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--host-resolver-rules=MAP player.test 127.0.0.1',
      ],
    })
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(`${player}/#machine=${'a'.repeat(64)}`)
    await use({ page, server, sites })
    await context.close()
    sites.close()
    content.server.closeAllConnections()
    content.server.close()
    await server.close().catch(() => undefined)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  },
})

async function colorOf(page: Page): Promise<string> {
  const { data } = await sharp(await page.screenshot({ clip: { x: 300, y: 300, width: 1, height: 1 } }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data].map((value) => Math.round(value / 64)).join()
}
const GREEN = '0,4,0'

/** Connects the screen to a page with a link. */
async function play({ page, server, sites }: Kiosk, linkURL: string) {
  const link = {
    ...{ id: 'p', name: 'p', version: 1, width: 1920, height: 1080 },
    widgets: [
      {
        ...{ id: 'l', type: 'link', name: 'Link', zIndex: 1, width: 800, height: 300 },
        transform: 'translate(100px, 100px)',
      },
    ],
    config: {
      inputs: [
        { name: 'l-linkURL', value: linkURL },
        { name: 'l-label', value: 'Menu' },
      ],
    },
  }
  const content = contentOf([{ id: 's', items: [{ page: link, seconds: 3600 }] }])
  await page.locator('.pairing-code').waitFor()
  server.claim(groupPart(content, scheduleOf('s')), {
    ...devicePart(),
    sites: [new URL(sites.allowed).host],
  })
  await page.getByRole('link', { name: 'Menu' }).click({ timeout: 30_000 })
}

test('the policy is in force: the browser opens the player, and no other address', async ({ kiosk }) => {
  const { page, sites } = kiosk
  expect(await page.evaluate(() => isSecureContext)).toBe(true)
  const next = await page.context().newPage()
  await next.goto(`${sites.foreign}/`).catch(() => undefined)
  expect(sites.served).toEqual([])
})

test('a link opens an allowed site', async ({ kiosk }) => {
  await play(kiosk, `${kiosk.sites.allowed}/`)
  await expect.poll(() => colorOf(kiosk.page)).toBe(GREEN)
})

test('a link to a site that is not allowed says so in the words of the screen', async ({ kiosk }) => {
  await play(kiosk, `${kiosk.sites.foreign}/`)
  await expect(kiosk.page.getByRole('alert')).toContainText("can't open 127.0.0.1")
  expect(kiosk.sites.served).toEqual([])
})

for (const way of ['/redirects', '/leads'])
  test(`an allowed site whose page ${way.slice(1)} to one that is not says so, too`, async ({ kiosk }) => {
    const { page, sites } = kiosk
    await play(kiosk, sites.allowed + way)
    await expect(page.getByRole('alert')).toContainText("can't open", { timeout: 15_000 })
    expect(sites.served).not.toContain('/foreign')
    expect(page.frames().filter((frame) => frame.url().startsWith('chrome-error'))).toEqual([])
  })

test('a site that closes its window stays, and the screen keeps working', async ({ kiosk }) => {
  const { page, sites } = kiosk
  await play(kiosk, `${sites.allowed}/closes`)
  await expect.poll(() => colorOf(page)).toBe(GREEN)
  await page.waitForTimeout(1500)
  expect(await colorOf(page)).toBe(GREEN)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('iframe')).toHaveCount(0)
})

/** Plays a package for ten seconds, and a blue page after it. */
async function playPackage({ page, server, sites }: Kiosk, html: string, locale?: string) {
  const bytes = Buffer.from(html)
  const index = server.addFile(bytes, 'text/html')
  const media = {
    package: { sha256: index, size: bytes.length, mimetype: 'text/html' },
  }
  const items = [
    { page: zonePage('p', ['package']), seconds: 10 },
    { page: colorPage('q', '#00f'), seconds: 5 },
  ]
  const content = contentOf([{ id: 's', items }], media)
  content.media.package = {
    ...{ name: 'Menu board', mimetype: 'application/zip', width: null, height: null, duration: null },
    ...{ sha256: sha256('version of the package'), files: { 'index.html': index } },
  }
  await page.locator('.pairing-code').waitFor()
  server.claim(groupPart(content, scheduleOf('s', { activeFrom: Date.now() })), {
    ...devicePart(),
    sites: [new URL(sites.allowed).host],
    ...(locale && { locale }),
  })
}

/** A page of a package with a yellow edge and a frame within. */
const framing = (frames: string, script = '') =>
  `<!doctype html><style>body{margin:0;height:100vh;background:#ff0}iframe{position:absolute;left:20%;top:20%;width:60%;height:60%;border:0}</style>${frames}<script>${script}</script>`
const YELLOW = '4,4,0'
const BLUE = '0,0,4'
const edgeOf = async (page: Page) => {
  const { data } = await sharp(await page.screenshot({ clip: { x: 20, y: 300, width: 1, height: 1 } }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data].map((value) => Math.round(value / 64)).join()
}
const noticeIn = (page: Page) => page.frameLocator('iframe[title="Menu board"]').frameLocator('iframe')
const errorFrames = (page: Page) => page.frames().filter((frame) => frame.url().startsWith('chrome-error'))

test('a package frames an allowed site', async ({ kiosk }) => {
  const { page, sites } = kiosk
  await playPackage(kiosk, framing(`<iframe src="${sites.allowed}/"></iframe>`))
  await expect.poll(() => colorOf(page), { timeout: 30_000 }).toBe(GREEN)
  expect(await edgeOf(page)).toBe(YELLOW)
})

for (const { what, html } of [
  { what: 'frames', html: (foreign: string) => framing(`<iframe src="${foreign}/foreign"></iframe>`) },
  {
    what: 'adds a frame with',
    html: (foreign: string) =>
      framing(
        '',
        `setTimeout(() => { const frame = document.createElement('iframe'); frame.src = '${foreign}/foreign'; document.body.append(frame) }, 2000)`,
      ),
  },
  {
    what: 'frames an allowed site that redirects to',
    html: (_foreign: string, allowed: string) => framing(`<iframe src="${allowed}/redirects"></iframe>`),
  },
  {
    what: 'frames an allowed site that leads to',
    html: (_foreign: string, allowed: string) => framing(`<iframe src="${allowed}/leads"></iframe>`),
  },
])
  test(`a package that ${what} a site that is not allowed says so in its place, and the rest plays`, async ({
    kiosk,
  }) => {
    const { page, server, sites } = kiosk
    await playPackage(kiosk, html(sites.foreign, sites.allowed))
    await expect(noticeIn(page).getByRole('alert')).toContainText("This screen can't open 127.0.0.1:", {
      timeout: 30_000,
    })
    await expect.poll(() => edgeOf(page)).toBe(YELLOW)
    await expect(noticeIn(page).getByRole('alert')).toBeVisible()
    expect(errorFrames(page)).toEqual([])
    expect(sites.served).not.toContain('/foreign')
    await expect.poll(() => colorOf(page), { timeout: 20_000 }).toBe(BLUE)
    await expect
      .poll(() => server.heartbeats.flatMap(({ errors }) => errors.map(({ text }) => text)).join(), {
        timeout: 70_000,
      })
      .toContain('Package "Menu board" can\'t open 127.0.0.1')
  })

for (const { what, html } of [
  {
    what: 'leads itself at once to',
    html: (foreign: string) => framing('', `location = '${foreign}/foreign'`),
  },
  {
    what: 'leads itself later to',
    html: (foreign: string) => framing('', `setTimeout(() => { location = '${foreign}/foreign' }, 2000)`),
  },
  {
    what: 'refreshes itself to',
    html: (foreign: string) => `<meta http-equiv="refresh" content="1;url=${foreign}/foreign">${framing('')}`,
  },
  {
    what: 'leads itself to an allowed site that redirects to',
    html: (_foreign: string, allowed: string) => framing('', `location = '${allowed}/redirects'`),
  },
])
  test(`a package that ${what} a site that is not allowed says so, and the next page plays`, async ({
    kiosk,
  }) => {
    const { page, sites } = kiosk
    await playPackage(kiosk, html(sites.foreign, sites.allowed))
    await expect(noticeIn(page).getByRole('alert')).toContainText("This screen can't open 127.0.0.1:", {
      timeout: 30_000,
    })
    expect(errorFrames(page)).toEqual([])
    expect(sites.served).not.toContain('/foreign')
    await expect.poll(() => colorOf(page), { timeout: 20_000 }).toBe(BLUE)
  })

test('a package that leads itself to an allowed site shows that site', async ({ kiosk }) => {
  const { page, sites } = kiosk
  await playPackage(kiosk, framing('', `location = '${sites.allowed}/'`))
  await expect.poll(() => colorOf(page), { timeout: 30_000 }).toBe(GREEN)
})

test('a package that gives its blocked frame an allowed site shows that site', async ({ kiosk }) => {
  const { page, sites } = kiosk
  const next = `setTimeout(() => { document.querySelector('iframe').src = '${sites.allowed}/' }, 5000)`
  await playPackage(kiosk, framing(`<iframe src="${sites.foreign}/foreign"></iframe>`, next))
  await expect(noticeIn(page).getByRole('alert')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => colorOf(page), { timeout: 20_000 }).toBe(GREEN)
})

test('a package that insists on a site that is not allowed stops nothing', async ({ kiosk }) => {
  const { page, sites } = kiosk
  const insists = `const frame = document.querySelector('iframe'); frame.onload = () => { frame.src = '${sites.foreign}/' + Math.random() }`
  await playPackage(kiosk, framing(`<iframe src="${sites.foreign}/foreign"></iframe>`, insists))
  await expect.poll(() => colorOf(page), { timeout: 40_000 }).toBe(BLUE)
  await expect.poll(() => page.locator('.page[data-state=front]').count()).toBe(1)
  expect(sites.served).toEqual([])
})
