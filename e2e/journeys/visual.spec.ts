import { Console } from '#support/console.ts'
import { demoScreens, MONA, type Screen, showScreen } from '#support/demo.ts'
import { expect, test } from '#support/test.ts'

/**
 * Screens without dates: their appearance is kept in pictures next to this file. After an intended change: `npx
 * playwright test visual --update-snapshots`.
 */
const STABLE = ['buildings', 'building-edit', 'storyboard-new', 'user-add'] as const
const LOOKS = ['light', 'dark'] as const

test('screens look as they did', async ({ demo, page }) => {
  test.setTimeout(180_000)
  const screens = await demoScreens(await demo.signIn(MONA))
  await new Console(page, demo.consoleUrl).openAs(MONA)
  for (const name of STABLE) {
    await page.goto('about:blank')
    const screen = find(screens, name)
    await showScreen(page, demo.consoleUrl, screen)
    // The frame around it has its own tests.
    const part = screen.open ? page.getByRole('dialog') : page.getByRole('main')
    for (const colorScheme of LOOKS) {
      await page.emulateMedia({ colorScheme })
      // Letters are smoothed otherwise on other machines; a moved or missing part is many times more.
      await expect
        .soft(part)
        .toHaveScreenshot(`${name}-${colorScheme}.png`, { maxDiffPixelRatio: 0.015, threshold: 0.3 })
    }
  }
})

function find(screens: readonly Screen[], name: string): Screen {
  const found = screens.find((screen) => screen.name === name)
  if (!found) throw new Error(`There is no screen ${name}`)
  return found
}
