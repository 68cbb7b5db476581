/** Longer than a dialog takes to fade, which then returns the focus itself. */
const PATIENCE_MS = 300
const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]'
/** Beyond these there is nothing near: they take the focus themselves. */
const FRAMES = 'main, [role="dialog"], [role="alertdialog"], dialog'

/** A focused element or one around it, with its place among its siblings. */
interface Place {
  element: Element
  index: number
}

/**
 * When the focused control disappears or is disabled, the focus goes to what is next to it instead of to nothing, so that
 * keyboard users and screen readers continue there. Returns how to end it.
 */
export function keepFocus(): () => void {
  let path: Place[] = []
  /** The last one on the page itself, for what closes over it: dialogs and messages. */
  let onPage: Place[] = []
  let isPointer = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    path = pathOf(target)
    if (target.closest('main')) onPage = path
  }
  const onKey = () => {
    isPointer = false
  }
  const onPointer = () => {
    isPointer = true
  }
  const restore = () => {
    // Pointers don't need it, and a field would open the keyboard of a phone.
    if (isPointer || !isNowhere() || path.length === 0) return
    const [lost] = path
    if (lost && isUsable(lost.element)) return
    const isFrameOpen = path.some(({ element }) => element.isConnected && element.matches(FRAMES))
    const [before] = onPage
    const returns = !isFrameOpen && before && isUsable(before.element) && topDialog() === undefined
    const next = returns ? before.element : nearest(isFrameOpen ? path : onPage)
    if (next instanceof HTMLElement) next.focus({ preventScroll: next.matches(FRAMES) })
  }
  const check = () => {
    if (!isNowhere()) return
    clearTimeout(timer)
    timer = setTimeout(restore, PATIENCE_MS)
  }
  const watcher = new MutationObserver(check)
  watcher.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('pointerdown', onPointer, true)
  return () => {
    watcher.disconnect()
    clearTimeout(timer)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('keydown', onKey, true)
    document.removeEventListener('pointerdown', onPointer, true)
  }
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

function pathOf(focused: Element): Place[] {
  const path: Place[] = []
  for (let element: Element | null = focused; element; element = element.parentElement)
    path.push({
      element,
      index: element.parentElement ? [...element.parentElement.children].indexOf(element) : 0,
    })
  return path
}

const isUsable = (element: Element): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null &&
  element.checkVisibility()

const topDialog = () => [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1)

/** What follows the lost control in the smallest part of the page that is left, or what precedes it. */
function nearest(path: readonly Place[]): Element | null {
  let index = 0
  for (const place of path) {
    const { element } = place
    if (element.isConnected && element !== path[0]?.element) {
      if (element.matches(FRAMES)) break
      const controls = [...element.querySelectorAll<HTMLElement>(CONTROLS)].filter(
        (control) => control.tabIndex >= 0 && isUsable(control),
      )
      const placeOf = (control: Element) =>
        [...element.children].findIndex((child) => child.contains(control))
      const next = controls.find((control) => placeOf(control) >= index) ?? controls.at(-1)
      if (next) return next
    }
    index = place.index
  }
  return topDialog() ?? document.querySelector('main')
}
