import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { boundsOf, type Point, type Rect, type Size } from '#content/pages/designer/geometry/rect.ts'
import { CORNERS, EDGES } from '#content/pages/designer/geometry/resize-rect.ts'
import { toViewport, type View } from '#content/pages/designer/geometry/view.ts'
import { rectOf, seenRectOf, widgetOf } from '#content/pages/designer/state/page.ts'
import {
  useDesigner,
  useDesignerState,
  useDragPreview,
  useDrawnPage,
} from '#content/pages/designer/state/use-designer.ts'
import { DrawnLabel } from './drawn-label.ts'
import { Mover, positionBox } from './mover.ts'
import styles from './overlay.module.css'

/** Frames and handles of the selection. A drag moves them together, outside React. */
export function Selection() {
  const designer = useDesigner()
  const page = useDrawnPage()
  const { selection, view, pointing } = useDesignerState(({ selection, view, marquee }) => ({
    selection,
    view,
    pointing: marquee !== null,
  }))
  const widgets = useMemo(() => selection.flatMap((id) => widgetOf(page, id) ?? []), [selection, page])
  const movable = useMemo(() => widgets.filter(({ locked }) => !locked), [widgets])
  const fixed = useMemo(() => widgets.filter(({ locked }) => locked), [widgets])
  const framed = movable.length ? movable : fixed
  const bounds = useMemo(() => boundsOf(framed.map(seenRectOf)), [framed])
  const stored = useMemo(() => boundsOf(framed.map(rectOf)), [framed])
  const carried = useRef<HTMLDivElement>(null)
  useDragPreview(page, () => {
    if (!carried.current) return null
    const mover = new Mover(carried.current)
    return {
      place({ x, y }) {
        const { zoom } = designer.state.view
        mover.place(`translate(${x * zoom}px, ${y * zoom}px)`)
      },
      release: () => mover.release(),
    }
  })
  useLayoutEffect(() => {
    /** Frames and handles follow a resize in progress, and otherwise the page. */
    const frame = (rects: ReadonlyMap<string, Rect> | null) => {
      const { page, view } = designer.state
      const found = designer.movable().flatMap(({ id }) => {
        const widget = widgetOf(page, id)
        return widget ? seenRectOf({ ...widget, ...rects?.get(id) }) : []
      })
      const all = boundsOf(found)
      const parts = [...(carried.current?.children ?? [])]
      for (const [index, rect] of [...found, ...(all ? [all] : [])].entries()) {
        const part = parts[index]
        if (part instanceof HTMLElement) positionBox(part, toViewport(view, rect))
      }
    }
    return designer.store.subscribe((state, before) => {
      if (state.resized !== before.resized) frame(state.resized)
    })
  }, [designer])
  return (
    <>
      <Frames widgets={fixed} view={view} />
      <div ref={carried} className={styles.carried}>
        <Frames widgets={movable} view={view} />
        {bounds && stored && !pointing && (
          <Handles {...{ bounds, stored, view }} movable={movable.length > 0} />
        )}
      </div>
    </>
  )
}

interface HandlesProps {
  /** Of the surfaces. */
  bounds: Rect
  /** Of the boxes, whose numbers the fields show. */
  stored: Rect
  view: View
  movable: boolean
}

/** Four visible handles, four invisible corners, and a label with the size, or with the position during a move. */
function Handles({ bounds, stored, view, movable }: HandlesProps) {
  const designer = useDesigner()
  const label = useRef<HTMLCanvasElement>(null)
  const words = useRef<DrawnLabel>(undefined)
  useLayoutEffect(() => {
    if (label.current) words.current ??= new DrawnLabel(label.current)
    const say = (by: Point | undefined) =>
      words.current?.write(by ? `${stored.x + by.x}, ${stored.y + by.y}` : sizeText(stored))
    say(designer.state.drag?.by)
    return designer.store.subscribe(({ drag, resized }, before) => {
      if (drag !== before.drag) say(drag?.by)
      const now = resized !== before.resized && resized && boundsOf([...resized.values()])
      if (now) words.current?.write(sizeText(now))
    })
  }, [designer, stored])
  const seen = toViewport(view, bounds)
  return (
    <div className={styles.bounds} data-tight={Math.min(seen.width, seen.height) < TIGHT} style={box(seen)}>
      {movable &&
        [...EDGES, ...CORNERS].map((handle) => (
          <div
            key={handle}
            className={handle.length === 1 ? styles.edge : styles.corner}
            data-handle={handle}
          />
        ))}
      <canvas ref={label} className={styles.size} />
    </div>
  )
}

const sizeText = ({ width, height }: Size) => `${width} × ${height}`

/** Selections smaller than this, in viewport pixels, get their handles outside, to leave room for dragging. */
const TIGHT = 44

/** A frame around each widget. */
const Frames = memo(function Frames({ widgets, view }: { widgets: readonly ReadWidget[]; view: View }) {
  return widgets.map((widget) => (
    <div
      key={widget.id}
      className={styles.selected}
      data-locked={widget.locked}
      style={box(toViewport(view, seenRectOf(widget)))}
    />
  ))
})

const box = ({ x, y, width, height }: Rect) => ({ left: x, top: y, width, height })
