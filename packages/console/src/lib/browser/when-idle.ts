/** Where the browser does not tell when it rests: long enough for a frame on a slow machine. */
const ABOUT_A_FRAME_MS = 50

/**
 * Calls once nothing waits to be done or drawn, so that what was just typed or moved is on the screen first; after
 * `most` milliseconds in any case. Answers what takes it back.
 */
export function whenIdle(work: () => void, most: number): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, ABOUT_A_FRAME_MS)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: most })
  return () => cancelIdleCallback(asked)
}
