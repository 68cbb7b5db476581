import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '#test/browser/screen.ts'
import { contentOf, devicePart, groupPart, scheduleOf, type TestFile, zonePage } from '#test/content.ts'

const RED = '4,0,0'
const BLUE = '0,0,4'

const groupWith = (file: TestFile, name = 's') =>
  groupPart(
    contentOf([{ id: name, items: [{ page: zonePage(`p-${name}`, ['m']), seconds: 30 }] }], { m: file }),
    scheduleOf(name),
  )

/** Every file below a folder of a browser's profile. */
function filesBelow(profile: string, folder: string): string[] {
  const below = path.join(profile, 'Default', folder)
  return readdirSync(below, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(below, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
}

/** Flips one byte in every 200, like a failing card. */
function flip(file: string): void {
  const bytes = readFileSync(file)
  for (let at = 100; at < bytes.length; at += 200) bytes.writeUInt8((bytes[at] ?? 0) ^ 0xff, at)
  writeFileSync(file, bytes)
}

test('PLAY-09 a profile with flipped bits and truncated files starts, stays connected, and repairs itself by downloading', async ({
  tv,
}) => {
  const { server, secure, colour } = tv
  await tv.connect(secure, groupWith(await tv.image('red')), devicePart())
  await expect.poll(colour).toBe(RED)
  const token = server.state.screen?.token

  const damages: ((profile: string) => void)[] = [
    // The database's records and index.
    (profile) => filesBelow(profile, 'IndexedDB').forEach(flip),
    (profile) => {
      for (const file of filesBelow(profile, 'IndexedDB'))
        writeFileSync(file, readFileSync(file).subarray(0, 40))
    },
    // The stored files, and the app.
    (profile) => filesBelow(profile, 'Service Worker').forEach(flip),
  ]
  for (const damage of damages) {
    await tv.restart(secure, damage)
    await expect.poll(colour, { timeout: 30_000 }).toBe(RED)
    await expect(tv.page.locator('.pairing-code')).toHaveCount(0)
  }
  expect(server.state.screen?.token).toBe(token)
})

test('PLAY-09 an old, a newer, and a blocked database are survivable', async ({ tv }) => {
  const { page, server, secure, colour } = tv
  const group = groupWith(await tv.image('red'))
  await tv.connect(secure, group, devicePart())
  await expect.poll(colour).toBe(RED)

  /** Recreates the database with that version and only these tables. */
  const remake = (version: number, tables: string[]) =>
    page.evaluate(
      ([at, names]) =>
        new Promise<void>((resolve, reject) => {
          const away = indexedDB.deleteDatabase('vitrine-player')
          away.onerror = () => reject(away.error)
          away.onsuccess = () => {
            const request = indexedDB.open('vitrine-player', at)
            request.onupgradeneeded = () => {
              for (const name of names) request.result.createObjectStore(name)
            }
            request.onsuccess = () => {
              request.result.close()
              resolve()
            }
          }
        }),
      [version, tables] as const,
    )
  for (const [version, tables] of [
    [1, ['state']],
    [7, ['state', 'files', 'chunks', 'later']],
  ] as const) {
    await remake(version, [...tables])
    await page.reload()
    await page.locator('.page[data-state=front]').waitFor({ timeout: 20_000 })
    await expect.poll(colour).toBe(RED)
    await expect.poll(() => server.heartbeats.at(-1)?.screen.storage).toBe('cache')
  }

  // Another window holds an old version open and does not close it.
  await remake(1, ['state'])
  const holder = await page.context().newPage()
  await holder.goto(`${secure}/api/player/time`)
  await holder.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('vitrine-player')
        request.onsuccess = () => {
          Object.assign(window, { held: request.result })
          resolve()
        }
      }),
  )
  await page.reload()
  await expect.poll(colour, { timeout: 30_000 }).toBe(RED)
  await expect.poll(() => server.heartbeats.at(-1)?.screen.storage, { timeout: 20_000 }).toBe('memory')
})

test('PLAY-08 a screen whose database is deleted while it plays keeps following changes', async ({ tv }) => {
  const { page, server, secure, colour } = tv
  await tv.connect(secure, groupWith(await tv.image('red')), devicePart())
  await expect.poll(colour).toBe(RED)
  const token = server.state.screen?.token
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('vitrine-player').onsuccess = resolve
      }),
  )
  server.publish('group', groupWith(await tv.image('blue'), 'next'))
  await expect.poll(colour, { timeout: 60_000 }).toBe(BLUE)
  expect(server.state.screen?.token).toBe(token)
})

