import type { Action } from '@vitrine/contract/document/actions'
import { Console } from '#support/console.ts'
import { BLUE, ORANGE, storyboard, threeStories } from '#support/content.ts'
import { expect, test } from '#support/test.ts'

test('G-006: a screen greets within two seconds of Connect, and every open tab sees it come to life by one line', async ({
  server,
  browser,
  openScreen,
}) => {
  const admin = await server.organization('Corner bakery')
  const stories = await threeStories(admin, browser)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const pages = [await context.newPage(), await context.newPage()]
  let lines = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/watch')) lines++
  })
  const consoles = pages.map((page) => new Console(page, server.consoleUrl))
  await consoles[0]?.openAs(admin.credentials)
  for (const page of pages) await page.goto(`${server.consoleUrl}/#/app/devices`)

  const screen = await openScreen()
  const code = await screen.code()
  const pressed = performance.now()
  const { device } = await admin.api.devices.claim({ body: { code, name: 'Window' } })
  await screen.page.getByText('Hello, Corner bakery').waitFor()
  expect(performance.now() - pressed).toBeLessThan(2000)
  await admin.api.devices.switchStory({
    params: { deviceId: device.id },
    body: { storyboardId: stories.orange },
  })
  await screen.shows(ORANGE)
  // No reload: the state updates automatically, in the tab with the stream and in the other one.
  for (const page of pages) {
    const row = page.getByRole('row', { name: /Window/ })
    await expect(row).toContainText('Online')
    await expect(row).toContainText('Up to date')
  }
  expect(lines).toBeLessThanOrEqual(2)
  await context.close()
})

test('an emergency is on every screen within a second of the click, and all clear brings back what was there', async ({
  server,
  browser,
  openScreen,
  console,
}) => {
  const admin = await server.organization('Corner bakery')
  const stories = await threeStories(admin, browser)
  const screen = await openScreen()
  const deviceId = await screen.connect(admin, 'Window')
  await admin.api.devices.switchStory({ params: { deviceId }, body: { storyboardId: stories.orange } })
  await screen.shows(ORANGE)
  await console.openAs(admin.credentials)
  const { page } = console
  await page.goto(`${server.consoleUrl}/#/app/devices`)
  await page.getByRole('button', { name: 'Emergency' }).click()
  await page.getByRole('textbox', { name: /^Message/ }).fill('Fire alarm')
  await page.getByRole('radio', { name: 'Individual screens' }).check()
  await page.getByRole('combobox', { name: /^Screens/ }).click()
  await page.getByRole('option', { name: 'Window' }).click()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Continue' }).click()
  const began = performance.now()
  await page.getByRole('button', { name: 'Show on 1 screen' }).click()
  await screen.page.getByRole('alert').getByText('Fire alarm').waitFor()
  expect(performance.now() - began).toBeLessThan(1000)
  const bar = page.getByRole('region', { name: 'Emergency takeover' })
  await expect(bar).toContainText('Showing on the screen')
  await page.goto(`${server.consoleUrl}/#/app/dashboard`)
  await bar.getByRole('button', { name: 'End takeover' }).click()
  await bar.getByRole('button', { name: /Really/ }).click()
  await screen.shows(ORANGE)
  await expect(bar).toBeHidden()
})

test('PLAY: a touch on one screen changes another one', async ({ server, browser, openScreen }) => {
  const admin = await server.organization('Corner bakery')
  const superAdmin = await server.signIn()
  const organizationId = (await admin.api.auth.profile()).profile.organizationId
  await superAdmin.api.licences.create({ body: { number: 'TWO', devicesCount: 2, organizationId } })
  const stories = await threeStories(admin, browser)
  const [kiosk, wall] = [await openScreen(), await openScreen()]
  const wallId = await wall.connect(admin, 'Wall')
  const kioskId = await kiosk.connect(admin, 'Kiosk')
  const show = (deviceId: string, storyboardId: string) =>
    admin.api.devices.switchStory({ params: { deviceId }, body: { storyboardId } })
  await show(wallId, stories.orange)
  const action: Action = {
    event: 'CLICK_TOUCH',
    type: 'SYSTEM',
    verb: 'LOAD_STORYBOARD',
    target: wallId,
    props: { storyboardId: stories.blue, storyboardName: '' },
  }
  const size = { width: 960, height: 540 }
  const button = { id: 'b', type: 'button', name: 'B', zIndex: 1, ...size, transform: 'translate(0px, 0px)' }
  const { layout } = await admin.api.layouts.create({
    body: {
      name: 'Touch me',
      ...size,
      widgets: [button],
      config: {
        inputs: [{ name: 'b-actions', value: [action] }],
      },
    },
  })
  const touch = await storyboard(admin, 'Touch', [layout.id])
  await show(kioskId, touch)
  await wall.shows(ORANGE)
  await kiosk.page.getByRole('button').click()
  await wall.shows(BLUE)
})
