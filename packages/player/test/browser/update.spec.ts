import { expect, type Page } from '@playwright/test'
import { colourPage, contentOf, devicePart, groupPart, programmeOf } from '#test/content.ts'
import { BROKEN_PAGES, NEXT_PAGES, NEXT_VERSION } from './build-player.ts'
import { test } from './screen.ts'

const RED = '4,0,0'
const group = groupPart(
  contentOf([{ id: 's', items: [{ page: colourPage('p', '#ff0000'), seconds: 5 }] }]),
  programmeOf('s'),
)
const look = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
/** Long enough for a version to say that it runs. */
const RUNS_MS = 16_000

test('starts a newer version by itself, and goes back from one that does not run', async ({ tv }) => {
  test.setTimeout(240_000)
  const { page, server, secure, colour } = tv
  // Screens wait up to a minute at random before they start a newer version.
  await page.addInitScript(() => {
    Math.random = () => 0.001
  })
  await tv.connect(secure, group, devicePart())
  await page.waitForTimeout(RUNS_MS)

  server.state.pages = NEXT_PAGES
  await look(page)
  await expect
    .poll(() => server.heartbeats.at(-1)?.screen.playerVersion, { timeout: 20_000 })
    .toBe(NEXT_VERSION)
  await expect.poll(colour).toBe(RED)
  await page.waitForTimeout(RUNS_MS)

  server.state.pages = BROKEN_PAGES
  await look(page)
  await page.waitForEvent('pageerror')
  // Two starts of twenty seconds are given to it.
  await page.locator('.page[data-state=front]').waitFor({ timeout: 90_000 })
  await expect.poll(colour).toBe(RED)
  await expect.poll(() => server.heartbeats.at(-1)?.screen.playerVersion).toBe(NEXT_VERSION)
  await server.close()
  await page.reload()
  await page.locator('.page[data-state=front]').waitFor()
})
