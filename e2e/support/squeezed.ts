import type { Page } from '@playwright/test'

/** Icons without a drawing: the build leaves out what no file is known to show. */
export const emptyIcons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('svg:empty')].flatMap((icon) => {
      const named = icon.closest('[aria-label], [title]') ?? icon.parentElement
      return icon.checkVisibility()
        ? [`empty icon: ${named?.getAttribute('aria-label') ?? named?.outerHTML}`]
        : []
    }),
  )

/**
 * What has no room in an overlay: an overlay that is wider than the window or scrolls sideways, controls that others cover,
 * and texts of which every line has a letter or two.
 */
export const squeezed = (page: Page, overlays: string): Promise<string[]> =>
  page.evaluate((overlays) => {
    const found: string[] = []
    const inner = [...document.querySelectorAll<HTMLElement>(overlays)].filter((one) => one.checkVisibility())
    for (const overlay of inner) {
      const { left, right } = overlay.getBoundingClientRect()
      if (left < -1 || right > innerWidth + 1)
        found.push(`${overlay.ariaLabel ?? overlay.role} is outside the window`)
      if (overlay.scrollWidth > overlay.clientWidth + 1)
        found.push(`${overlay.ariaLabel ?? overlay.role} scrolls sideways`)
      for (const control of overlay.querySelectorAll<HTMLElement>(
        'button, input, select, textarea, a[href]',
      )) {
        if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
        const box = control.getBoundingClientRect()
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        if (box.width < 4 || y < 0 || y > innerHeight) continue
        const top = document.elementFromPoint(x, y)
        const other = top?.closest('button, input, select, textarea, a[href]')
        // What scrolls below the foot of a form is covered by it.
        if (
          !other ||
          other === control ||
          !overlay.contains(other) ||
          control.closest('label')?.contains(other)
        )
          continue
        if (getComputedStyle(other).position === 'sticky' || other.closest('[data-foot], footer')) continue
        found.push(
          `${other.ariaLabel || other.textContent} covers ${control.ariaLabel || control.textContent}`,
        )
      }
      for (const one of overlay.querySelectorAll<HTMLElement>('*')) {
        const own = [...one.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && (node.textContent?.trim().length ?? 0) > 4,
        )
        if (!own || !one.checkVisibility() || one.closest('.visually-hidden')) continue
        const box = one.getBoundingClientRect()
        const letter = Number.parseFloat(getComputedStyle(one).fontSize)
        if (box.width < 2 * letter && box.height > 3 * letter) found.push(`squeezed: ${one.textContent}`)
      }
    }
    return found
  }, overlays)
