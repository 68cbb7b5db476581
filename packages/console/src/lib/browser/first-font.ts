/** Timeout for the web font, in milliseconds: then render with a fallback font. */
const PATIENCE_MS = 600

/** Waits for the main font, which would otherwise shift the layout after the first paint. */
export const firstFont = (): Promise<unknown> =>
  Promise.race([
    document.fonts.load('14px IBM Plex Sans Variable'),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
