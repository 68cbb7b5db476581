import { readdirSync, readFileSync, statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { NEXT_PAGES, NEXT_VERSION } from '#test/browser/build-player.ts'
import { type Tv, test } from '#test/browser/screen.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'

const RED = '4,0,0'
const group = groupPart(
  contentOf([{ id: 's', items: [{ page: colorPage('p', '#ff0000'), seconds: 5 }] }]),
  scheduleOf('s'),
)
const KINDS = ['zeros', 'cut', 'absent', 'another file'] as const
type Kind = (typeof KINDS)[number]

/** The files of the newest version, from its list in the cache. */
const listOf = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const list = name.startsWith('vitrine-shell-') && (await (await caches.open(name)).match('/shell.json'))
      if (list) return Object.keys(await list.json())
    }
    return []
  })

/** Damages stored files of the app, in every version that has them. */
const damage = (page: Page, kind: Kind, paths: string[]) =>
  page.evaluate(
    async ([how, files]) => {
      for (const name of await caches.keys()) {
        if (!name.startsWith('vitrine-shell-')) continue
        const cache = await caches.open(name)
        for (const file of files) {
          const kept = await cache.match(file)
          if (!kept) continue
          const { headers } = kept
          const bytes = new Uint8Array(await kept.arrayBuffer())
          if (how === 'absent') await cache.delete(file)
          else if (how === 'cut') await cache.put(file, new Response(bytes.slice(0, -20), { headers }))
          else if (how === 'zeros') {
            bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 3)
            await cache.put(file, new Response(bytes, { headers }))
          } else await cache.put(file, new Response('console.log("another")', { headers }))
        }
      }
    },
    [kind, paths] as const,
  )

/** The stored files whose bytes are not those of the list. */
const wrong = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      if (!name.startsWith('vitrine-shell-')) continue
      const cache = await caches.open(name)
      const list = await (await cache.match('/shell.json'))?.json()
      for (const [file, hash] of Object.entries(list ?? {})) {
        const bytes = await (await cache.match(file))?.arrayBuffer()
        const is = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer(0)))
        if (hash !== `sha256-${btoa(String.fromCharCode(...is))}`) found.push(file)
      }
    }
    return found
  })

const plays = async ({ page, colour }: Tv, timeout = 60_000) => {
  await page.locator('.page[data-state=front]').waitFor({ timeout })
  await expect.poll(colour).toBe(RED)
}
const connect = async (tv: Tv) => {
  await tv.connect(tv.secure, group, devicePart())
  await plays(tv)
  return listOf(tv.page)
}

test('PLAY-09 with the server, every damaged file of the app is replaced', async ({ tv }) => {
  const { page } = tv
  const list = await connect(tv)
  expect(list.length).toBeGreaterThan(40)
  // Each file × each kind: `src/app-update/stored-files.test.ts`.
  for (const [number, kind] of KINDS.entries())
    await damage(
      page,
      kind,
      list.filter((_, index) => index % KINDS.length === number),
    )
  await page.reload()
  await plays(tv)
  // What this start doesn't need is replaced while it plays.
  await expect.poll(() => wrong(page), { timeout: 40_000 }).toEqual([])
  await tv.server.close()
  await page.reload()
  await plays(tv)
})

/** The long table, one file at a time: `SHELL_TABLE=1`. */
if (process.env.SHELL_TABLE)
  for (const kind of KINDS)
    test(`every file × ${kind} × server`, async ({ tv }) => {
      test.setTimeout(1_800_000)
      const { page, server } = tv
      const list = await connect(tv)
      for (const file of list) {
        await damage(page, kind, [file])
        await server.close()
        await page.reload().catch(() => undefined)
        const shows = await page
          .locator('.page[data-state=front]')
          .waitFor({ timeout: 4000 })
          .then(() => true)
          .catch(() => false)
        await server.reopen()
        const began = Date.now()
        if (!shows) await plays(tv, 30_000)
        const back = Date.now() - began
        await damage(page, kind, [file])
        const start = Date.now()
        await page.reload()
        await plays(tv)
        process.stdout.write(
          `${kind}\t${file}\tdown: ${shows ? 'plays' : `back after ${back}`}\tup: ${Date.now() - start} ms\n`,
        )
      }
    })

