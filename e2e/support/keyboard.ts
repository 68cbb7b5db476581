import { expect, type Locator, type Page } from '@playwright/test'

/** A longer way is cut to this many stops before the target, because each press takes much processor time. */
const STOPS = 4

/**
 * Presses Tab until the target has the focus; `walks`: the whole way. Otherwise the focus first moves close to it, in the
 * order of the document.
 */
export async function tabTo(
  page: Page,
  target: Locator,
  key = 'Tab',
  limit = 80,
  { walks = false } = {},
): Promise<void> {
  // Resolve the target once instead of after every press, unless it re-rendered.
  let element = await target.elementHandle()
  if (!walks && /Tab$/.test(key)) await element?.evaluate(moveNear, [key === 'Tab' ? -STOPS : STOPS])
  const state = () =>
    element?.evaluate((one) => (one.isConnected ? one === document.activeElement : 'gone')) ?? 'gone'
  for (let presses = 0; presses < limit; presses++) {
    const now = await state()
    if (now === true) return
    if (now === 'gone') element = await target.elementHandle()
    else await page.keyboard.press(key)
  }
  throw new Error(`${limit} presses of ${key} do not reach ${target}`)
}

/** Runs in the page: moves the focus to a stop before or after the target, unless it is that close already. */
function moveNear(target: Element, [by = 0]: readonly number[]): void {
  const top = [...document.querySelectorAll('dialog[open], [role="dialog"][aria-modal="true"]')].at(-1)
  const scope = top?.contains(target) ? top : document.body
  const stops = [
    ...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter(
    (one) =>
      one.tabIndex >= 0 &&
      !one.matches(':disabled, [type="radio"]:not(:checked)') &&
      !one.closest('[inert]') &&
      one.checkVisibility({ visibilityProperty: true }),
  )
  const [at, now] = [target, document.activeElement].map((one) => stops.indexOf(one as HTMLElement))
  if (at === undefined || now === undefined || at < 0) return
  const distance = (at - now) * -Math.sign(by)
  if (now >= 0 && distance >= 0 && distance <= Math.abs(by)) return
  // Before the first stop, Tab wraps.
  stops.at((at + by) % stops.length)?.focus()
}

/** Skips the shell with its first link, as keyboard users do. */
export async function skipToContent(page: Page): Promise<void> {
  // Tab may start at the title and pass the checkbox and actions of every row before it wraps to the top.
  await tabTo(page, page.getByRole('button', { name: 'Skip to content' }), 'Tab', 160)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
}

/** How long the focus may be on the body: dialogs fade, and lists refetch. */
const NOWHERE_MS = 900

declare global {
  interface Window {
    lostFocus: string[]
  }
}

/** Records lost focus and covered focused controls in every page opened afterwards. */
export async function watchFocus(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((most) => {
    window.lostFocus = []
    let last = ''
    let since: number | undefined
    const describe = (one: Element) =>
      `${one.localName} ${one.ariaLabel ?? one.textContent?.trim().slice(0, 40) ?? ''} on ${document.title}`
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) last = describe(target)
    })
    setInterval(() => {
      const { activeElement } = document
      if (last === '' || (activeElement && activeElement !== document.body)) {
        since = undefined
        return
      }
      since ??= performance.now()
      if (performance.now() - since < most) return
      window.lostFocus.push(`lost after: ${last}`)
      since = Number.POSITIVE_INFINITY
    }, 100)
  }, NOWHERE_MS)
  return async () => {
    await page.waitForTimeout(NOWHERE_MS + 200)
    return page.evaluate(() => window.lostFocus.splice(0))
  }
}

/** Asserts that the focus indicator is visible and uncovered. */
export async function seesFocus(page: Page): Promise<void> {
  const problem = await page.evaluate(() => {
    const one = document.activeElement
    if (!one || one === document.body) return 'nothing has the focus'
    if (!one.matches(':focus-visible')) return `no visible focus on ${one.outerHTML.slice(0, 200)}`
    const box = one.getBoundingClientRect()
    const points = [0.5, 0.1, 0.9].flatMap((x) =>
      [0.5, 0.15, 0.85].map((y) => [box.left + box.width * x, box.top + box.height * y] as const),
    )
    const isShown = points.some(([x, y]) => {
      const top = document.elementFromPoint(x, y)
      return top && (top.contains(one) || one.contains(top) || one.parentElement?.contains(top))
    })
    return isShown ? '' : `covered: ${one.outerHTML.slice(0, 200)}`
  })
  expect(problem).toBe('')
}
