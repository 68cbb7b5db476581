import { type Point, spanned, touches } from '#content/pages/designer/geometry/rect.ts'
import { unitsOf } from '#content/pages/designer/state/groups.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import type { Gesture } from './gesture.ts'

/** Selects the widgets that a marquee touches; with `add`, in addition to the previous selection. */
export function marqueeGesture(designer: Designer, start: Point, add: boolean): Gesture {
  const before = add ? designer.state.selection : []
  const was = designer.state.selection
  if (!add) designer.select([])
  return {
    move(point) {
      const frame = spanned(start, point)
      const touched = designer.state.page.widgets
        .filter((widget) => !widget.locked && !widget.hidden && touches(frame, widget))
        .map(({ id }) => id)
      designer.set({ marquee: frame })
      const ids = [...before, ...touched.filter((id) => !before.includes(id))]
      designer.select(unitsOf(designer.state.page, ids, null))
    },
    end: () => designer.set({ marquee: null }),
    cancel() {
      designer.set({ marquee: null })
      designer.select(was)
    },
  }
}
