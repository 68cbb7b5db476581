/** The fallback delay without requestIdleCallback: about a frame on a slow machine. */
const ABOUT_A_FRAME_MS = 50

/**
 * Runs `work` when the browser is idle, after pending input has rendered, or after `most` milliseconds. Returns a
 * cancel function.
 */
export function whenIdle(work: () => void, most: number): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, ABOUT_A_FRAME_MS)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: most })
  return () => cancelIdleCallback(asked)
}
