import { BLUE, fullPage, ORANGE, picture, storyboard, upload } from '#support/content.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const DESIGNER = { email: 'designer@bakery.example', password: 'Bakery-1234567' }

test('under strict approval, a designer edits, the approver sees both pictures, and the screen follows', async ({
  server,
  browser,
  console,
  page,
  openScreen,
}) => {
  test.setTimeout(180_000)
  const admin = await server.organization('Corner bakery')
  const files = [await picture(browser, 'orange.jpg', ORANGE), await picture(browser, 'blue.jpg', BLUE)]
  const [orange = '', blue = ''] = await upload(admin, files)
  const layoutId = await fullPage(admin, 'Window', [orange])
  const storyboardId = await storyboard(admin, 'Window', [layoutId])
  const screen = await openScreen()
  const deviceId = await screen.connect(admin, 'Window')
  await admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })
  await screen.shows(ORANGE)
  await admin.api.users.create({
    body: {
      ...DESIGNER,
      firstName: 'Dina',
      lastName: 'Designer',
      role: '2',
      permissions: ['layouts', 'media'],
    },
  })

  await test.step('an administrator turns strict approval on', async () => {
    await console.openAs(admin.credentials, '#/app/settings?tab=approval')
    await page.getByRole('radio', { name: 'What was approved' }).check()
    await console.button('Save').click()
    await expect(console.toast('The approval is saved.')).toBeVisible()
  })

  await test.step('a designer changes the page; the screen keeps the old one', async () => {
    const designer = await server.signIn(DESIGNER)
    const { layout } = await designer.api.layouts.get({ params: { id: layoutId } })
    const document = JSON.parse(JSON.stringify(layout).replaceAll(orange, blue)) as typeof layout
    const { name, width, height, widgets, config } = document
    const body = { name, width, height, widgets, config }
    await designer.api.layouts.update({ params: { id: layoutId }, body })
    await page.goto(`${server.consoleUrl}/#/app/storyboard`)
    await page.getByRole('link', { name: 'Waiting changes (1)' }).click()
    await screen.shows(ORANGE)
  })

  await test.step('the approver sees both pictures and approves; the screen follows', async () => {
    const change = page.getByRole('listitem', { name: 'Window' })
    await expect(change.getByText('Changed by Dina Designer')).toBeVisible()
    for (const name of ['Plays now', 'Would play']) {
      const shown = change.getByRole('img', { name }).locator('img').first()
      await expect
        .poll(() => shown.evaluate((one) => (one as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0)
    }
    await screen.shows(ORANGE)
    await change.getByRole('button', { name: 'Approve' }).click()
    await expect(console.toast('1 change is approved.')).toBeVisible()
    await screen.shows(BLUE)
    await expect(page.getByText('No change waits for approval')).toBeVisible()
  })
})
