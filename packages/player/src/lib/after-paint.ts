/** Longer than two frames take on a machine with every core busy: by then, nothing is being painted. */
const NO_FRAMES_MS = 3000
const LOOK_MS = 250

/**
 * After two frames, the current DOM has been painted. Continues without frames, too: a hidden window paints none, and
 * neither does a screen whose panel is off, which the page can't detect.
 */
export function afterPaint(done: () => void) {
  if (document.hidden) return done()
  const timer = setTimeout(done, NO_FRAMES_MS)
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      clearTimeout(timer)
      done()
    }),
  )
}

/**
 * Calls back once the browser has painted nothing for `ms`, as while the screen is switched off, or after `most`. A busy
 * machine paints late, but paints: what must not show before it is drawn gets that long. Returns what ended the wait.
 */
export function whenStill(ms: number, most: number, done: () => void): () => void {
  const began = performance.now()
  let asked: number | undefined
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - began < most && (asked === undefined || now - asked < ms)) {
      if (asked !== undefined) return
      asked = now
      requestAnimationFrame(() => {
        asked = undefined
      })
      return
    }
    clearInterval(timer)
    done()
  }, LOOK_MS)
  return () => clearInterval(timer)
}
