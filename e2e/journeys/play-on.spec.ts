import { BLUE, fullPage, GREEN, picture, threeStories, upload } from '#support/content.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

test('Play on: a card and a file play on a screen in a few clicks, and are undone', async ({
  server,
  console,
  browser,
  page,
  openScreen,
}) => {
  const admin = await server.organization('Corner bakery')
  const [blue = '', green = ''] = await upload(admin, [
    await picture(browser, 'blue.png', BLUE),
    await picture(browser, 'green.png', GREEN),
  ])
  expect(green).not.toBe('')
  await fullPage(admin, 'Blue page', [blue])
  const screen = await openScreen()
  await screen.connect(admin, 'Window')
  await console.openAs(admin.credentials, '#/app/layouts')
  await page
    .getByRole('button', { name: /Blue page/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Play on…' }).click()
  const dialog = console.dialog('Play on…')
  await dialog.getByRole('checkbox', { name: /Window/ }).check()
  await dialog.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(dialog).toBeHidden()
  await screen.shows(BLUE)

  await console.go('Media library')
  await console.button('Play green.png on…').click()
  await dialog.getByRole('checkbox', { name: /Window/ }).check()
  await dialog.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(dialog).toBeHidden()
  await screen.shows(GREEN)

  // Undo restores the previous manual switch.
  await console.toast('Undo').first().click()
  await screen.shows(BLUE)
})

test('a planned switch starts and ends on a screen that has lost its server', { tag: '@alone' }, async ({
  server,
  browser,
  openScreen,
}) => {
  const admin = await server.organization('Corner bakery')
  const stories = await threeStories(admin, browser)
  const screen = await openScreen()
  const { deviceGroup } = await admin.api.deviceGroups.create({
    body: { name: 'Shop front', storyboardId: stories.blue },
  })
  const deviceId = await screen.connect(admin, 'Window', deviceGroup.id)
  await screen.shows(BLUE)
  const from = Date.now() + 12_000
  const body = { storyboardId: stories.green, from, end: 'time', until: from + 6_000 } as const
  await admin.api.devices.switchStory({ params: { id: deviceId }, body })
  // Long enough for the screen to download the video, and well before the switch is due.
  await screen.page.waitForTimeout(6_000)
  await server.cut()
  await screen.shows(BLUE)
  await screen.shows(GREEN)
  expect(Date.now()).toBeGreaterThanOrEqual(from)
  await screen.shows(BLUE)
  expect(Date.now()).toBeGreaterThanOrEqual(from + 6_000)
})
