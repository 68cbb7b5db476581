import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { test } from '#test/browser/screen.ts'
import { contentOf, devicePart, groupPart, scheduleOf, type TestFile, zonePage } from '#test/content.ts'

const groupWith = (file: TestFile, seconds = 30) =>
  groupPart(
    contentOf([{ id: 's', items: [{ page: zonePage('p', ['m']), seconds }] }], { m: file }),
    scheduleOf('s'),
  )

/** The color in the middle of an image, or at a fraction of its height, in steps of 64. */
async function middleOf(image: string, down = 1 / 2): Promise<string> {
  const { data, info } = await sharp(Buffer.from(image, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height * down) * info.width + Math.floor(info.width / 2)) * 3
  return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 64)).join()
}

const fire = (more: object = {}) => ({
  id: 'fire',
  title: 'Fire',
  text: 'Leave by the stairs',
  tone: 'danger' as const,
  storyboardId: null,
  startedAt: Date.now(),
  endsAt: Date.now() + 3_600_000,
  ...more,
})

for (const [what, colour] of [
  ['picture', '4,0,0'],
  ['video', '0,2,0'],
] as const)
  test(`takes a picture of a ${what} as it shows, small or large`, async ({ tv }) => {
    const file = what === 'picture' ? await tv.image('red') : tv.video('green')
    await tv.connect(tv.secure, groupWith(file), devicePart())
    await tv.page.waitForTimeout(1000)
    const small = tv.server.command({ kind: 'screenshot', width: 320 })
    await expect.poll(() => tv.server.done.find(({ id }) => id === small)).toMatchObject({ ok: true })
    const [first] = tv.server.pictures
    expect([first?.width, first?.height, first?.partial]).toEqual([320, 180, false])
    expect(await middleOf(first?.image ?? '')).toBe(colour)
    tv.server.command({ kind: 'screenshot', width: 1280 })
    await expect.poll(() => tv.server.pictures.length).toBe(2)
    expect(tv.server.pictures[1]?.width).toBe(640)
    expect(await middleOf(tv.server.pictures[1]?.image ?? '')).toBe(colour)
  })

test('takes a screenshot, and reports its size, as people see a screen that is mounted on its side or upside down', async ({
  tv,
}) => {
  const { server } = tv
  const [red, blue] = ['#ff0000', '#0000ff'].map((background) => ({
    create: { width: 640, height: 180, channels: 3 as const, background },
  }))
  const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background: 'white' } })
    .composite([
      { input: red ?? '', top: 0, left: 0 },
      { input: blue ?? '', top: 180, left: 0 },
    ])
    .png()
    .toBuffer()
  const file = { sha256: server.addFile(bytes, 'image/png'), size: bytes.length, mimetype: 'image/png' }
  const hung = (orientation: 0 | 90 | 180 | 270) => ({
    ...devicePart(),
    configuration: { orientation, volume: 100, hours: null },
  })
  await tv.connect(tv.secure, groupWith(file), hung(0))
  for (const orientation of [90, 180, 270] as const) {
    const [width, height] = orientation === 180 ? [640, 360] : [360, 640]
    server.publish('device', hung(orientation))
    await expect.poll(() => server.heartbeats.at(-1)?.screen).toMatchObject({ width, height })
    const taken = server.pictures.length
    server.command({ kind: 'screenshot', width: 320 })
    await expect.poll(() => server.pictures.length).toBe(taken + 1)
    const picture = server.pictures[taken]
    expect([picture?.width, picture?.height]).toEqual([320, Math.round((320 * height) / width)])
    // Red is above blue, close to the middle if the picture is letterboxed.
    expect(await middleOf(picture?.image ?? '', 0.45)).toBe('4,0,0')
    expect(await middleOf(picture?.image ?? '', 0.55)).toBe('0,0,4')
    if (orientation === 90)
      writeFileSync('node_modules/.playwright-results/hung.jpg', Buffer.from(picture?.image ?? '', 'base64'))
  }
})

test('shows its name on request, and reloads', async ({ tv }) => {
  await tv.connect(tv.secure, groupWith(await tv.image('red')), devicePart())
  const id = tv.server.command({ kind: 'identify' })
  await expect(tv.page.locator('.identity')).toHaveText(/Lobby 1/)
  await expect.poll(() => tv.server.done).toContainEqual({ id, ok: true, text: '' })
  const navigated = tv.page.waitForEvent('load')
  tv.server.command({ kind: 'reload' })
  await navigated
  await expect(tv.page.locator('.page[data-state=front]')).toBeVisible()
})

