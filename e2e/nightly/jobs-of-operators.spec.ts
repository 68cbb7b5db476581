import { BLUE, fullPage, GREEN, ORANGE, picture, storyboard, upload, video } from '#support/content.ts'
import { counted, drop, play } from '#support/jobs.ts'
import { PlayerWindow } from '#support/player-window.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

test('a video on a portrait screen, in 4 clicks', async ({ server, console, page, browser }) => {
  const admin = await server.organization('Corner bakery')
  const context = await browser.newContext({ viewport: { width: 540, height: 960 } })
  const glass = await context.newPage()
  await glass.goto(server.playerUrl)
  const screen = new PlayerWindow(glass)
  await screen.connect(admin, 'Column')
  await console.openAs(admin.credentials, '#/app/dashboard')
  const clicks = await counted(page)
  await drop(page, [await video()])
  const place = console.dialog('Play on…').getByRole('checkbox', { name: /Column/ })
  await place.check()
  await play(console)
  expect(await clicks()).toBeLessThanOrEqual(4)
  await screen.shows(GREEN)
  await context.close()
})

test('a screen pairs in 3 clicks, and shows something in 2 more', async ({
  server,
  browser,
  console,
  page,
  openScreen,
}) => {
  const admin = await server.organization('Corner bakery')
  const [blue = ''] = await upload(admin, [await picture(browser, 'blue.jpg', BLUE)])
  await storyboard(admin, 'Daily', [await fullPage(admin, 'Blue', [blue])])
  const screen = await openScreen()
  const code = await screen.code()
  await console.openAs(admin.credentials, '#/app/devices')
  const clicks = await counted(page)
  await console.add('Add screen')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Code on the screen' })).toBeFocused()
  await page.keyboard.type(code)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByText(/is connected\. What should it show\?/)).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(3)
  await console.choose('Storyboard', 'Daily', dialog)
  await dialog.getByRole('button', { name: 'Play now' }).click()
  await screen.shows(BLUE)
  expect(await clicks()).toBeLessThanOrEqual(6)
})

test('an emergency is on the screen in 3 clicks, and ends in 2', async ({ console, page, shopWindow }) => {
  const { admin, screen } = await shopWindow()
  await console.openAs(admin.credentials, '#/app/devices')
  const clicks = await counted(page)
  await console.button('Emergency').click()
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeFocused()
  await page.keyboard.type('Leave by the back door')
  await console.button('Continue').click()
  await console.button(/^Show on/).click()
  await expect(screen.page.getByText('Leave by the back door')).toBeVisible({ timeout: 20_000 })
  expect(await clicks()).toBeLessThanOrEqual(3)
  const ending = await counted(page)
  await console.button('End takeover').click()
  await console.button('Really end it?').click()
  await screen.shows(ORANGE)
  expect(await ending()).toBeLessThanOrEqual(2)
})

test('a file that plays is replaced in 3 clicks; Undo is 1, and the trash 4', async ({
  server,
  browser,
  console,
  page,
  openScreen,
}) => {
  const admin = await server.organization('Corner bakery')
  const [poster = ''] = await upload(admin, [await picture(browser, 'poster.jpg', BLUE)])
  const story = await storyboard(admin, 'Daily', [await fullPage(admin, 'Poster', [poster])])
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Shop', storyboardId: story } })
  const screen = await openScreen()
  await screen.connect(admin, 'Window', deviceGroup.id)
  await screen.shows(BLUE)

  await test.step('replace', async () => {
    await console.openAs(admin.credentials, '#/app/media-library')
    // The commands of a card can be pressed once they have appeared.
    const replace = console.button('Replace file of poster.jpg')
    await replace.hover()
    await expect(replace).toHaveCSS('pointer-events', 'auto')
    const clicks = await counted(page)
    await replace.click()
    const dialog = page.getByRole('dialog')
    const next = await picture(browser, 'poster.jpg', ORANGE)
    await console.chooseFile(() => dialog.getByRole('button', { name: 'Choose file' }).click(), next)
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
    await screen.shows(ORANGE)
    expect(await clicks()).toBeLessThanOrEqual(3)
  })

  await test.step('undo', async () => {
    const clicks = await counted(page)
    await console.toast('Undo').first().click()
    await screen.shows(BLUE)
    expect(await clicks()).toBe(1)
  })

  await test.step('delete, and restore from the trash', async () => {
    await console.open('#/app/device-group')
    const clicks = await counted(page)
    await console.button('Delete Shop').click()
    await page.getByRole('dialog').getByRole('button', { name: 'DELETE', exact: true }).click()
    await expect(console.row('Device groups', 'Shop')).toHaveCount(0)
    expect(await clicks()).toBeLessThanOrEqual(2)
    const restoring = await counted(page)
    await page.getByRole('link', { name: 'Trash' }).click()
    await console.button('Restore Shop').click()
    await expect(page.getByText('Shop is back')).toBeVisible()
    expect(await restoring()).toBeLessThanOrEqual(2)
    await screen.shows(BLUE)
  })
})

test('two screens become a video wall in 3 clicks', async ({
  server,
  browser,
  console,
  page,
  openScreen,
}) => {
  const admin = await server.organization('Corner bakery')
  const { profile } = await admin.api.auth.profile()
  const seats = { number: `WALL-${Date.now()}`, devicesCount: 2, organizationId: profile.organizationId }
  await (await server.signIn()).api.licences.create({ body: seats })
  const [blue = '', orange = ''] = await upload(admin, [
    await picture(browser, 'blue.jpg', BLUE),
    await picture(browser, 'orange.jpg', ORANGE),
  ])
  const half = (id: string, mediaId: string, x: number) => ({
    widget: {
      ...{ id, type: 'media-looper', name: id, zIndex: 1, width: 960, height: 1080 },
      transform: `translate(${x}px, 0px)`,
    },
    input: { name: `${id}-media`, value: [{ mediaId, duration: 5 }] },
  })
  const halves = [half('left', blue, 0), half('right', orange, 960)]
  const { layout } = await admin.api.layouts.create({
    body: {
      ...{ name: 'Wide', type: 'designed', width: 1920, height: 1080 },
      widgets: halves.map(({ widget }) => widget),
      config: { inputs: halves.map(({ input }) => input) },
    },
  })
  const story = await storyboard(admin, 'Wide', [layout.id])
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Hall', storyboardId: story } })
  const screens = [await openScreen(), await openScreen()] as const
  for (const [n, screen] of screens.entries()) await screen.connect(admin, `Panel ${n + 1}`, deviceGroup.id)
  await console.openAs(admin.credentials, `#/app/device-group/storyboard/${deviceGroup.id}`)
  const clicks = await counted(page)
  await console.button('Video wall').click()
  await console.dialog('Video wall').getByRole('button', { name: 'Save wall' }).click()
  await screens[0].shows(BLUE)
  await screens[1].shows(ORANGE)
  expect(await clicks()).toBeLessThanOrEqual(3)
})

test('the report of what played is saved in 2 clicks, and of yesterday in 3', async ({
  console,
  page,
  shopWindow,
}) => {
  const { admin } = await shopWindow()
  await console.openAs(admin.credentials, '#/app/devices')
  const clicks = await counted(page)
  await page.getByRole('link', { name: 'Proof of play' }).click()
  await page.getByText('Yesterday', { exact: true }).click()
  const download = page.waitForEvent('download')
  await console.button('Export as CSV').click()
  expect((await download).suggestedFilename()).toBe('plays.csv')
  expect(await clicks()).toBeLessThanOrEqual(3)
})
