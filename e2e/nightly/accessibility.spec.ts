import type { Page } from '@playwright/test'
import { ADDRESSES } from '#support/addresses.ts'
import { OF_STYLESHEETS, seriousViolations } from '#support/axe.ts'
import { branchScreens } from '#support/branch-screens.ts'
import { Console } from '#support/console.ts'
import { demoScreens, MONA, OVER, type Screen, showScreen } from '#support/demo.ts'
import { unseenFocus } from '#support/focus.ts'
import { PlayerWindow } from '#support/player-window.ts'
import { emptyIcons, squeezed } from '#support/squeezed.ts'
import { stillness } from '#support/stillness.ts'
import { expect, test } from '#support/test.ts'

// Disable CSS transitions: each screen switches its color scheme, and waiting for them takes a third of the run.
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

/**
 * Screens that place something by the direction: charts, the week, the timeline, the designer, and lists with pictures.
 * They open right to left; others are turned where they are, as their texts have the same lengths in both directions.
 */
const OPENED_RTL = [
  'dashboard',
  'plays',
  'devices',
  'media',
  'layout',
  'card-edit',
  'group-schedule',
  'calendar',
  'storyboard-standard',
]

/** A screen, its overlays, and what changes it. */
const order = ({ open, changes }: Screen) => (changes ? 2 : open ? 1 : 0)

/** These checks don't need the last pending render. */
const QUIET_MS = 120

type Scheme = 'light' | 'dark'
const other = (scheme: Scheme): Scheme => (scheme === 'light' ? 'dark' : 'light')

/** Switches the color scheme and waits until it is painted. */
async function showIn(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    (scheme) => document.documentElement.dataset.mantineColorScheme === scheme,
    colorScheme,
  )
  await drawn(page)
}

/** Waits for one frame, with what its observers of sizes change. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))

/** Controls already checked for a visible focus ring. */
const focused = new Set<string>()

/**
 * Serious or critical axe violations of the visible page in the color scheme that it has, one per line, and every kind
 * of control without a visible focus ring. `rules`: instead of all.
 */
async function seriousProblems(page: Page, scheme: Scheme, rules?: string[]): Promise<string[]> {
  // Dialogs over a screen are checked separately.
  const within = (await page.locator(OVER).count()) > 0 ? OVER : undefined
  const found = (await seriousViolations(page, { within, rules })).flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${page.url()} ${scheme} ${id} ${target}: ${failureSummary}`),
  )
  found.push(...(await unseenFocus(page, focused, within)), ...(await emptyIcons(page)))
  // Radio buttons of one group share a name, which makes them a single tab stop that arrow keys move through.
  if (rules) return found
  const single = await page
    .locator('input[type="radio"]:not([name])')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  return [...found, ...single.map((value) => `${page.url()} ${value}: a choice of no group`)]
}

/** Window widths without horizontal overflow: a phone at 200 %, a phone, a laptop at 200 %, two tablets. */
const WIDTHS = [320, 390, 640, 768, 1024]
/** A phone and a tablet, where texts are truncated. */
const NARROW = [390, 1024]
const LARGE = 2560

/**
 * WCAG 1.4.10: widths at which this screen scrolls sideways, and texts truncated there. In a large window also inputs
 * wider than any one-line value, and empty space beside a list or gallery page. `turns`: right to left, too.
 */
async function misfits(page: Page, widths = [...WIDTHS, LARGE], turns = true): Promise<string[]> {
  const found: string[] = []
  const { width: usual, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await drawn(page)
    if (width === LARGE) {
      found.push(...(await page.evaluate(misfitsOfLarge)))
      continue
    }
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (beyond > 0) found.push(`${beyond} px too wide at ${width} px`)
    if (!NARROW.includes(width)) continue
    found.push(...(await page.evaluate(cutTexts)).map((cut) => `${cut} at ${width} px`))
    if (turns) found.push(...(await misfitsTurned(page)).map((misfit) => `${misfit} at ${width} px`))
  }
  await page.setViewportSize({ width: usual, height })
  return found
}

/** What doesn't fit at this width if the page runs from right to left. */
async function misfitsTurned(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
    // Text areas that have closed leave one to measure with, which is in the way only if the direction changes.
    for (const one of document.querySelectorAll('body > textarea[aria-hidden]')) one.remove()
  })
  await drawn(page)
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const found = [...(beyond > 0 ? [`${beyond} px too wide`] : []), ...(await page.evaluate(cutTexts))]
  await page.evaluate(() => {
    document.documentElement.dir = 'ltr'
  })
  return found.map((misfit) => `right to left: ${misfit}`)
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

/** What has no room in the overlays of this screen, on a laptop and on a phone, in both directions. */
async function misfitsOfOverlay(page: Page): Promise<string[]> {
  const { width: usual, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  const found: string[] = []
  for (const width of [1280, 390])
    for (const dir of ['ltr', 'rtl']) {
      await page.setViewportSize({ width, height })
      await page.evaluate((dir) => {
        document.documentElement.dir = dir
      }, dir)
      // Popovers are placed again.
      await stillness(page, QUIET_MS)
      found.push(...(await squeezed(page, OVER)).map((misfit) => `${misfit} at ${width} px, ${dir}`))
    }
  await page.evaluate(() => {
    document.documentElement.dir = 'ltr'
  })
  await page.setViewportSize({ width: usual, height })
  return found
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

test('axe finds nothing serious on the login nor on an empty screen', async ({ demo, page }) => {
  test.setTimeout(240_000)
  const console = new Console(page, demo.consoleUrl)
  const problems: string[] = []
  await console.open()
  await expect(console.field('Email')).toBeVisible()
  for (const scheme of ['light', 'dark'] as const) {
    await showIn(page, scheme)
    problems.push(...(await seriousProblems(page, scheme)))
  }
  await console.openAs((await demo.organization('Corner bakery')).credentials)
  // Empty screens share their parts: half of them are seen in each color scheme.
  const empty = ADDRESSES.filter((address) => !SAME_WHEN_EMPTY.test(address))
  const halves = [
    [empty.filter((_, index) => index % 2 === 0), 'dark'],
    [empty.filter((_, index) => index % 2 === 1), 'light'],
  ] as const
  for (const [half, scheme] of halves) {
    await showIn(page, scheme)
    for (const address of half) {
      await console.open(`#${address}`)
      await console.settled()
      await stillness(page, QUIET_MS)
      problems.push(...(await seriousProblems(page, scheme)))
    }
  }
  expect(problems).toEqual([])
})