test('shows a takeover immediately and without the server, even after a restart, and ends it automatically', async ({
  tv,
}) => {
  const { page, server, secure } = tv
  await tv.connect(secure, groupWith(await tv.image('red')), devicePart())
  const began = Date.now()
  server.publish('device', { ...devicePart(), takeover: fire() })
  await expect(page.locator('.takeover')).toHaveText(/Fire.*Leave by the stairs/)
  expect(Date.now() - began).toBeLessThan(1000)
  await expect.poll(() => server.heartbeats.at(-1)?.takeoverId).toBe('fire')
  expect(server.heartbeats.at(-1)?.playing?.reason).toBe('takeover')
  await page.screenshot({ path: 'node_modules/.playwright-results/takeover.png' })
  await page.evaluate(() => navigator.serviceWorker.ready)
  await server.close()
  await page.reload()
  await expect(page.locator('.takeover')).toBeVisible()
  await server.reopen()
  // It ends by the screen's own clock, without a message.
  server.publish('device', { ...devicePart(), takeover: fire({ id: 'short', endsAt: Date.now() + 4000 }) })
  await expect(page.locator('.takeover')).toBeHidden({ timeout: 40_000 })
  await expect(page.locator('.page[data-state=front]')).toBeVisible()
})

test('PAIR-05 shows who connected it, allows undoing that at the screen, and later asks for its PIN', async ({
  tv,
}) => {
  const { page, server } = tv
  const { deviceId } = devicePart()
  const pinHash = createHash('sha256').update(`${deviceId}.246810`).digest('hex')
  const parts = [groupWith(await tv.image('red')), { ...devicePart(), pinHash }] as const
  await page.goto(`${tv.secure}/`)
  await page.locator('.pairing-code').waitFor()
  server.claim(...parts)
  await expect(page.locator('.greeting h1')).toHaveText('Hello, Acme · Lobby 1')
  await page.screenshot({ path: 'node_modules/.playwright-results/greeting.png' })
  await page.getByRole('button', { name: 'Not you? Disconnect' }).click()
  await page.locator('.pairing-code').waitFor()
  const open = async () => {
    await page.keyboard.press('Control+Alt+KeyS')
    await page.getByText('Connect to another organization').click()
  }
  server.claim(...parts)
  await page.locator('.greeting').waitFor({ state: 'detached' })
  await open()
  await page.getByText('Disconnect now').waitFor()
  await page.reload()
  await page.locator('.page[data-state=front]').waitFor()
  await open()
  const type = async (digits: string) => {
    for (const digit of digits) await page.getByRole('button', { name: digit, exact: true }).click()
  }
  await type('111111')
  await expect(page.getByRole('alert')).toHaveText(/Wrong PIN/)
  await page.screenshot({ path: 'node_modules/.playwright-results/pin.png' })
  await type('24681')
  await page.keyboard.press('0')
  // The keyboard alone works.
  await page.getByText('Disconnect now').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('.pairing-code')).toBeVisible()
})

test('reports page and media on the stage, and when the first frame was visible', async ({ tv }) => {
  const { server, page } = tv
  await page.clock.install()
  await tv.connect(tv.secure, groupWith(await tv.image('red'), 3), devicePart())
  await expect.poll(() => server.heartbeats.at(-1)?.shownAt?.group ?? 0).toBeGreaterThan(0)
  const { startedAt = 0, storage, bootId } = server.heartbeats.at(-1) ?? {}
  expect(Math.abs(Date.now() - startedAt)).toBeLessThan(30_000)
  expect(storage?.used).toBeGreaterThan(0)
  expect(bootId).toBeTruthy()
  await page.waitForTimeout(2000)
  // Nothing left to show: the play ends, and is reported within about a minute, which fake timers shorten.
  server.publish('group', groupPart(contentOf([]), null))
  await expect(page.locator('.page')).toHaveCount(0)
  await page.clock.fastForward(75_000)
  await expect.poll(() => server.plays.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2)
  expect(server.plays.map(({ kind }) => kind).sort()).toEqual(['media', 'page'])
  for (const { from, to, name } of server.plays) {
    expect(to - from).toBeGreaterThan(1500)
    expect(to - from).toBeLessThan(60_000)
    expect(name).not.toBe('')
  }
})
