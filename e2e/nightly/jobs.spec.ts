import { BLUE, fullPage, ORANGE, photograph, picture, storyboard, upload } from '#support/content.ts'
import { counted, drop, play } from '#support/jobs.ts'
import { PlayerWindow } from '#support/player-window.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

/** The middle of a screen, and close to each edge. */
const PLACES = [
  [0.5, 0.5],
  [0.5, 0.03],
  [0.5, 0.97],
  [0.04, 0.5],
  [0.96, 0.5],
] as const

test('a portrait picture fills a portrait screen, in 4 clicks', async ({
  server,
  console,
  page,
  browser,
}) => {
  const admin = await server.organization('Corner bakery')
  const context = await browser.newContext({ viewport: { width: 540, height: 960 } })
  const glass = await context.newPage()
  await glass.goto(server.playerUrl)
  const screen = new PlayerWindow(glass)
  await screen.connect(admin, 'Column')
  await console.openAs(admin.credentials, '#/app/dashboard')
  const clicks = await counted(page)
  const poster = await photograph(browser, 'poster.jpg', '<body style="background: rgb(38 92 214)">', {
    width: 1080,
    height: 1920,
  })
  await drop(page, [poster])
  await console
    .dialog('Play on…')
    .getByRole('checkbox', { name: /Column/ })
    .check()
  await play(console)
  expect(await clicks()).toBeLessThanOrEqual(4)
  for (const [x, y] of PLACES) await screen.shows(BLUE, { x, y })
  await context.close()
})

test('a PDF on weekdays from 11:30 to 14:00, in 9 clicks', async ({ server, console, page, openScreen }) => {
  const admin = await server.organization('Corner bakery')
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Shop', storyboardId: null } })
  const screen = await openScreen()
  await screen.connect(admin, 'Window', deviceGroup.id)
  await console.openAs(admin.credentials, '#/app/media-library')
  const buffer = await page.pdf({ pageRanges: '1' })
  const clicks = await counted(page)
  await drop(page, [{ name: 'Lunch.pdf', mimeType: 'application/pdf', buffer }])
  const dialog = console.dialog('Play on…')
  await dialog.getByRole('checkbox', { name: /^Shop/ }).check()
  await dialog.getByRole('radio', { name: 'At set times, every week' }).check()
  await dialog.getByRole('textbox', { name: 'From' }).fill('11:30 AM')
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('02:00 PM')
  for (const day of ['Sat', 'Sun']) await dialog.getByRole('button', { name: day }).click()
  await dialog.getByRole('button', { name: 'Plan', exact: true }).click()
  await expect(dialog).toBeHidden({ timeout: 30_000 })
  expect(await clicks()).toBeLessThanOrEqual(9)
  const { deviceGroup: kept } = await admin.api.deviceGroups.get({ params: { id: deviceGroup.id } })
  expect(kept.schedule.slots).toMatchObject([{ from: '11:30 AM', to: '02:00 PM', days: [1, 2, 3, 4, 5] }])
})

test('every screen that differs is right again in 1 click', async ({
  server,
  console,
  page,
  browser,
  openScreen,
}) => {
  const admin = await server.organization('Corner bakery')
  const { profile } = await admin.api.auth.profile()
  const seats = { number: 'TWO', devicesCount: 2, organizationId: profile.organizationId }
  await (await server.signIn()).api.licences.create({ body: seats })
  const [blue = '', odd = ''] = await upload(admin, [
    await picture(browser, 'blue.jpg', BLUE),
    await picture(browser, 'other.jpg', ORANGE),
  ])
  const planned = await storyboard(admin, 'Planned', [await fullPage(admin, 'Blue', [blue])])
  const other = await storyboard(admin, 'Other', [await fullPage(admin, 'Odd', [odd])])
  const { deviceGroup } = await admin.api.deviceGroups.create({
    body: { name: 'Shop', storyboardId: planned },
  })
  const screens = [await openScreen(), await openScreen()]
  for (const [n, screen] of screens.entries()) {
    const id = await screen.connect(admin, `Screen ${n}`, deviceGroup.id)
    await screen.shows(BLUE)
    await admin.api.devices.switchStory({ params: { id }, body: { storyboardId: other, end: 'manual' } })
  }
  await console.openAs(admin.credentials, '#/app/dashboard')
  const button = console.button('Put 2 screens right')
  await expect(button).toBeVisible({ timeout: 60_000 })
  const clicks = await counted(page)
  await button.click()
  for (const screen of screens) await screen.shows(BLUE)
  expect(await clicks()).toBe(1)
  await expect(button).toBeHidden({ timeout: 60_000 })
})
