import { BLUE, fullPage, ORANGE, picture, upload } from '#support/content.ts'
import { Designer } from '#support/designer.ts'
import { counted } from '#support/jobs.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

/** The most clicks of the job; keys are not counted. */
const CLICKS = 14

test('a touch page with two buttons takes few clicks, and plays', async ({
  server,
  console,
  browser,
  page,
  openScreen,
}) => {
  const admin = await server.organization('Harbour hotel')
  const [orange = '', blue = ''] = await upload(admin, [
    await picture(browser, 'rooms.jpg', ORANGE),
    await picture(browser, 'dining.jpg', BLUE),
  ])
  const pages = [await fullPage(admin, 'Rooms', [orange]), await fullPage(admin, 'Dining', [blue])]
  await console.openAs(admin.credentials, '#/app/layouts')
  const clicks = await counted(page)
  await console.button('New layout').click()
  await page.getByRole('button', { name: /^Landscape/ }).click()
  const designer = new Designer(page)
  await designer.ready()
  const { properties } = designer
  for (const [label, target] of [
    ['Our rooms', 'Rooms'],
    ['Eat and drink', 'Dining'],
  ] as const) {
    await designer.add('Button')
    await expect.poll(() => designer.rect()).toMatchObject({ width: 120, height: 60 })
    await properties.getByRole('button', { name: 'Fit to page' }).click()
    await expect.poll(() => designer.rect()).toMatchObject({ width: 346, height: 130 })
    await console.field('Label', properties).fill(label)
    await properties.getByRole('button', { name: 'Choose what a touch does' }).click()
    await console
      .dialog('When touched')
      .getByRole('button', { name: `show ${target}`, exact: true })
      .click()
    await expect(
      properties.getByRole('button', { name: new RegExp(`^When touched.*show ${target}$`) }),
    ).toBeVisible()
  }
  await console.button('Save').click()
  await expect(page.getByText(/^Saved/).first()).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(CLICKS)

  const { layoutList } = await admin.api.layouts.list({ query: {} })
  const touchId = layoutList.find(({ id }) => !pages.includes(id))?.id ?? ''
  const items = [touchId, ...pages].map((layoutId) => ({ layoutId, duration: 60 }))
  const { storyboard } = await admin.api.storyboards.create({
    body: { name: 'Lobby', type: 'designed', mode: 'DEFAULT', items },
  })
  await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
  const screen = await openScreen()
  const deviceId = await screen.connect(admin, 'Lobby')
  await admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId: storyboard.id } })
  await screen.page.getByRole('button', { name: 'Our rooms' }).click()
  await screen.shows(ORANGE)
})
