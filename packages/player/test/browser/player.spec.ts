import { expect } from '@playwright/test'
import {
  colorPage,
  contentOf,
  devicePart,
  groupPart,
  scheduleOf,
  type TestFile,
  zonePage,
} from '#test/content.ts'
import { test } from './screen.ts'

const BLUE = '0,0,4'
const RED = '4,0,0'
const LIME = '0,4,0'

/** A group whose default is one page with one media item. */
const groupWith = (file: TestFile, name = 's') =>
  groupPart(
    contentOf([{ id: name, items: [{ page: zonePage(`p-${name}`, ['m']), seconds: 30 }] }], { m: file }),
    scheduleOf(name),
  )

test('PLAY-03 shows a code, greets, plays, and deletes everything when it is disconnected', async ({
  tv,
}) => {
  const { page, server, secure, colour } = tv
  const image = await tv.image('red')
  await page.goto(`${secure}/`)
  await expect(page.locator('.pairing-code')).toHaveText('KDMRQX')
  await expect(page.locator('.qr')).toHaveAttribute(
    'aria-label',
    'http://signage.example:8080/#/app/devices?code=KDMRQX',
  )
  server.claim(groupWith(image), devicePart())
  await expect(page.locator('.greeting')).toHaveText(/Hello, Acme · Lobby 1/)
  await expect.poll(colour).toBe(RED)

  server.unpair()
  await expect(page.locator('.pairing-code')).toBeVisible()
  const left = await page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage)]
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) texts.push(url)
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('vitrine-player')
      request.onsuccess = () => resolve(request.result)
    })
    for (const table of ['state', 'files', 'chunks'])
      texts.push(
        await new Promise<string>((resolve) => {
          const request = database.transaction(table).objectStore(table).getAll()
          request.onsuccess = () => resolve(JSON.stringify(request.result))
        }),
      )
    return texts.join()
  })
  for (const trace of ['Acme', 'Lobby', image.sha256, 'p-s']) expect(left).not.toContain(trace)
})

test('PLAY-01 plays from a cold start without the server, and reconnects automatically', async ({ tv }) => {
  const { page, server, secure, colour } = tv
  await tv.connect(secure, groupWith(tv.video('blue')), devicePart())
  await expect.poll(colour).toBe(BLUE)
  await expect.poll(() => server.heartbeats.at(-1)?.screen.storage).toBe('cache')
  await server.close()
  for (let times = 0; times < 2; times++) {
    await page.reload()
    await page.locator('.page[data-state=front]').waitFor()
    await expect.poll(colour).toBe(BLUE)
  }
  const position = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  const before = await position()
  await expect.poll(position).not.toBe(before)
  await server.reopen()
  server.publish('group', groupWith(await tv.image('red'), 'next'))
  await expect.poll(colour, { timeout: 60_000 }).toBe(RED)
})

test('keeps playing through an outage on plain http, and reports its storage there', async ({ tv }) => {
  const { page, server, insecure, colour } = tv
  await tv.connect(insecure, groupWith(tv.video('blue')), devicePart())
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await expect.poll(colour).toBe(BLUE)
  await expect.poll(() => server.heartbeats.at(-1)?.screen.storage).toBe('indexeddb')
  // The parts needed during an outage load soon after the first picture. Only this page knows: the server also saw
  // the calls before its reload, and never sees responses arrive.
  const corner = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/assets/corner'))?.name,
  )
  await page.evaluate(`import(${JSON.stringify(await corner.jsonValue())}).then(() => undefined)`)
  await server.close()
  // Longer than the video.
  await page.waitForTimeout(3500)
  expect(await colour()).toBe(BLUE)
  await page.keyboard.press('Control+Alt+KeyS')
  await expect(page.locator('.corner')).toContainText('Plain HTTP')
  await page.keyboard.press('Escape')
  await server.reopen()
  server.publish('group', groupWith(await tv.image('red'), 'next'))
  await expect.poll(colour, { timeout: 60_000 }).toBe(RED)
  await page.reload()
  await page.locator('.page[data-state=front]').waitFor()
  const files = server.calls.filter((call) => call.includes('/files/')).length
  await expect.poll(colour).toBe(RED)
  expect(server.calls.filter((call) => call.includes('/files/')).length).toBe(files)
})