test('PLAY-08 PLAY-23 a screen whose data the browser evicts while the server is away keeps playing until it returns', async ({
  tv,
}) => {
  test.setTimeout(180_000)
  const { page, server, secure, colour } = tv
  await tv.connect(secure, groupWith(await tv.image('red')), devicePart())
  await expect.poll(colour).toBe(RED)
  await server.close()
  const devtools = await page.context().newCDPSession(page)
  // Everything that browsers evict under storage pressure.
  const storageTypes = 'indexeddb,cache_storage,service_workers,file_systems'
  await devtools.send('Storage.clearDataForOrigin', { origin: secure, storageTypes })
  // Longer than a screen waits before it restarts.
  await page.waitForTimeout(70_000)
  expect(page.url()).toBe(`${secure}/`)
  expect(await colour()).toBe(RED)
  await server.reopen()
  server.publish('group', groupWith(await tv.image('blue'), 'next'))
  await expect.poll(colour, { timeout: 60_000 }).toBe(BLUE)
  await expect(page.locator('.pairing-code')).toHaveCount(0)
})

test('PLAY-09 a database that opens late, from a slow disk, is used without the server', async ({ tv }) => {
  const { page, server, secure, colour } = tv
  await tv.connect(secure, groupWith(await tv.image('red')), devicePart())
  await expect.poll(colour).toBe(RED)
  await page.addInitScript(() => {
    if (sessionStorage.getItem('slow')) return
    sessionStorage.setItem('slow', 'once')
    const { prototype } = IDBOpenDBRequest
    const success = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'onsuccess')
    Object.defineProperty(prototype, 'onsuccess', {
      set(this: IDBOpenDBRequest, told: (event: Event) => void) {
        success?.set?.call(this, (event: Event) => setTimeout(() => told.call(this, event), 7000))
      },
    })
  })
  await server.close()
  await page.reload()
  await expect.poll(colour, { timeout: 30_000 }).toBe(RED)
})

test('PLAY-09 one unreadable file costs that file only', async ({ tv }) => {
  const { page, server, secure, colour } = tv
  const media = { red: await tv.image('red'), blue: await tv.image('blue') }
  const zone = zonePage('p', ['red', 'blue'], { interval: 2 })
  const content = contentOf([{ id: 's', items: [{ page: zone, seconds: 30 }] }], media)
  await tv.connect(secure, groupPart(content, scheduleOf('s')), devicePart())
  await expect.poll(colour).toBe(BLUE)
  await page.addInitScript((broken) => {
    const { match } = Cache.prototype
    Cache.prototype.match = function (request, ...more) {
      if (String(request).includes(broken)) return Promise.reject(new Error('The disk does not answer'))
      return match.call(this, request, ...more)
    }
  }, media.red.sha256)
  await server.close()
  await page.reload()
  await expect.poll(colour, { timeout: 30_000 }).toBe(BLUE)
})

test('PAIR-11 a screen that moves to another organization keeps nothing from the first', async ({ tv }) => {
  const { page, server, secure, colour } = tv
  const CANARY = 'canary-of-the-first'
  const image = await tv.image('red')
  const first = groupWith(image, CANARY)
  await tv.connect(secure, first, {
    ...devicePart(),
    name: CANARY,
    organization: { id: CANARY, name: CANARY },
  })
  await expect.poll(colour).toBe(RED)
  await expect.poll(() => server.heartbeats.at(-1)?.held.group).toBeTruthy()
  const token = server.state.screen?.token ?? ''

  server.unpair()
  await page.locator('.pairing-code').waitFor()
  const { deviceId, ...rest } = devicePart()
  const blue = await tv.image('blue')
  server.claim(groupWith(blue, 'second'), { ...rest, deviceId: `${deviceId}-2` })
  await expect.poll(colour, { timeout: 15_000 }).toBe(BLUE)

  const kept = () =>
    page.evaluate(async () => {
      const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) texts.push(request.url)
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open(name ?? '')
          request.onsuccess = () => resolve(request.result)
        })
        for (const table of database.objectStoreNames) {
          const store = database.transaction(table).objectStore(table)
          for (const request of [store.getAll(), store.getAllKeys()])
            texts.push(
              await new Promise<string>((resolve) => {
                request.onsuccess = () => resolve(JSON.stringify(request.result))
              }),
            )
        }
        database.close()
      }
      return texts.join()
    })
  const texts = await kept()
  expect(texts).toContain(blue.sha256)
  for (const trace of [CANARY, image.sha256, token]) expect(texts).not.toContain(trace)

  // Nor in what the browser wrote to disk: media by their bytes, the rest by its text. (The databases may still
  // contain the token, which the server has revoked.)
  const media = server.files.get(image.sha256)?.bytes ?? Buffer.alloc(0)
  const traces = [Buffer.from(CANARY), Buffer.from(CANARY, 'utf16le'), media]
  const found = (profile: string) =>
    filesBelow(profile, '.').filter((file) => {
      const bytes = readFileSync(file)
      return traces.some((trace) => bytes.includes(trace))
    })
  // A deleted file leaves the disk with its last handle, which garbage collection releases.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  await expect.poll(() => found(tv.profile), { timeout: 20_000 }).toEqual([])
  await tv.restart(secure, (profile) => expect(found(profile)).toEqual([]))
})
