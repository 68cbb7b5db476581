/** Where the browser does not tell when it rests: long enough for a frame on a slow machine. */
const ABOUT_A_FRAME_MS = 50

/**
 * Calls when the browser is idle, after pending input has been rendered, or after `most` milliseconds. Returns a
 * function that cancels.
 */
export function whenIdle(work: () => void, most: number): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, ABOUT_A_FRAME_MS)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: most })
  return () => cancelIdleCallback(asked)
}
