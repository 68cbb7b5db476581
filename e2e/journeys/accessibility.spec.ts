import type { Page } from '@playwright/test'
import { ADDRESSES } from '#support/addresses.ts'
import { seriousViolations } from '#support/axe.ts'
import { Console } from '#support/console.ts'
import { demoScreens, MONA, OVER, showScreen } from '#support/demo.ts'
import { unseenFocus } from '#support/focus.ts'
import { stillness } from '#support/stillness.ts'
import { expect, test } from '#support/test.ts'

// Disable CSS transitions: each screen switches color scheme twice, and waiting for them takes a third of the run.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets.push(sheet)
  }),
)

/** Screens that look the same without data, and screens that repeat another screen's layout with other content. */
const SAME_WHEN_EMPTY = /create|design|settings|profile/
const ALIKE = ['media-video', 'layout-guide', 'template', 'storyboards-pending', 'storyboard-edit']

/** These checks don't need the last pending render. */
const QUIET_MS = 120

/** Switches the color scheme and waits until it is painted. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    (scheme) => document.documentElement.dataset.mantineColorScheme === scheme,
    colorScheme,
  )
  await drawn(page)
}

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

/** Controls already checked for a visible focus ring. */
const focused = new Set<string>()

/**
 * Serious or critical axe violations of the visible page, one per line: all rules in light mode, color rules again in
 * dark mode, and every kind of control without a visible focus ring.
 */
async function seriousProblems(page: Page): Promise<string[]> {
  const found: string[] = []
  // Dialogs over a screen are checked separately.
  const over = (await page.locator(OVER).count()) > 0
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme)
    const rules = colorScheme === 'light' ? undefined : ['color-contrast']
    for (const { id, nodes } of await seriousViolations(page, { within: over ? OVER : undefined, rules }))
      for (const { target, failureSummary } of nodes)
        found.push(`${page.url()} ${colorScheme} ${id} ${target}: ${failureSummary}`)
    found.push(...(await unseenFocus(page, focused, over ? OVER : undefined)))
  }
  // Radio buttons of one group share a name, which makes them a single tab stop that arrow keys move through.
  for (const radio of await page.locator('input[type="radio"]:not([name])').all())
    found.push(`${page.url()} ${await radio.getAttribute('value')}: a choice of no group`)
  return found
}

/** Window widths without horizontal overflow: a phone, the same at 200 %, a laptop at 200 %, two tablets. */
const WIDTHS = [320, 390, 640, 768, 1024]
const LARGE = 2560

/**
 * WCAG 1.4.10: widths at which this screen scrolls sideways. In a large window also inputs wider than any one-line
 * value, and empty space beside a list or gallery page.
 */
async function misfits(page: Page): Promise<string[]> {
  const found: string[] = []
  const { width: usual, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height })
    await drawn(page)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (beyond > 0) found.push(`${beyond} px too wide at ${width} px`)
  }
  await page.setViewportSize({ width: LARGE, height })
  found.push(...(await page.evaluate(misfitsOfLarge)))
  await page.setViewportSize({ width: usual, height })
  return found
}

/** Runs in the page. */
function misfitsOfLarge(): string[] {
  const stretched = [...document.querySelectorAll<HTMLInputElement>('main input')].flatMap((field) => {
    const { width } = field.getBoundingClientRect()
    return width > 720 ? `${Math.round(width)} px long: ${field.ariaLabel || field.id}` : []
  })
  const unused = [...document.querySelectorAll('main [data-width="full"]')].flatMap((one) =>
    one.clientWidth < innerWidth - 280 ? `only ${one.clientWidth} px wide` : [],
  )
  return [...stretched, ...unused]
}

/** Runs in the page: elements that truncate their text without a tooltip for the rest. */
function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main *')].flatMap((one) => {
    const isCut = one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1 && one.checkVisibility()
    if (!isCut || getComputedStyle(one).textOverflow !== 'ellipsis') return []
    // Inputs scroll; drawn pages show what their author typed.
    if (one.matches('input, [dir="ltr"] *')) return []
    return one.closest('[title]') || one.querySelector('[title]') ? [] : `cuts ${one.textContent}`
  })
}

