import { BLUE, fullPage, GREEN, picture, threeStories, upload } from '#support/content.ts'
import { expect, SETTLE_SECONDS, test } from '#support/test.ts'

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
  // With a single screen, it is preselected.
  await dialog.getByRole('checkbox', { name: /Window/ }).uncheck()
  await expect(dialog.getByRole('button', { name: 'Play', exact: true })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /Window/ }).check()
  await expect(
    dialog.getByText("We'll create the storyboard “Layout: Blue page” and mark it approved by you."),
  ).toBeVisible()
  await expect(dialog.getByText('1 screen switches immediately.')).toBeVisible()
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
  await console.toast('Undo').last().click()
  await screen.shows(BLUE)

  // An existing storyboard is not wrapped in another one.
  await console.go('Layouts')
  await page
    .getByRole('button', { name: /Blue page/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Play on…' }).click()
  await dialog.getByRole('checkbox', { name: /Window/ }).check()
  await expect(dialog.getByText('mark it approved by you')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // Every place that shows a screen's content also shows its manual switch, with its end and the way back.
  const switched = page.getByRole('region', { name: 'Switched manually' })
  await console.go('Dashboard')
  await expect(switched).toContainText(/Window.*Switched by .+ at .+, until/)
  await console.go('Devices')
  await console.button('Change story of Window').click()
  const form = console.dialog('Change story')
  await form.getByRole('radio', { name: 'A date and time' }).check()
  await form.getByLabel('Ends at').fill('')
  await expect(form.getByRole('button', { name: 'Play now' })).toBeDisabled()
  await form.getByRole('radio', { name: 'Someone ends it' }).check()
  await form.getByRole('button', { name: 'Play now' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('link', { name: 'Window' }).first().click()
  await expect(page.getByRole('main')).toContainText('until someone ends it')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('back to sched')
  await page.keyboard.press('Enter')
  const list = console.dialog('Switched manually')
  await list.getByRole('button', { name: 'Back to schedule: Window' }).click()
  await expect(list).toContainText('All screens play their schedules')
  await page.keyboard.press('Escape')
  await expect(console.button('Back to schedule: Window')).toBeHidden()
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
  await admin.api.devices.switchStory({ params: { deviceId }, body })
  // Long enough for the screen to download the video, and well before the switch is due.
  await screen.page.waitForTimeout(6_000)
  await server.cut()
  await screen.shows(BLUE)
  await screen.shows(GREEN)
  expect(Date.now()).toBeGreaterThanOrEqual(from)
  await screen.shows(BLUE)
  expect(Date.now()).toBeGreaterThanOrEqual(from + 6_000)
})

test('Play on, by a user who may not approve: it waits for an approver', async ({
  server,
  console,
  page,
}) => {
  const admin = await server.organization('Corner bakery')
  const document = { width: 1920, height: 1080, widgets: [], config: { inputs: [] } }
  await admin.api.layouts.create({ body: { name: 'Blank page', ...document } })
  await admin.api.deviceGroups.create({ body: { name: 'Shop front' } })
  const maker = { email: 'maker@example.com', password: 'Sunny-days-4' }
  await admin.api.users.create({
    body: {
      firstName: 'Mona',
      lastName: 'Haddad',
      role: '2',
      permissions: ['layouts', 'storyboards', 'devices', 'device-groups'],
      ...maker,
    },
  })

  await console.openAs(maker, '#/app/device-group')
  await console.button('Play Shop front on…').click()
  const dialog = console.dialog('Play on…')
  await dialog.getByRole('combobox', { name: 'What' }).fill('Blank')
  await page.getByRole('option', { name: 'Blank page' }).click()
  await dialog.getByRole('radio', { name: /From now on/ }).click()
  await expect(dialog.getByText("Screens don't change until someone approves it.")).toBeVisible()
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await expect(console.toast('Sent for approval')).toBeVisible()
})

test('Play on, as what a group plays by default: the screens follow when it has settled', async ({
  server,
  console,
  browser,
  page,
  openScreen,
}) => {
  const admin = await server.organization('Corner bakery')
  const [blue = ''] = await upload(admin, [await picture(browser, 'blue.png', BLUE)])
  await fullPage(admin, 'Blue page', [blue])
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Shop front' } })
  const screen = await openScreen()
  await screen.connect(admin, 'Window', deviceGroup.id)
  await console.openAs(admin.credentials, '#/app/device-group')
  await console.button('Play Shop front on…').click()
  const dialog = console.dialog('Play on…')
  await dialog.getByRole('combobox', { name: 'What' }).fill('Blue page')
  await page.getByRole('option', { name: 'Blue page', exact: true }).click()
  await dialog.getByRole('radio', { name: /From now on/ }).click()
  await dialog.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(console.toast('Saved. Screens switch in about a minute.')).toBeVisible()
  await screen.shows(BLUE, { within: (SETTLE_SECONDS + 20) * 1000 })

  // Before a deletion: the storyboards that use the page, and the screens that would have nothing to play.
  await console.go('Layouts')
  await page.getByRole('button', { name: 'More actions for Blue page' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const deletion = console.dialog('DELETE')
  await expect(deletion.getByRole('link', { name: 'storyboard Layout: Blue page' })).toBeVisible()
  await expect(deletion).toContainText('Playing on 1 screen now: Window')
  await deletion.getByRole('button', { name: 'CLOSE', exact: true }).click()
  await console.go('Device groups')
  await console.button('Delete Shop front').click()
  await expect(deletion).toContainText('1 screen will have nothing to play: Window')
  await deletion.getByRole('button', { name: 'DELETE', exact: true }).click()
  await expect(deletion).toBeHidden()
  await console.go('Dashboard')
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText(
    'Window has nothing to play',
    { timeout: 30_000 },
  )
})

test('Keys and the palette: going places, searching, finding things by name, and the sheet of keys', async ({
  server,
  console,
  page,
}) => {
  const admin = await server.organization('Corner bakery')
  for (const name of ['North tower', 'South tower'])
    await admin.api.buildings.create({ body: { name, location: 'Amman', floors: [{ name: 'Ground' }] } })
  await console.openAs(admin.credentials)
  const { keyboard } = page

  // On a new installation, the dashboard focuses a text field, where letters are input and not shortcuts.
  await console.go('Buildings')
  await console.title('Buildings')
  await keyboard.press('g')
  await keyboard.press('d')
  await console.isAt('/app/devices')
  await console.title('Devices')
  await keyboard.press('?')
  const sheet = console.dialog('Keyboard shortcuts')
  await expect(sheet.getByText('Open the command palette')).toBeVisible()
  // Shortcuts are off while a dialog is open.
  await keyboard.press('g')
  await keyboard.press('m')
  await keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await console.isAt('/app/devices')

  await keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('south')
  await expect(page.getByRole('option', { name: /South tower/ })).toBeVisible()
  await keyboard.press('Enter')
  await console.isAt(/\/app\/buildings\/edit\//)
  await console.title('South tower')

  await console.go('Buildings')
  await console.title('Buildings')
  await page.locator('main').focus()
  await keyboard.press('j')
  await expect(console.button('North tower')).toBeFocused()
  await keyboard.press('j')
  await expect(console.button('South tower')).toBeFocused()
  await keyboard.press('k')
  await keyboard.press('Enter')
  await console.title('North tower')
  await page.goBack()
  await console.title('Buildings')
  await keyboard.press('/')
  await keyboard.type('cg')
  await expect(page.getByText('No results for “cg”')).toBeVisible()
  expect(new URL(page.url()).hash).toContain('q=cg')
})

test('a reviewer sees the changes and rejects with a reason, which the author reads', async ({
  server,
  console,
  browser,
  page,
}) => {
  const admin = await server.organization('Corner bakery')
  const [blue = '', green = ''] = await upload(admin, [
    await picture(browser, 'blue.png', BLUE),
    await picture(browser, 'green.png', GREEN),
  ])
  const [first, second] = [
    await fullPage(admin, 'Blue page', [blue]),
    await fullPage(admin, 'Green page', [green]),
  ]
  const content = { name: 'Window', type: 'designed' as const, mode: 'AUTO' as const }
  const { storyboard } = await admin.api.storyboards.create({
    body: { ...content, items: [{ layoutId: first, duration: 5 }] },
  })
  const params = { id: storyboard.id }
  await admin.api.storyboards.setStatus({ params: { ...params, status: 'approved' } })
  const items = [
    { layoutId: second, duration: 5 },
    { layoutId: first, duration: 9 },
  ]
  await admin.api.storyboards.update({ params, body: { ...content, items } })

  await console.openAs(admin.credentials, `#/app/storyboard?review=${storyboard.id}`)
  const review = page.getByRole('region', { name: 'Changes since the last approval' })
  await expect(review.getByRole('listitem')).toHaveText([
    /Green page.*Added as page 1/,
    /Blue page.*5 sec → 9 sec/,
  ])
  await page.getByRole('textbox', { name: 'Note to the author' }).fill('Green is last year’s.')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Storyboard Rejected Successfully')).toBeVisible()
  await console.open(`#/app/storyboard/designed/edit/${storyboard.id}`)
  await expect(page.getByText('Green is last year’s.')).toBeVisible()
  await expect(page.getByText(/^Rejected by /)).toBeVisible()
})
