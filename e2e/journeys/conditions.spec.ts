import { BLUE, fullPage, ORANGE, picture, upload } from '#support/content.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const QUEUE = 'Desk,Length\nHall,2\n'

test('a page plays while a value says so, within a minute of its change, and offline by the last one', async ({
  server,
  console,
  browser,
  openScreen,
}) => {
  test.setTimeout(240_000)
  const admin = await server.organization('Corner bakery')
  const file = { name: 'queue.csv', content: Buffer.from(QUEUE).toString('base64') }
  const { source } = await admin.api.sources.create({
    body: { name: 'Queue', kind: 'csv', file, url: '', every: 15 } as never,
  })
  const setLength = (value: string) =>
    admin.api.sources.setCells({
      params: { id: source.id },
      body: { cells: [{ row: 0, column: 1, value }] },
    })
  const media = await upload(admin, [
    await picture(browser, 'orange.jpg', ORANGE),
    await picture(browser, 'blue.jpg', BLUE),
  ])
  const pages = [
    await fullPage(admin, 'Daily', media.slice(0, 1)),
    await fullPage(admin, 'Busy', media.slice(1)),
  ]
  const items = pages.map((layoutId) => ({ layoutId, duration: 4 }))
  const { storyboard } = await admin.api.storyboards.create({
    body: { name: 'Hall', type: 'designed', mode: 'AUTO', items },
  })

  await console.openAs(admin.credentials)
  const { page } = console
  await page.goto(`${server.consoleUrl}/#/app/storyboard/designed/edit/${storyboard.id}`)
  await page.getByRole('button', { name: /^Condition of .*Busy/ }).click()
  const form = page.getByRole('dialog', { name: /^Condition of/ })
  await form.getByRole('combobox', { name: 'Data source, weather, or trigger' }).click()
  await page.getByRole('option', { name: 'Queue' }).click()
  const field = form.getByRole('combobox', { name: 'Field' }).or(form.getByRole('textbox', { name: 'Field' }))
  await field.first().fill('Length of Hall')
  await form.getByRole('combobox', { name: 'Comparison' }).selectOption('above')
  await form.getByRole('textbox', { name: 'Value' }).fill('5')
  await expect(form).toContainText('Now 2: not true')
  await expect(form).toContainText('Plays while Queue: Length of Hall is more than 5.')
  await expect(form).toContainText("Wouldn't play now.")
  await page.keyboard.press('Escape')
  await expect(page.getByText('Queue: Length of Hall is more than 5')).toBeVisible()
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await expect
    .poll(async () => {
      const params = { id: storyboard.id }
      return (await admin.api.storyboards.get({ params })).storyboard.items[1]?.when?.tests
    })
    .toEqual([{ of: 'source', from: 'Queue', field: 'Length of Hall', is: 'above', value: 5 }])
  await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })

  const screen = await openScreen()
  const deviceId = await screen.connect(admin, 'Hall')
  await admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId: storyboard.id } })
  await screen.shows(ORANGE)
  await screen.page.waitForTimeout(6000)
  await screen.shows(ORANGE, { within: 500 })
  await setLength('9')
  await screen.shows(BLUE, { within: 60_000 })
  await screen.page.context().setOffline(true)
  await screen.shows(ORANGE, { within: 15_000 })
  await screen.shows(BLUE, { within: 15_000 })
  // A restart without a server decides by the stored copy.
  const again = await screen.again()
  await again.shows(BLUE, { within: 30_000 })
  await again.page.context().setOffline(false)
  await setLength('1')
  await again.shows(ORANGE, { within: 60_000 })
  await again.page.waitForTimeout(10_000)
  await again.shows(ORANGE, { within: 500 })
})
