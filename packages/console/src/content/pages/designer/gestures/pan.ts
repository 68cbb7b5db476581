import type { Point } from '#content/pages/designer/geometry/rect.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import type { Gesture } from './gesture.ts'

/** Pans the view with the pointer; points are viewport pixels. */
export function panGesture(designer: Designer, start: Point): Gesture {
  const { view } = designer.state
  return {
    move: (point) =>
      designer.set({ view: { ...view, x: view.x + point.x - start.x, y: view.y + point.y - start.y } }),
    end() {},
    cancel: () => designer.set({ view }),
  }
}