test('shows another storyboard when a notice arrives, and a schedule change at its instant, never before', async ({
  tv,
}) => {
  const { page, server, secure, colour } = tv
  const image = await tv.image('red')
  await tv.connect(secure, groupWith(image), devicePart())
  await expect.poll(colour).toBe(RED)
  const content = contentOf([{ id: 'o', items: [{ page: colorPage('o', '#0000ff'), seconds: 5 }] }])
  server.publish('device', devicePart({ storyboardId: 'o', since: Date.now() }, content))
  await expect.poll(colour).toBe(BLUE)

  const activateAt = Date.now() + 8000
  const both = contentOf(
    [
      { id: 's', items: [{ page: zonePage('p', ['m']), seconds: 30 }] },
      { id: 'n', items: [{ page: colorPage('n', '#00ff00'), seconds: 5 }] },
    ],
    { m: image },
  )
  server.publish(
    'group',
    groupPart(both, scheduleOf('s'), {
      activateAt,
      programme: scheduleOf('n', { activeFrom: activateAt }),
    }),
  )
  const switchedAt = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const shown = document.querySelector<HTMLElement>('.page[data-state=front] [data-page]')
          if (shown?.style.backgroundColor === 'rgb(0, 255, 0)') resolve(Date.now())
        }
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
        })
        look()
      }),
  )
  // The screen's measured clock differs by a few milliseconds. Only a busy machine is late by more.
  expect(switchedAt).toBeGreaterThan(activateAt - 100)
  expect(switchedAt).toBeLessThan(activateAt + 15_000)
  await expect.poll(colour).toBe(LIME)
})

test('is in sync with a screen that joined earlier', async ({ tv }) => {
  const { page, server, secure } = tv
  const pages = ['#ff0000', '#00ff00', '#0000ff'].map((colour, index) => ({
    page: colorPage(`c${index}`, colour),
    seconds: 2,
  }))
  const group = groupPart(
    contentOf([{ id: 's', items: pages }]),
    scheduleOf('s', { activeFrom: Date.now() - 3_600_000 }),
  )
  await tv.connect(secure, group, devicePart())
  const late = await tv.another()
  await late.goto(`${secure}/`)
  await late.locator('.pairing-code').waitFor()
  server.claim(group, devicePart())
  await late.locator('.page[data-state=front]').waitFor()
  const turns = async (window: typeof page) =>
    window.evaluate(async () => {
      const seen: [string, number][] = []
      const look = () => {
        const shown =
          document.querySelector<HTMLElement>('.page[data-state=front] [data-page]')?.style.backgroundColor ??
          ''
        if (seen.at(-1)?.[0] !== shown) seen.push([shown, Date.now()])
      }
      look()
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
      await new Promise((resolve) => setTimeout(resolve, 9000))
      return seen.slice(1)
    })
  const [first, second] = await Promise.all([turns(page), turns(late)])
  const apart = first.map(([shown, at]) =>
    Math.min(...second.filter(([other]) => other === shown).map(([, other]) => Math.abs(other - at))),
  )
  expect(apart.length).toBeGreaterThan(2)
  // A busy machine is late at some switches; a screen that is out of sync is late at all of them.
  expect(Math.min(...apart)).toBeLessThan(60)
})

test('PLAY-23 never shows problems to the public', async ({ tv }) => {
  const { page, server, secure, colour } = tv
  const broken = {
    sha256: server.addFile(Buffer.from('no picture at all'), 'image/png'),
    size: 17,
    mimetype: 'image/png',
  }
  const image = await tv.image('red')
  const content = contentOf(
    [
      {
        id: 's',
        items: [
          { page: zonePage('bad', ['b']), seconds: 2 },
          { page: zonePage('good', ['g']), seconds: 2 },
        ],
      },
    ],
    { b: broken, g: image },
  )
  await tv.connect(secure, groupPart(content, scheduleOf('s')), devicePart())
  await expect.poll(colour, { timeout: 60_000 }).toBe(RED)
  // Longer than a loop of both.
  for (let look = 0; look < 14; look++) {
    expect(await colour()).toBe(RED)
    await page.waitForTimeout(300)
  }
  await expect.poll(tv.problems, { timeout: 60_000 }).toContain('bad')
  expect(await page.locator('body').innerText()).toBe('')
})
