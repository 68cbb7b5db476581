import type { Point } from '#content/pages/designer/geometry/rect.ts'
import type { Keys } from '#content/pages/designer/gestures/gesture.ts'

export const MIDDLE = 1
export const RIGHT = 2

/** Translates client coordinates into viewport pixels. */
export type InViewport = (event: { clientX: number; clientY: number }) => Point

export const keysOf = (event: {
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}): Keys => ({
  shift: event.shiftKey,
  alt: event.altKey,
  mod: event.ctrlKey || event.metaKey,
})

/**
 * Listens to these pointers on the window in the capture phase, which spares React's event dispatch at every move.
 * Returns a function that stops listening.
 */
export function listenToPointers(
  ids: readonly number[],
  handle: (event: PointerEvent, index: number) => void,
): () => void {
  const stop = new AbortController()
  for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const)
    window.addEventListener(
      type,
      (event) => {
        const index = ids.indexOf(event.pointerId)
        if (index < 0) return
        event.stopImmediatePropagation()
        handle(event, index)
      },
      { capture: true, signal: stop.signal },
    )
  return () => stop.abort()
}
