import type { KeyboardEvent } from 'react'

const CONTROLS = 'input, button'

/** Arrow keys, Home and End move between rows with one control each. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(CONTROLS)]
  const at = controls.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: controls.length - 1 }[event.key]
  // Keep Enter from submitting the form around the list.
  if (event.key === 'Enter' && controls[at] instanceof HTMLInputElement) {
    event.preventDefault()
    controls[at].click()
  }
  if (next === undefined) return
  event.preventDefault()
  controls[next]?.focus()
}
