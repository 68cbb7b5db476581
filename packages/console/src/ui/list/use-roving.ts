import { type RefObject, useEffect, useRef } from 'react'

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]'
const TYPED = 'input:not([type="checkbox"], [type="button"]), select, textarea, [role="slider"]'

/**
 * Makes the cards of a grid one tab stop. Arrow keys, Home, and End move between cards, to the same control of each; Tab
 * goes through the controls of the current card, and out of the grid. The cards are the children of `grid`.
 */
export function useRoving(grid: RefObject<HTMLElement | null>): void {
  const roving = useRef<{ grid: HTMLElement; stop: () => void }>(undefined)
  // The grid may be drawn later, after its data has loaded.
  useEffect(() => {
    if (roving.current?.grid === (grid.current ?? undefined)) return
    roving.current?.stop()
    roving.current = grid.current ? { grid: grid.current, stop: rove(grid.current) } : undefined
  })
  useEffect(() => {
    return () => {
      roving.current?.stop()
      roving.current = undefined
    }
  }, [])
}

function rove(grid: HTMLElement): () => void {
  /** Only those change that this has changed: some controls are never tab stops. */
  const skipped = new WeakSet<Element>()
  let current: Element | undefined

  const skip = (control: Element) => {
    if (control.getAttribute('tabindex') === '-1') return
    skipped.add(control)
    control.setAttribute('tabindex', '-1')
  }
  const leave = (card: Element) => controlsOf(card).forEach(skip)
  const enter = (card: Element) => {
    if (card === current) return
    if (current) leave(current)
    current = card
    for (const control of controlsOf(card)) if (skipped.delete(control)) control.removeAttribute('tabindex')
  }
  /** New cards, and new controls of cards that aren't the current one. */
  const settle = (added: readonly Node[]) => {
    if (current?.parentElement !== grid) current = undefined
    for (const node of added) {
      const card = cardOf(grid, node)
      if (!card || !(node instanceof Element) || card === current) continue
      if (node.matches(CONTROLS)) skip(node)
      leave(node)
    }
    const first = current ?? [...grid.children].find((card) => controlsOf(card).length > 0)
    if (first) enter(first)
  }
  const onFocus = ({ target }: FocusEvent) => {
    const card = cardOf(grid, target)
    if (card) enter(card)
  }
  const onKey = (event: KeyboardEvent) => {
    const { target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event
    const from = cardOf(grid, target)
    if (!from || defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return
    if (!(target instanceof HTMLElement) || target.matches(TYPED)) return
    const to = cardAt(grid, from, event.key)
    if (!to) return
    event.preventDefault()
    const controls = controlsOf(to)
    const same = controls[controlsOf(from).indexOf(target)] ?? controls[0]
    same?.focus()
  }
  const watcher = new MutationObserver((changes) =>
    settle(changes.flatMap(({ addedNodes }) => [...addedNodes])),
  )
  settle([...grid.children])
  watcher.observe(grid, { childList: true, subtree: true })
  grid.addEventListener('focusin', onFocus)
  grid.addEventListener('keydown', onKey)
  return () => {
    watcher.disconnect()
    grid.removeEventListener('focusin', onFocus)
    grid.removeEventListener('keydown', onKey)
  }
}

function cardOf(grid: Element, node: EventTarget | null): Element | null {
  let card = node instanceof Element ? node : null
  while (card && card.parentElement !== grid) card = card.parentElement
  return card
}

const controlsOf = (card: Element): HTMLElement[] => {
  const own = card.matches(CONTROLS) ? [card as HTMLElement] : []
  return [...own, ...card.querySelectorAll<HTMLElement>(CONTROLS)]
}

/** The card that a key leads to; undefined for other keys, and at the edges. */
function cardAt(grid: Element, from: Element, key: string): Element | undefined {
  const cards = [...grid.children].filter((card) => controlsOf(card).length > 0)
  const at = cards.indexOf(from)
  const forward = getComputedStyle(grid).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'Home') return cards[0]
  if (key === 'End') return cards.at(-1)
  if (key === 'ArrowLeft' || key === 'ArrowRight') return cards[at + (key === forward ? 1 : -1)]
  if (key === 'ArrowDown') return nearest(from, cards.slice(at + 1))
  if (key === 'ArrowUp') return nearest(from, cards.slice(0, Math.max(0, at)).reverse())
  return undefined
}

/** Of the next row, the card above or below. */
function nearest(from: Element, cards: readonly Element[]): Element | undefined {
  const { left, top } = from.getBoundingClientRect()
  const boxes = cards.map((card) => ({ card, box: card.getBoundingClientRect() }))
  const row = boxes.find(({ box }) => Math.abs(box.top - top) > 1)?.box.top
  return boxes
    .filter(({ box }) => box.top === row)
    .sort((a, b) => Math.abs(a.box.left - left) - Math.abs(b.box.left - left))[0]?.card
}
