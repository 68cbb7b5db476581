import type { Page } from '@playwright/test'

/** WCAG 1.4.11: the minimum contrast of a focus indicator with its surroundings. */
const CONTRAST = 3

/**
 * Controls without a visible focus indicator (WCAG 2.4.7), one per line. Each kind is tried once per state; `seen`
 * remembers them across screens. `within`: a selector of an overlay.
 */
export async function unseenFocus(page: Page, seen: Set<string>, within?: string): Promise<string[]> {
  const { tried, failed } = await page.evaluate(focusAll, {
    known: [...seen],
    within: within ?? 'body',
    contrast: CONTRAST,
  })
  for (const key of tried) seen.add(key)
  return failed
}

interface Task {
  known: readonly string[]
  within: string
  contrast: number
}

/** Runs in the page. */
function focusAll({ known, within, contrast }: Task): { tried: string[]; failed: string[] } {
  type Color = [number, number, number, number]
  const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!brush) throw new Error('No canvas')
  const read = (color: string): Color => {
    brush.clearRect(0, 0, 1, 1)
    brush.fillStyle = color
    brush.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const luminance = (color: Color) => {
    const [red = 0, green = 0, blue = 0] = color.slice(0, 3).map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const differ = (one: Color, other: Color) => {
    const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
    return (high + 0.05) / (low + 0.05) >= contrast
  }
  const groundOf = (element: Element | null): Color => {
    for (let each = element; each; each = each.parentElement) {
      const ground = read(getComputedStyle(each).backgroundColor)
      if (ground[3] > 0.9) return ground
    }
    return [255, 255, 255, 1]
  }
  /** The control and the elements that may show the focus for it: its frame, its label, its decoration. */
  const showers = (control: Element): [Element, string | undefined][] => {
    const elements = [control, control.nextElementSibling, control.previousElementSibling]
    for (let each = control.parentElement; each && elements.length < 7; each = each.parentElement)
      elements.push(each)
    return elements.flatMap((each): [Element, string | undefined][] =>
      each ? [undefined, '::before', '::after'].map((pseudo) => [each, pseudo]) : [],
    )
  }
  const PARTS = ['outline', 'border', 'boxShadow', 'backgroundColor', 'color', 'textDecorationLine'] as const
  const look = (control: Element) =>
    showers(control).map(([element, pseudo]) => {
      const style = getComputedStyle(element, pseudo)
      return {
        ...Object.fromEntries(PARTS.map((part) => [part, style[part]])),
        hasRing: style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
        ring: read(style.outlineColor),
        edge: read(style.borderBlockStartColor),
        edgeWidth: Number.parseFloat(style.borderBlockStartWidth),
        fill: read(style.backgroundColor),
        ground: groundOf(pseudo ? element : element.parentElement),
        own: groundOf(element),
        isInside: Number.parseFloat(style.outlineOffset) < 0,
      }
    })
  type Look = ReturnType<typeof look>[number]
  const shows = (before: Look, after: Look) => {
    if (after.hasRing && !before.hasRing)
      return differ(after.ring, after.ground) || (after.isInside && differ(after.ring, after.own))
    if (after.edgeWidth >= 2 && before.edgeWidth < 2) return differ(after.edge, after.own)
    if (differ(before.fill, after.fill) && after.fill[3] > 0.9) return true
    return after.edgeWidth >= 2 && differ(before.edge, after.edge)
  }
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]'
  const was = document.activeElement
  const tried = new Set<string>(known)
  const failed: string[] = []
  const scheme = document.documentElement.dataset.mantineColorScheme
  for (const frame of document.querySelectorAll(within))
    for (const control of frame.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (control.tabIndex < 0 || !control.checkVisibility() || control.closest('[inert]')) continue
      const classes = [...control.classList].sort().join(' ')
      const { ariaInvalid, ariaCurrent, ariaPressed, ariaSelected, ariaChecked } = control
      // A mark of what is chosen may hide the ring.
      const chosen = [ariaCurrent, ariaPressed, ariaSelected, ariaChecked]
      const states = [control.dataset.error, ariaInvalid, control.closest('[data-error]') !== null, ...chosen]
      const key = [
        scheme,
        control.localName,
        control.getAttribute('type'),
        control.role,
        classes,
        states,
      ].join('|')
      if (tried.has(key)) continue
      if (control === document.activeElement) control.blur()
      const before = look(control)
      control.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
      if (document.activeElement !== control) continue
      tried.add(key)
      const after = look(control)
      const isShown = before.some((one, index) => shows(one, after[index] ?? one))
      if (!isShown) failed.push(`${scheme}: no focus to be seen on ${control.outerHTML.slice(0, 200)}`)
    }
  if (was instanceof HTMLElement) was.focus({ preventScroll: true })
  return { tried: [...tried], failed }
}
