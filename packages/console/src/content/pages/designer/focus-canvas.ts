import type { ReadWidget } from '@vitrine/contract/document/layout-document'

/** Widgets named before the rest is counted. */
const NAMED = 5
export const namesOf = (widgets: readonly ReadWidget[]) =>
  widgets.length > NAMED ? undefined : widgets.map(({ name }) => name).join(', ')

export const focusCanvas = () => {
  // Wait until the closing dialog has restored the focus.
  setTimeout(() => document.querySelector<HTMLElement>('[data-canvas]')?.focus({ preventScroll: true }))
}

export const focusSearch = () =>
  document.querySelector<HTMLElement>('[data-designer] input[type="search"]')?.focus()
