/** Longer than the fade of a dialog, which returns the focus itself. */
const PATIENCE_MS = 300
const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]'
/** If nothing is left inside these containers, they take the focus themselves. */
const FRAMES = 'main, [role="dialog"], [role="alertdialog"], dialog'

/** Fields with several tab stops of the browser's own. */
const SEGMENTED = ['date', 'time', 'datetime-local', 'month', 'week']
  .map((type) => `input[type="${type}"]`)
  .join()

/** A focused element or an ancestor, with its index among its siblings. */
interface Place {
  element: Element
  index: number
}

/**
 * Moves the focus to a neighbor when the focused control disappears or is disabled, and back to one that was disabled for
 * a moment, so that keyboard users and screen readers don't start over. Returns a function that stops it.
 */
export function keepFocus(): () => void {
  let path: Place[] = []
  /** The last focused element outside overlays, for when a dialog or message closes. */
  let onPage: Place[] = []
  let isPointer = false
  /** The focused control that was disabled, as a button is while it saves: browsers take its focus. */
  let disabled: Element | undefined
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
    // Pointer users don't need it, and focusing a field would open a phone's keyboard.
    if (isPointer || !isNowhere() || path.length === 0) return
    const [lost] = path
    if (lost && isUsable(lost.element)) {
      if (lost.element === disabled && disabled instanceof HTMLElement)
        disabled.focus({ preventScroll: true })
      disabled = undefined
      return
    }
    const isFrameOpen = path.some(({ element }) => element.isConnected && element.matches(FRAMES))
    const [before] = onPage
    const returns = !isFrameOpen && before && isUsable(before.element) && topDialog() === undefined
    const next = returns ? before.element : nearest(isFrameOpen ? path : onPage)
    if (next instanceof HTMLElement) next.focus({ preventScroll: next.matches(FRAMES) })
  }
  const check = () => {
    const [last] = path
    if (last?.element.matches(':disabled')) disabled = last.element
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

/**
 * Mantine's focus trap checks after a Tab in a date field where the focus went. If a second Tab is quicker, it moves the
 * focus back, and an Enter meant for *Save* presses *Cancel*. This leaves the trap out where the focus stays in the dialog;
 * it listens on the document, as the trap does, and has to begin before a dialog opens. Returns a function that stops it.
 */
export function keepQuickTabs(): () => void {
  document.addEventListener('keydown', onTab)
  return () => document.removeEventListener('keydown', onTab)
}

function onTab(event: KeyboardEvent): void {
  const { target } = event
  if (event.key !== 'Tab' || !(target instanceof Element) || !target.matches(SEGMENTED)) return
  const dialog = target.closest('[role="dialog"]')
  if (!dialog) return
  const controls: Element[] = controlsIn(dialog)
  if (controls[controls.indexOf(target) + (event.shiftKey ? -1 : 1)]) event.stopImmediatePropagation()
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

const controlsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.tabIndex >= 0 && isUsable(control),
  )

const topDialog = () => [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1)

/** The control after the lost one, or before it, in the smallest remaining ancestor. */
function nearest(path: readonly Place[]): Element | null {
  let index = 0
  for (const place of path) {
    const { element } = place
    if (element.isConnected && element !== path[0]?.element) {
      if (element.matches(FRAMES)) break
      const controls = controlsIn(element)
      const placeOf = (control: Element) =>
        [...element.children].findIndex((child) => child.contains(control))
      const next = controls.find((control) => placeOf(control) >= index) ?? controls.at(-1)
      if (next) return next
    }
    index = place.index
  }
  return topDialog() ?? document.querySelector('main')
}
