/** A dialog returns the focus while it fades. */
const FADE_MS = 250

/** The focused button disappeared with its row: keyboard users continue from the start of the page. */
export function keepPlace() {
  setTimeout(() => {
    if (document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true })
  }, FADE_MS)
}
