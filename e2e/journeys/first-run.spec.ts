import { BLUE, picture } from '#support/content.ts'
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
  await page.evaluate(() => {
    const counted = window as unknown as { clicks: number }
    counted.clicks = 0
    // Ignore synthetic clicks, such as the one on a hidden file input.
    addEventListener('click', ({ isTrusted }) => isTrusted && counted.clicks++, true)
  })

  await expect(page.getByText('Get something on a screen in three steps.')).toBeVisible()
  await expect(console.field('Code on the screen')).toBeFocused()
  await page.keyboard.type(code)
  await console.button('Connect').click()

  const file = await picture(browser, 'harbour.jpg', BLUE)
  await console.chooseFile(() => console.button('Choose an image or video').click(), file)

  await page.getByRole('button', { name: /^Play on / }).click()
  await screen.shows(BLUE)
  await expect(page.getByText(/^Now playing on /)).toBeVisible()
  const seconds = (performance.now() - began) / 1000
  const clicks = await page.evaluate(() => (window as unknown as { clicks: number }).clicks)
  expect(clicks).toBeLessThanOrEqual(CLICKS)
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
