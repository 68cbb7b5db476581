import { BLUE, fullPage, GREEN, ORANGE, picture, storyboard, upload } from '#support/content.ts'
import { differs } from '#support/pixels.ts'
import type { PlayerWindow } from '#support/player-window.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

/** In the bar at the bottom, a ninth of the height, beside its text; and just above it. */
const BAR = { x: 0.99, y: 0.97 }
const ABOVE = { x: 0.5, y: 0.88 }

/** No picture within some seconds shows anything else in the bar. */
async function keepsBar(screen: PlayerWindow, seconds: number) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; )
    expect(differs(await screen.colour(BAR.x, BAR.y), GREEN)).toBe(false)
}

test('a bar shows below whatever plays on the screens it is for, under an emergency not, and offline', async ({
  server,
  console,
  browser,
  openScreen,
}) => {
  test.setTimeout(240_000)
  const admin = await server.organization('Corner bakery')
  const { organizationId } = (await admin.api.auth.profile()).profile
  const seats = { number: 'LAYERS', devicesCount: 2, organizationId }
  await (await server.signIn()).api.licences.create({ body: seats })
  const [orange = '', blue = ''] = await upload(admin, [
    await picture(browser, 'orange.jpg', ORANGE),
    await picture(browser, 'blue.jpg', BLUE),
  ])
  const pages = [await fullPage(admin, 'Bread', [orange]), await fullPage(admin, 'Cake', [blue])]
  const main = await storyboard(admin, 'Main', pages, 3)
  const { layout } = await admin.api.layouts.create({
    body: {
      ...{ name: 'News', type: 'designed', width: 1920, height: 120 },
      widgets: [
        {
          ...{ id: 'text', type: 'tag', name: 'Text', zIndex: 1, width: 600, height: 80 },
          transform: 'translate(20px, 20px)',
        },
      ],
      config: {
        inputs: [{ name: 'text-label', value: 'Fresh bread at five' }],
        background: `rgb(${GREEN.join(', ')})`,
      },
    } as never,
  })
  await storyboard(admin, 'News', [layout.id], 5)
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Shop', storyboardId: main } })
  const [bar, hall] = [await openScreen(), await openScreen()]
  const barId = await bar.connect(admin, 'Bar', deviceGroup.id)
  const hallId = await hall.connect(admin, 'Hall', deviceGroup.id)
  await admin.api.devices.tagMany({ body: { ids: [barId], add: ['bar'] } })
  await bar.shows(ORANGE)
  await hall.shows(ORANGE)

  await console.openAs(admin.credentials)
  const { page } = console
  await page.goto(`${server.consoleUrl}/#/app/device-group/storyboard/${deviceGroup.id}`)
  await page.getByRole('button', { name: 'Add layer' }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('News')
  const layers = page.getByRole('group', { name: 'Layers' })
  await layers.getByRole('combobox', { name: /^Storyboard/ }).click()
  await page.getByRole('option', { name: 'News' }).click()
  await expect(layers.getByRole('radio', { name: 'Bar at the bottom' })).toBeChecked()
  await layers.getByRole('button', { name: /^Screens of News/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .or(page.getByRole('dialog').getByRole('textbox'))
    .first()
    .fill('bar')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/Layer News is added \(1 screen\)/)).toBeVisible()
  await page.getByRole('button', { name: 'Save schedule' }).click()

  await bar.shows(GREEN, BAR)
  await keepsBar(bar, 8)
  await hall.shows(BLUE, BAR)
  await hall.shows(ORANGE, BAR)
  // The page made room: nothing of it is under the bar.
  const room = await bar.page.locator('.room').boundingBox()
  const { width = 0, height = 0 } = bar.page.viewportSize() ?? {}
  expect(room?.height).toBe(height - width / 16)
  await bar.shows(ORANGE, ABOVE)

  const { takeover } = await admin.api.takeovers.start({
    body: {
      title: 'Fire',
      text: 'Leave',
      tone: 'danger',
      endsAt: Date.now() + 600_000,
      targets: { kind: 'devices', ids: [barId, hallId] },
    },
  } as never)
  await expect.poll(async () => differs(await bar.colour(BAR.x, BAR.y), GREEN)).toBe(true)
  await expect(bar.page.locator('[data-layer=News]')).toBeHidden()
  await admin.api.takeovers.clear({ params: { id: takeover.id } } as never)
  await bar.shows(GREEN, BAR)

  await bar.page.context().setOffline(true)
  await keepsBar(bar, 4)
  const again = await bar.again()
  await again.shows(GREEN, BAR)
  await keepsBar(again, 6)
})
