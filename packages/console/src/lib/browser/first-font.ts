/** The longest wait for the web font, in milliseconds: words in a fallback font are better than none. */
const PATIENCE_MS = 600

/** Waits for the letters of most words: those that come after the first picture push everything about. */
export const firstFont = (): Promise<unknown> =>
  Promise.race([
    document.fonts.load('14px IBM Plex Sans Variable'),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
