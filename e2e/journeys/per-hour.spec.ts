import { BLUE, fullPage, ORANGE, picture, storyboard, upload } from '#support/content.ts'
import { differs } from '#support/pixels.ts'
import type { PlayerWindow } from '#support/player-window.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const HOUR = 3_600_000
const PAGE_SECONDS = 1.5
/** In which a page without a limit would begin three times, and one with two plays leaves the other one alone at the end. */
const WATCHED = 6 * PAGE_SECONDS

/** How often orange begins within `seconds`, in which the screen shows nothing but orange and blue. */
async function watch(screen: PlayerWindow, seconds: number) {
  let begins = 0
  let wasOrange = false
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    const color = await screen.colour()
    const isOrange = !differs(color, ORANGE)
    expect(isOrange || !differs(color, BLUE), `${color} is orange or blue`).toBe(true)
    if (isOrange && !wasOrange) begins++
    wasOrange = isOrange
  }
  return { begins }
}

test('a page that may play twice an hour plays twice, then the other one alone until the next full hour', async ({
  server,
  console,
  browser,
  page,
  openScreen,
}) => {
  test.setTimeout(120_000)
  const admin = await server.organization('Corner bakery')
  const [orange = '', blue = ''] = await upload(admin, [
    await picture(browser, 'orange.jpg', ORANGE),
    await picture(browser, 'blue.jpg', BLUE),
  ])
  const pages = [await fullPage(admin, 'Advert', [orange]), await fullPage(admin, 'Bread', [blue])]
  const storyboardId = await storyboard(admin, 'Window', pages, PAGE_SECONDS)
  const screen = await openScreen()
  const deviceId = await screen.connect(admin, 'Window')

  await test.step('an admin limits the page', async () => {
    await console.openAs(admin.credentials, `#/app/storyboard/designed/edit/${storyboardId}`)
    await console.button(/^How often page 1/i).click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'At most per hour' }).fill('2')
    await page.keyboard.press('Escape')
    await console.button(/^Save and approve/).click()
    await expect(console.toast('Storyboard Approved Successfully')).toBeVisible()
  })

  // An hour that begins while the screen is watched has plays, too.
  const left = HOUR - (Date.now() % HOUR)
  if (left < 30_000) await page.waitForTimeout(left)
  await admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })
  await screen.shows(ORANGE)
  expect(await watch(screen, WATCHED)).toEqual({ begins: 2 })

  // A start without a server believes the clock of the machine.
  const context = screen.page.context()
  await context.setOffline(true)
  await screen.page.close()
  const before = 8
  const moved = HOUR - (Date.now() % HOUR) - before * 1000
  await context.addInitScript((ms) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + ms
  }, moved)
  const again = await screen.again()
  await again.shows(BLUE)
  const tillHour = HOUR - ((Date.now() + moved) % HOUR)
  expect(tillHour).toBeLessThan(before * 1000)
  expect(await watch(again, tillHour / 1000 - 1)).toEqual({ begins: 0 })
  await again.shows(ORANGE, { within: 2000 + PAGE_SECONDS * 1000 })
  expect(await watch(again, WATCHED)).toEqual({ begins: 2 })
})
