import { type Room, roomFor, stepWithin } from '#content/pages/designer/geometry/reach.ts'
import { boundsOf, moved, type Point, type Rect } from '#content/pages/designer/geometry/rect.ts'
import {
  SNAP_PIXELS,
  type SnapCandidates,
  snapCandidates,
  snapMove,
} from '#content/pages/designer/geometry/snap.ts'
import { GRID, SAFE_AREAS } from '#content/pages/designer/state/designer-state.ts'
import { rectOf, seenRectOf } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { DRAG_PIXELS, type Gesture, type Keys } from './gesture.ts'

/** Snap candidates of an idle selection: page, safe areas, grid, guides and all other visible widgets. */
export function candidatesOf(designer: Designer, moving: readonly string[]): SnapCandidates {
  const { page, options, rulerGuides } = designer.state
  const siblings = page.widgets.filter(({ id, hidden }) => !hidden && !moving.includes(id)).map(seenRectOf)
  return snapCandidates(page, siblings, {
    guides: rulerGuides,
    insets: options.safeAreas ? SAFE_AREAS : [],
    grid: options.grid ? GRID : undefined,
  })
}

interface MovedWidgets {
  bounds: Rect
  /** The bounds of the surfaces, which snap. */
  seen: Rect
  room: Room
  candidates: SnapCandidates
  copies: boolean
}

/** Moves the selection; with Alt, copies of it. `start` in layout pixels. */
export function moveGesture(designer: Designer, start: Point, { alt }: Keys, onClick: () => void): Gesture {
  const was = designer.state.selection
  let began: MovedWidgets | undefined
  let begins = true
  // Collect candidates on press, to keep the first move fast. Alt copies are created with the first move, so collect
  // theirs then.
  const ready = alt ? undefined : collect()
  if (ready) designer.set({ held: true })

  function begin() {
    if (ready) return ready
    const label = { name: 'duplicate', count: 0 } as const
    return designer.addCopies(designer.movable(), { x: 0, y: 0 }, label, true) ? collect() : undefined
  }
  function collect(): MovedWidgets | undefined {
    const widgets = designer.movable()
    const [bounds, seen] = [rectOf, seenRectOf].map((of) => boundsOf(widgets.map(of)))
    if (!bounds || !seen) return undefined
    const room = roomFor(widgets.map(rectOf), designer.reach)
    return { bounds, seen, room, copies: alt, candidates: candidatesOf(designer, designer.state.selection) }
  }

  return {
    move(point, keys) {
      const { zoom } = designer.state.view
      let way = { x: point.x - start.x, y: point.y - start.y }
      if (begins && Math.hypot(way.x, way.y) * zoom < DRAG_PIXELS) return
      if (begins) began = begin()
      begins = false
      if (!began) return
      if (keys.shift) way = Math.abs(way.x) >= Math.abs(way.y) ? { x: way.x, y: 0 } : { x: 0, y: way.y }
      const { options } = designer.state
      const wanted = moved(began.bounds, way)
      const snapped =
        keys.mod || !options.snap
          ? { by: rounding(wanted), guides: [] }
          : snapMove(moved(began.seen, way), began.candidates, SNAP_PIXELS / zoom)
      const pulled = moved(way, snapped.by)
      const by = stepWithin(pulled, began.room)
      const free = by.x === pulled.x && by.y === pulled.y
      designer.set({ held: true, drag: { by }, guides: free ? snapped.guides : [] })
    },
    end() {
      const { drag } = designer.state
      if (!began || !drag) {
        designer.set({ held: false })
        return onClick()
      }
      const rects = new Map(designer.movable().map((widget) => [widget.id, moved(rectOf(widget), drag.by)]))
      const label = { name: began.copies ? 'duplicate' : 'move', count: rects.size } as const
      if (!began.copies && drag.by.x === 0 && drag.by.y === 0) return designer.bail()
      designer.moveTo(rects, label)
    },
    cancel() {
      designer.bail()
      designer.select(was)
    },
  }
}

const rounding = (rect: Rect): Point => ({ x: Math.round(rect.x) - rect.x, y: Math.round(rect.y) - rect.y })
