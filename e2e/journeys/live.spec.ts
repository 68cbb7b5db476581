import { randomBytes } from 'node:crypto'
import type { Action } from '@vitrine/contract/fields/actions'
import { Console } from '#support/console.ts'
import { BLUE, fullPage, ORANGE, picture, storyboard, threeStories, upload } from '#support/content.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

test('G-006: a screen greets after Connect, and every open tab sees it come to life by one line', async ({
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
  const { device } = await admin.api.devices.claim({ body: { code, name: 'Window' } })
  await screen.page.getByText('Hello, Corner bakery').waitFor()
  await admin.api.devices.switchStory({
    params: { id: device.id },
    body: { storyboardId: stories.orange },
  })
  await screen.shows(ORANGE)
  // No reload: the state updates automatically, in the tab with the stream and in the other one.
  for (const page of pages) {
    const row = page.getByRole('row', { name: /Window/ })
    await expect(row).toContainText('Online')
    await expect(row).toContainText(/Right|Differs/)
  }
  expect(lines).toBeLessThanOrEqual(2)
  await context.close()
})

test('an emergency is on every screen after the click, and all clear restores the previous content', async ({
  server,
  console,
  shopWindow,
}) => {
  const { admin, screen } = await shopWindow()
  await console.openAs(admin.credentials)
  const { page } = console
  await page.goto(`${server.consoleUrl}/#/app/devices`)
  // The dashboard has the same button: wait until it is gone.
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Emergency' }).click()
  await page.getByRole('textbox', { name: /^Message/ }).fill('Fire alarm')
  await page.getByRole('radio', { name: 'Individual screens' }).check()
  await page.getByRole('checkbox', { name: /^Window/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Show on 1 screen' }).click()
  await screen.page.getByRole('alert').getByText('Fire alarm').waitFor()
  const bar = page.getByRole('region', { name: 'Emergency takeover' })
  await expect(bar).toContainText('Showing on the screen')
  await page.goto(`${server.consoleUrl}/#/app/dashboard`)
  await bar.getByRole('button', { name: 'End takeover' }).click()
  await bar.getByRole('button', { name: /Really/ }).click()
  await screen.shows(ORANGE)
  await expect(bar).toBeHidden()

  // The next one can start from any screen.
  await page.goto(`${server.consoleUrl}/#/app/profile`)
  await console.title('Profile')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('emergency')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeFocused()
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
    admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })
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
  // The greeting also has a button.
  await kiosk.page.locator('.page[data-state=front]').getByRole('button').click()
  await wall.shows(BLUE)
})

test('three screens in one network bring a large file from the server once', async ({
  server,
  browser,
  openScreen,
}) => {
  const admin = await server.organization('Corner bakery')
  const superAdmin = await server.signIn()
  const organizationId = (await admin.api.auth.profile()).profile.organizationId
  await superAdmin.api.licences.create({ body: { number: 'THREE', devicesCount: 3, organizationId } })
  const screens = [await openScreen(), await openScreen(), await openScreen()]
  const devices: string[] = []
  const asked: string[] = []
  for (const [index, screen] of screens.entries()) {
    screen.page.on('request', (request) => {
      if (request.url().includes('/player/files/')) asked.push(`screen ${index}`)
    })
    devices.push(await screen.connect(admin, `Screen ${index + 1}`))
  }
  await admin.api.deviceConfigurations.create({ body: { name: 'Shop', shareFiles: true, devices } })
  const { buffer, ...source } = await picture(browser, 'orange.jpg', ORANGE)
  const large = { ...source, buffer: Buffer.concat([buffer, randomBytes(3_000_000)]) }
  const [mediaId = ''] = await upload(admin, [large])
  const storyboardId = await storyboard(admin, 'Orange', [await fullPage(admin, 'Orange', [mediaId])])
  await admin.api.deviceGroups.create({ body: { name: 'Shop', devices, storyboardId } })
  for (const screen of screens) await screen.shows(ORANGE, { within: 60_000 })
  expect(asked).toHaveLength(1)
})
