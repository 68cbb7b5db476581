import { expect, type Page } from '@playwright/test'
import type { DevicePart } from '@vitrine/contract/api/playback/manifest'
import { BROKEN_PAGES, NEXT_PAGES, NEXT_VERSION } from '#test/browser/build-player.ts'
import { type Tv, test } from '#test/browser/screen.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'

const RED = '4,0,0'
const group = groupPart(
  contentOf([{ id: 's', items: [{ page: colorPage('p', '#ff0000'), seconds: 5 }] }]),
  scheduleOf('s'),
)
const look = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
/** Only the test advances time. Screens wait a random time of up to a minute before they start a newer version. */
async function holdTime(page: Page) {
  await page.clock.install()
  await page.addInitScript(() => {
    Math.random = () => 0.001
  })
}
/** Serves a newer version, and waits until the screen has stored it beside its own. */
async function storeNewer({ page, server }: Tv) {
  server.state.pages = NEXT_PAGES
  await look(page)
  await expect
    .poll(() =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('shell')).length),
    )
    .toBe(2)
}
/** Long enough for a version to confirm that it works. */
const RUNS_MS = 16_000
/** Ignore pages that unload while their clock advances. */
const moveOn = (page: Page, ms: number) => page.clock.runFor(ms).catch(() => undefined)

