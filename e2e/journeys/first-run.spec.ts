import { BLUE, picture } from '#support/content.ts'
import { counted } from '#support/jobs.ts'
import { SUPER_ADMIN } from '#support/server.ts'
import { expect, test } from '#support/test.ts'

/** The budget: clicks after logging in, and seconds from the login to the picture on the screen. */
const CLICKS = 4
const SECONDS = 90

test('first run: from an empty data folder to a playing screen in four clicks and ninety seconds', async ({
  browser,
  console,
  page,
  openScreen,
}) => {
  const screen = await openScreen()
  const code = await screen.code()
  await console.signIn(SUPER_ADMIN)
  const began = performance.now()
  const clicks = await counted(page)

  await expect(page.getByText('Get something on a screen in three steps.')).toBeVisible()
  await expect(console.field('Code on the screen')).toBeFocused()
  await page.keyboard.type(code)
  await console.button('Connect').click()

  const file = await picture(browser, 'harbour.jpg', BLUE)
  await console.chooseFile(() => console.button('Choose an image or video').click(), file)

  // The picture beside the steps has the colors that the screen will have.
  await expect(page.getByRole('img', { name: 'harbour' })).toBeVisible()
  const glass = page
    .getByRole('img', { name: 'harbour' })
    .locator('xpath=ancestor::*[contains(@class, "stage")]/*[1]')
  await expect(glass).toHaveCSS('filter', 'none')
  await page.getByRole('button', { name: /^Play on / }).click()
  await screen.shows(BLUE)
  await expect(page.getByText(/^Now playing on /)).toBeVisible()
  const seconds = (performance.now() - began) / 1000
  expect(await clicks()).toBeLessThanOrEqual(CLICKS)
  expect(seconds).toBeLessThan(SECONDS)

  await test.step('afterwards the dashboard shows what plays', async () => {
    await console.button('Go to dashboard').click()
    await expect(page.getByRole('region', { name: 'Playing now' })).toContainText('Right')
    await expect(page.getByRole('region', { name: 'Today' })).toContainText('My screens')
    // The screen follows its new group, so there is no manual switch to end.
    await expect(page.getByText(/switched manually/i)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Recent' })).toContainText('harbour')
  })
})

test('first run with a ready-made page, and a retry after a failure that keeps everything made so far', async ({
  console,
  page,
  openScreen,
}) => {
  const screen = await openScreen()
  await console.signIn(SUPER_ADMIN)
  await console.field('Code on the screen').fill(await screen.code())
  await console.button('Connect').click()
  await console.button('Welcome').click()
  await page.route('**/api/device-groups/create', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: /^Play on / }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText("What we've created so far is kept")
  await page.getByRole('button', { name: /^Play on / }).click()
  await expect(page.getByText(/^Now playing on /)).toBeVisible()
  await console.go('Cards')
  await expect(page.getByRole('listitem').filter({ hasText: 'Welcome' })).toHaveCount(1)
  await console.go('Storyboards')
  await expect(console.row('Storyboards', 'Welcome')).toContainText('Approved')
})
