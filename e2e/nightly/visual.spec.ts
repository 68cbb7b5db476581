import { Console } from '#support/console.ts'
import { demoScreens, MONA, type Screen, showScreen } from '#support/demo.ts'
import { expect, test } from '#support/test.ts'

/**
 * Screens without dates, compared with the snapshots next to this file. After an intended change, run `npx playwright
 * test visual --update-snapshots`.
 */
const STABLE = ['buildings', 'building-edit', 'storyboard-new', 'user-add'] as const
const COLOR_SCHEMES = ['light', 'dark'] as const

test('screens match their snapshots', async ({ demo, page }) => {
  test.setTimeout(180_000)
  const screens = await demoScreens(await demo.signIn(MONA))
  await new Console(page, demo.consoleUrl).openAs(MONA)
  for (const name of STABLE) {
    const screen = find(screens, name)
    await showScreen(page, demo.consoleUrl, screen)
    // The shell has its own tests.
    const part = screen.open ? page.getByRole('dialog') : page.getByRole('main')
    for (const colorScheme of COLOR_SCHEMES) {
      await page.emulateMedia({ colorScheme })
      // Font smoothing differs between machines; a moved or missing part differs by many times more.
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
