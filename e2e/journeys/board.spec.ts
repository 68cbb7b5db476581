import { seriousViolations } from '#support/axe.ts'
import { BLUE, fullPage, ORANGE, picture, upload } from '#support/content.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

test('buttons are linked to pages on the board, tried there, and lead there on a screen', async ({
  server,
  console,
  browser,
  page,
  openScreen,
}) => {
  const admin = await server.organization('Board hotel')
  const [orange = '', blue = ''] = await upload(admin, [
    await picture(browser, 'rooms.jpg', ORANGE),
    await picture(browser, 'dining.jpg', BLUE),
  ])
  const buttons = ['Our rooms', 'Eat and drink'].map((name, index) => ({
    ...{ id: `b${index}`, type: 'button', name, zIndex: index + 1, width: 600, height: 200 },
    transform: `translate(${200 + index * 900}px, 400px)`,
  }))
  const inputs = buttons.map(({ id, name }) => ({ name: `${id}-label`, value: name }))
  const { layout } = await admin.api.layouts.create({
    body: {
      ...{ name: 'Start', type: 'designed', width: 1920, height: 1080 },
      ...{ widgets: buttons, config: { inputs } },
    },
  })
  const pages = [layout.id, await fullPage(admin, 'Rooms', [orange]), await fullPage(admin, 'Dining', [blue])]
  const { storyboard } = await admin.api.storyboards.create({
    body: {
      ...{ name: 'Guide', type: 'designed', mode: 'DEFAULT' },
      items: pages.map((layoutId) => ({ layoutId, duration: 60 })),
    },
  })
  await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
  const screen = await openScreen()
  const deviceId = await screen.connect(admin, 'Lobby')
  await admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId: storyboard.id } })

  await console.openAs(admin.credentials, `#/app/storyboard/designed/edit/${storyboard.id}`)
  await console.button('Page flow').click()
  const board = page.getByRole('list', { name: 'Page flow' })
  await expect(board.getByText('No action leads here')).toHaveCount(2)
  await expect(board.getByText('does nothing')).toHaveCount(2)
  const spot = (name: string) => page.getByRole('button', { name: `Where “${name}” on “Start” leads` })
  await spot('Our rooms').dragTo(board.getByRole('listitem').nth(1))
  await expect(page.getByText('Links changed on 1 page')).toBeVisible()
  // The other one by keyboard.
  await spot('Eat and drink').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '3 · Dining' }).press('Enter')
  await expect(board.getByText('No action leads here')).toHaveCount(0)
  await expect(board.getByText('does nothing')).toHaveCount(0)
  await expect(page.getByText('On 1 screen')).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])

  // Tried before it is saved.
  const preview = page.getByRole('dialog', { name: /^Preview/ })
  await board.getByRole('button', { name: 'Show page 1: Start' }).click()
  await page.locator('figure').getByRole('button', { name: 'Eat and drink' }).click()
  await expect(preview.getByText('3 of 3')).toBeVisible()
  await preview.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Links of 1 page were saved')).toBeVisible()

  await expect(async () => {
    await screen.page.getByRole('button', { name: 'Eat and drink' }).click({ timeout: 5000 })
    await screen.shows(BLUE, { within: 5000 })
  }).toPass({ timeout: 90_000 })
})