test('axe finds nothing serious on any screen with data, in light and in dark, nor in its dialogs, drawers, menus and messages, every control shows its focus, none is wider than its window or stretched in a large one, and lists use all of it and print no controls; right to left, none is wider than its window or cuts a text without a tooltip', async ({
  demo,
  page,
}) => {
  test.setTimeout(600_000)
  const screens = (await demoScreens(await demo.signIn(MONA)))
    .filter(({ name }) => !ALIKE.includes(name))
    // The overlays of a screen follow it, as do ways to use it, after which it must open again.
    .toSorted((one, other) =>
      one.hash < other.hash ? -1 : one.hash > other.hash ? 1 : order(one) - order(other),
    )
  await new Console(page, demo.consoleUrl).openAs(MONA)
  const problems: string[] = []
  let scheme: Scheme = 'light'
  await showIn(page, scheme)
  for (const screen of screens) {
    const note = (found: string[]) => problems.push(...found.map((problem) => `${screen.name}: ${problem}`))
    await showScreen(page, demo.consoleUrl, screen, { quiet: QUIET_MS, mayStay: true })
    note(await seriousProblems(page, scheme))
    // Overlays share their parts, and are seen in the scheme that their screen ended in: half of them in each.
    if (screen.open) continue
    // Only colors differ. The next screen begins in this scheme: a switch costs as much as three runs of axe.
    scheme = other(scheme)
    await showIn(page, scheme)
    note(await seriousProblems(page, scheme, ['color-contrast']))
    note(await misfits(page))
    note(await printed(page))
  }
  for (const { id, nodes } of await seriousViolations(page, { rules: [OF_STYLESHEETS] }))
    problems.push(`${id}: ${nodes.length}`)

  // In the same window, which has compiled the scripts.
  await page.evaluate(() => localStorage.setItem('locale', 'qps-rtl'))
  await page.goto('about:blank')
  // Overlays are opened by their English button names, which this language doesn't have.
  for (const screen of screens.filter(({ name }) => OPENED_RTL.includes(name))) {
    await showScreen(page, demo.consoleUrl, screen, { quiet: QUIET_MS })
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    // The direction changes neither colors nor names.
    problems.push(
      ...(await misfits(page, NARROW, false)).map((problem) => `${screen.name}, right to left: ${problem}`),
    )
  }
  expect(problems).toEqual([])
})

test('screens of rules, order, local slots, roles, and rights hold long names: axe finds nothing serious, nothing is wider than a phone, and no overlay squeezes or covers what is in it', async ({
  demo,
  browser,
  page,
}) => {
  test.setTimeout(600_000)
  const admin = await demo.organization('Corner bakery')
  const player = new PlayerWindow(await (await browser.newContext()).newPage())
  await player.page.goto(demo.playerUrl)
  const screens = await branchScreens(admin, browser, player)
  await player.page.context().close()
  await new Console(page, demo.consoleUrl).openAs(admin.credentials)
  const problems: string[] = []
  let scheme: Scheme = 'light'
  for (const screen of screens) {
    scheme = other(scheme)
    await page.goto('about:blank')
    await page.emulateMedia({ colorScheme: scheme })
    await showScreen(page, demo.consoleUrl, screen, { quiet: QUIET_MS })
    const found = [
      ...(await seriousProblems(page, scheme)),
      ...(screen.open ? await misfitsOfOverlay(page) : await misfits(page)),
    ]
    problems.push(...found.map((problem) => `${screen.name}: ${problem}`))
  }
  expect(problems).toEqual([])
})