test('PLAY-22 starts a newer version automatically, and rolls back one that crashes', async ({ tv }) => {
  const { page, server, secure, colour } = tv
  await holdTime(page)
  await tv.connect(secure, group, devicePart())
  await moveOn(page, RUNS_MS)

  server.state.pages = NEXT_PAGES
  await look(page)
  await expect
    .poll(() => server.heartbeats.at(-1)?.screen.playerVersion, { timeout: 20_000 })
    .toBe(NEXT_VERSION)
  await expect.poll(colour).toBe(RED)
  await moveOn(page, RUNS_MS)

  server.state.pages = BROKEN_PAGES
  const thrown = page.waitForEvent('pageerror')
  await look(page)
  await thrown
  // It gets two starts of twenty seconds.
  await expect
    .poll(
      async () => {
        await moveOn(page, 4000)
        return page.locator('.page[data-state=front]').isVisible()
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  await expect.poll(colour).toBe(RED)
  await expect.poll(() => server.heartbeats.at(-1)?.screen.playerVersion).toBe(NEXT_VERSION)
  await server.close()
  await page.reload()
  await page.locator('.page[data-state=front]').waitFor()
})

test('PLAY-22 a newer version waits for the maintenance window', async ({ tv }) => {
  const { page, server, secure, colour } = tv
  await holdTime(page)
  const times = (offset: number) => {
    const hour = new Date(Date.now() + offset * 3_600_000).getUTCHours()
    return `${String(hour % 12 || 12).padStart(2, '0')}:00 ${hour < 12 ? 'AM' : 'PM'}`
  }
  const updates = { from: times(3), to: times(4), timezone: 'Etc/GMT', days: 0 }
  const device: DevicePart = {
    ...devicePart(),
    configuration: { orientation: 0, volume: 100, hours: null, updates },
  }
  await tv.connect(secure, group, device)
  await moveOn(page, RUNS_MS)
  const { playerVersion } = server.heartbeats.at(-1)?.screen ?? {}
  await storeNewer(tv)
  await page.clock.fastForward(1_200_000)
  await expect.poll(colour).toBe(RED)
  expect(server.heartbeats.at(-1)?.screen.playerVersion).toBe(playerVersion)

  // The configuration now allows immediate updates; the screen checks every ten minutes.
  server.publish('device', { ...device, configuration: { orientation: 0, volume: 100, hours: null } })
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(700_000).catch(() => undefined)
        return server.heartbeats.at(-1)?.screen.playerVersion
      },
      { timeout: 30_000 },
    )
    .toBe(NEXT_VERSION)
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const berlin = (from: string, to: string, days = 0) => ({ from, to, timezone: 'Europe/Berlin', days })
for (const { when, updates, opens } of [
  {
    when: 'when its maintenance window opens, which crosses midnight',
    updates: berlin('11:30 PM', '02:00 AM'),
    opens: Date.parse('2027-01-15T23:30:00+01:00'),
  },
  {
    when: 'after the hour that clocks skip, if its maintenance window is that hour',
    updates: berlin('02:00 AM', '03:00 AM'),
    opens: Date.parse('2027-03-28T03:00:00+02:00'),
  },
  {
    when: 'in the first maintenance window after the day that it waits',
    updates: berlin('02:00 AM', '03:00 AM', 1),
    opens: Date.parse('2027-03-29T02:00:00+02:00'),
  },
])
  test(`PLAY-22 a newer version starts ${when}`, async ({ tv }) => {
    const { page, server, secure, colour } = tv
    await holdTime(page)
    let ahead = opens - Date.now() - updates.days * 25 * HOUR - HOUR
    server.state.now = () => Date.now() + ahead
    /** Moves the clocks of the screen and the server. A screen that asks for the time in between is late, and never early. */
    const moveTo = async (instant: number) => {
      const ms = instant - server.state.now()
      await page.clock.fastForward(ms).catch(() => undefined)
      ahead += ms
    }
    const script = () => page.locator('script[type=module]').first().getAttribute('src')
    await tv.connect(secure, group, {
      ...devicePart(),
      configuration: { orientation: 0, volume: 100, hours: null, updates },
    })
    await moveOn(page, RUNS_MS)
    const before = await script()
    await storeNewer(tv)

    // It notes when it first had the newer version.
    await expect
      .poll(
        async () => {
          await moveTo(server.state.now() + 20_000)
          return page.evaluate(() => localStorage.getItem('vitrine-player.held'))
        },
        { timeout: 30_000, intervals: [500] },
      )
      .not.toBeNull()
    for (let at = server.state.now() + 10 * MINUTE; at < opens - MINUTE; at += 10 * MINUTE) await moveTo(at)
    await moveTo(opens - MINUTE)
    await moveOn(page, 20_000)
    // Chromium takes no screenshot of a page whose clock jumps.
    await expect.poll(() => colour().catch(() => 'none')).toBe(RED)
    expect(await script()).toBe(before)

    // It retries requests that failed as the clock jumped.
    await expect
      .poll(
        async () => {
          await moveTo(Math.max(opens, server.state.now()) + MINUTE)
          return script()
        },
        { timeout: 30_000, intervals: [1000] },
      )
      .not.toBe(before)
    expect(server.state.now()).toBeLessThan(opens + 30 * MINUTE)
    await page.locator('.page[data-state=front]').waitFor()
    await expect.poll(colour).toBe(RED)
    await expect
      .poll(() => server.heartbeats.at(-1)?.screen.playerVersion, { timeout: 20_000 })
      .toBe(NEXT_VERSION)
  })

test('PLAY-22 a newer version waits for the server, also after a restart, and rolls back on request', async ({
  tv,
}) => {
  const { page, server, secure, colour } = tv
  await holdTime(page)
  server.state.verdict = 'stay'
  await tv.connect(secure, group, devicePart())
  await moveOn(page, RUNS_MS)
  const version = () => server.heartbeats.at(-1)?.screen.playerVersion
  const before = version()
  const asked = async () => {
    const count = server.questions.length
    await expect
      .poll(
        async () => {
          await moveOn(page, 10_000)
          return server.questions.length
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(count)
    return server.questions.at(-1)
  }
  const works = await asked()
  expect(works).toMatchObject({ shows: true, holds: works?.runs })

  server.state.pages = NEXT_PAGES
  await look(page)
  await expect.poll(async () => (await asked())?.holds, { timeout: 30_000 }).not.toBe(works?.runs)
  await page.reload()
  await page.locator('.page[data-state=front]').waitFor()
  await expect.poll(async () => (await asked())?.runs).toBe(works?.runs)
  expect(version()).toBe(before)

  const becomes = (wanted: string | undefined) =>
    expect
      .poll(
        async () => {
          await moveOn(page, 10_000)
          return version()
        },
        { timeout: 60_000 },
      )
      .toBe(wanted)
  server.state.verdict = 'start'
  await becomes(NEXT_VERSION)
  server.state.verdict = 'stay'
  await moveOn(page, RUNS_MS)
  const newer = await asked()
  expect(newer).toMatchObject({ runs: newer?.holds, shows: true })
  expect(newer?.runs).not.toBe(works?.runs)

  server.state.verdict = 'back'
  await becomes(before)
  server.state.verdict = 'stay'
  expect(await asked()).toMatchObject({ runs: works?.runs, holds: newer?.runs })
  await page.reload()
  await page.locator('.page[data-state=front]').waitFor()
  await expect.poll(colour).toBe(RED)
  expect(version()).toBe(before)
  server.state.verdict = 'start'
  await becomes(NEXT_VERSION)
})

test('PLAY-22 on plain http a screen reloads itself for a newer version', async ({ tv }) => {
  const { page, server, insecure, colour } = tv
  await holdTime(page)
  await tv.connect(insecure, group, devicePart())
  await expect.poll(colour).toBe(RED)
  server.state.pages = NEXT_PAGES
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(1_000_000).catch(() => undefined)
        return server.heartbeats.at(-1)?.screen.playerVersion
      },
      { timeout: 40_000, intervals: [1000] },
    )
    .toBe(NEXT_VERSION)
  // It waits before it repeats what failed as the clock jumped.
  await expect
    .poll(
      async () => {
        await moveOn(page, 4000)
        return colour().catch(() => 'none')
      },
      { timeout: 40_000 },
    )
    .toBe(RED)
})

test('a screen with content shows no ready screen when it starts', async ({ tv }) => {
  const { page, secure, server } = tv
  await tv.connect(secure, group, devicePart())
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.ready')) sessionStorage.setItem('announced', 'yes')
    }).observe(document, { childList: true, subtree: true })
  })
  for (const isThere of [true, true, false]) {
    if (!isThere) await server.close()
    await page.reload()
    await page.locator('.page[data-state=front]').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('announced'))).toBeNull()
  }
})