test('PLAY-09 without the server, the previous version plays in place of a damaged one, until the server is back', async ({
  tv,
}) => {
  test.setTimeout(180_000)
  const { page, server, secure, colour } = tv
  await page.clock.install()
  await page.addInitScript(() => {
    Math.random = () => 0.001
  })
  const moveOn = (ms: number) => page.clock.runFor(ms).catch(() => undefined)
  await tv.connect(secure, group, devicePart())
  await moveOn(16_000)
  const old = await listOf(page)
  server.state.pages = NEXT_PAGES
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  await expect
    .poll(() => server.heartbeats.at(-1)?.screen.playerVersion, { timeout: 20_000 })
    .toBe(NEXT_VERSION)
  await expect.poll(colour).toBe(RED)
  await moveOn(16_000)
  const script = () => page.locator('script[type=module]').first().getAttribute('src')
  const newer = await script()
  const isPagesPart = (name: string) => /\/page-parts-/.test(name)
  const files = await page.evaluate(async () => {
    const lists = []
    for (const name of await caches.keys()) {
      const list = name.startsWith('vitrine-shell-') && (await (await caches.open(name)).match('/shell.json'))
      if (list) lists.push(Object.keys(await list.json()))
    }
    return lists.flat()
  })
  expect(newer).toBeTruthy()
  await server.close()
  for (const file of [
    `/${newer?.replace('./', '')}`,
    ...files.filter(isPagesPart).filter((it) => !old.includes(it)),
  ]) {
    await damage(page, 'zeros', [file])
    await page.reload()
    await expect
      .poll(
        async () => {
          await moveOn(4000)
          return page.locator('.page[data-state=front]').isVisible()
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    expect(await script()).not.toBe(newer)
    await server.reopen()
    await page.reload()
    await plays(tv)
    expect(await script()).toBe(newer)
    await server.close()
  }
})

test('PLAY-09 a page that lacks a damaged file of the app plays soon after the server is back', async ({
  tv,
}) => {
  const { page, server } = tv
  const list = await connect(tv)
  await damage(
    page,
    'cut',
    list.filter((file) => /page-parts-|color-/.test(file)),
  )
  await server.close()
  await page.reload()
  // It has failed twice by then, and would wait for a minute.
  await page.waitForTimeout(15_000)
  await expect(page.locator('.page[data-state=front]')).toHaveCount(0)
  await server.reopen()
  await plays(tv, 30_000)
})

test('PLAY-09 a damaged record of starts costs nothing', async ({ tv }) => {
  const { page, server } = tv
  await connect(tv)
  await server.close()
  for (const state of ['', '\0\0\0', 'null', '{"good":7}']) {
    await page.evaluate(async (text) => {
      await (await caches.open('vitrine-starts')).put('/state', new Response(text))
    }, state)
    await page.reload()
    await plays(tv)
  }
})

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
const ON_DISK: Record<Kind, (file: string) => void> = {
  zeros: (file) => {
    const bytes = readFileSync(file)
    const middle = bytes.length >> 1
    bytes.fill(0, middle, Math.min(middle + 3, bytes.length))
    writeFileSync(file, bytes)
  },
  cut: (file) => truncateSync(file, statSync(file).size >> 1),
  absent: unlinkSync,
  'another file': (file) => writeFileSync(file, 'another file'.repeat(200)),
}
test('PLAY-09 with the server, a screen plays whatever happens to the browser’s copy of the app', async ({
  tv,
}) => {
  await connect(tv)
  for (const kind of KINDS) {
    await tv.restart(tv.secure, (profile) => {
      for (const file of filesBelow(path.join(profile, 'Default', 'Service Worker'))) ON_DISK[kind](file)
    })
    await plays(tv)
  }
})

test('PLAY-09 a worker that serves nonsense is removed after the third failed start', async ({ tv }) => {
  const { page, server } = tv
  await connect(tv)
  server.state.fault = (_request, response, call) => {
    if (call !== 'GET /service-worker.js') return false
    const worker = `
      oninstall = () => skipWaiting()
      onactivate = (event) => event.waitUntil(clients.claim())
      onfetch = (event) => event.respondWith(
        /assets/.test(event.request.url) ? new Response('let') : fetch(event.request))`
    response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(worker)
    return true
  }
  await page.evaluate(async () => {
    const changed = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve)
    })
    await (await navigator.serviceWorker.getRegistration())?.update()
    await changed
  })
  // The browser can't update it.
  server.state.fault = (_request, response, call) => {
    if (call === 'GET /service-worker.js') response.writeHead(500).end()
    return call === 'GET /service-worker.js'
  }
  await page.reload()
  await plays(tv)
})

test('PLAY-09 on plain http, a wrong file in the browser’s cache is replaced after the third failed start', async ({
  tv,
}) => {
  const { page, server, insecure } = tv
  const files = new Set<string>()
  // A proxy answers the script once with nonsense, which the browser keeps for a year.
  server.state.fault = (_request, response, call) => {
    if (!/^GET \/assets\/index-.*\.js$/.test(call) || files.has(call)) return false
    files.add(call)
    response
      .writeHead(200, {
        'Content-Type': 'text/javascript',
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      .end('let')
    return true
  }
  await page.goto(insecure)
  await page.locator('.pairing-code').waitFor({ timeout: 60_000 })
})