/** A phone and a tablet. */
const NARROW = [390, 1024]

/** Screens that overflow at a narrow width, and texts truncated there. */
async function narrowProblems(page: Page): Promise<string[]> {
  const found: string[] = []
  const { width: usual, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of NARROW) {
    await page.setViewportSize({ width, height })
    await drawn(page)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (beyond > 0) found.push(`${beyond} px too wide at ${width} px`)
    found.push(...(await page.evaluate(cutTexts)).map((cut) => `${cut} at ${width} px`))
  }
  await page.setViewportSize({ width: usual, height })
  return found
}

/** Controls that would appear on paper. */
async function printed(page: Page): Promise<string[]> {
  if ((await page.locator('main [data-width="full"]').count()) === 0) return []
  await page.emulateMedia({ media: 'print' })
  const found = await page
    .locator(
      '[class*="mantine-Button-root"], [class*="mantine-ActionIcon-root"], [class*="mantine-Select-root"]:not(form *), [role="searchbox"]',
    )
    .evaluateAll((controls) =>
      controls.flatMap((one) => (one.checkVisibility() ? `prints ${one.ariaLabel || one.textContent}` : [])),
    )
  await page.emulateMedia({ media: 'screen' })
  return found
}

test('every screen opens by its address without an error, and axe finds nothing serious on an empty one', async ({
  demo,
  page,
}) => {
  test.setTimeout(240_000)
  const console = new Console(page, demo.consoleUrl)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  await console.open()
  await expect(console.field('Email')).toBeVisible()
  problems.push(...(await seriousProblems(page)))
  await console.openAs((await demo.organization('Corner bakery')).credentials)
  for (const address of ADDRESSES) {
    await console.open(`#${address}`)
    await console.settled()
    await console.isAt(address)
    await stillness(page, QUIET_MS)
    await expect(page.getByText('This page stopped working')).toHaveCount(0)
    if (!SAME_WHEN_EMPTY.test(address)) problems.push(...(await seriousProblems(page)))
  }
  expect(problems).toEqual([])
})

test('axe finds nothing serious on any screen with data, nor in its dialogs, drawers, menus and messages, in light and in dark, every control shows its focus, none is wider than its window or stretched in a large one, and lists use all of it and print no controls', async ({
  demo,
  page,
}) => {
  test.setTimeout(600_000)
  const screens = await demoScreens(await demo.signIn(MONA))
  await new Console(page, demo.consoleUrl).openAs(MONA)
  const problems: string[] = []
  for (const screen of screens.filter(({ name }) => !ALIKE.includes(name))) {
    await showScreen(page, demo.consoleUrl, screen, QUIET_MS)
    problems.push(...(await seriousProblems(page)).map((problem) => `${screen.name}: ${problem}`))
    if (screen.open) continue
    for (const law of [misfits, narrowProblems, printed])
      problems.push(...(await law(page)).map((problem) => `${screen.name}: ${problem}`))
  }
  expect(problems).toEqual([])
})

test('right to left, no screen is wider than its window, cuts a text without a tooltip, or has a serious axe violation', async ({
  demo,
  page,
}) => {
  test.setTimeout(300_000)
  const screens = await demoScreens(await demo.signIn(MONA))
  await new Console(page, demo.consoleUrl).openAs(MONA)
  await page.evaluate(() => localStorage.setItem('locale', 'qps-rtl'))
  await page.goto('about:blank')
  const problems: string[] = []
  // Overlays are opened by their English button names, which this language doesn't have.
  for (const screen of screens.filter(({ name, open }) => !open && !ALIKE.includes(name))) {
    await showScreen(page, demo.consoleUrl, screen, QUIET_MS)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    const found = await narrowProblems(page)
    for (const { id, nodes } of await seriousViolations(page))
      for (const { target, failureSummary } of nodes) found.push(`${id} ${target}: ${failureSummary}`)
    problems.push(...found.map((problem) => `${screen.name}: ${problem}`))
  }
  expect(problems).toEqual([])
})
