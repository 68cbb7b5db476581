import type { ReadWidget } from '@vitrine/contract/document/layout-document'

/** So many widgets are named; more are counted. */
const NAMED = 5
export const namesOf = (widgets: readonly ReadWidget[]) =>
  widgets.length > NAMED ? undefined : widgets.map(({ name }) => name).join(', ')

export const focusCanvas = () => {
  // After a closing dialog has returned the focus.
  setTimeout(() => document.querySelector<HTMLElement>('[data-canvas]')?.focus({ preventScroll: true }))
}

export const focusSearch = () =>
  document.querySelector<HTMLElement>('[data-designer] input[type="search"]')?.focus()
