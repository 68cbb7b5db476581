/** Longer than two frames ever take: by then, nothing is being painted. */
const NO_FRAMES_MS = 1000

/**
 * Two frames later, the current DOM has been painted. A hidden window paints no frames, and neither does a screen that is
 * switched off, which the page can't detect. It continues anyway, and is in sync when switched on again.
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
