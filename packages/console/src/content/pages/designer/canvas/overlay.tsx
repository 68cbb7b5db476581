import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  boundsOf,
  intoPage,
  type Point,
  type Rect,
  type Size,
} from '#content/pages/designer/geometry/rect.ts'
import { CORNERS, EDGES } from '#content/pages/designer/geometry/resize-rect.ts'
import { toViewport, type View } from '#content/pages/designer/geometry/view.ts'
import { GRID, SAFE_AREAS } from '#content/pages/designer/state/designer-state.ts'
import { rectOf, seenRectOf, widgetOf } from '#content/pages/designer/state/page.ts'
import {
  useDesigner,
  useDesignerState,
  useDragPreview,
  useDrawnPage,
  useLaterPage,
} from '#content/pages/designer/state/use-designer.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { DrawnLabel } from './drawn-label.ts'
import { Mover, positionBox } from './mover.ts'
import styles from './overlay.module.css'

const GuideLines = lazyPart(async () => (await import('./guide-lines.tsx')).GuideLines)

/** Everything above the page: frames, handles, guides, marquee, grid, safe areas. In viewport pixels, never scaled. */
export function Overlay() {
  return (
    <div className={styles.overlay}>
      <PageLines />
      <Hovered />
      <Waiting quiet>
        <GuideLines />
      </Waiting>
      <Selection />
      <Marquee />
    </div>
  )
}

function PageLines() {
  const { width, height, view, grid, safeAreas } = useDesignerState(({ page, view, options }) => ({
    width: page.width,
    height: page.height,
    view,
    grid: options.grid,
    safeAreas: options.safeAreas,
  }))
  const page = { x: 0, y: 0, width, height }
  const step = GRID * view.zoom
  return (
    <>
      <div className={styles.page} style={box(toViewport(view, page))} />
      {grid && step >= GRID_SEEN && (
        <div
          className={styles.grid}
          style={{ ...box(toViewport(view, page)), backgroundSize: `${step}px ${step}px` }}
        />
      )}
      {safeAreas &&
        SAFE_AREAS.map((share) => (
          <div key={share} className={styles.safe} style={box(toViewport(view, inset(page, share)))} />
        ))}
      {safeAreas && <CutTexts />}
    </>
  )
}
/** Marks texts outside the title-safe area, which TVs may crop. */
function CutTexts() {
  const { t } = useTranslation()
  const page = useLaterPage()
  const view = useDesignerState((state) => state.view)
  const line = inset({ x: 0, y: 0, width: page.width, height: page.height }, SAFE_AREAS[0])
  return page.widgets
    .filter((widget) => !widget.hidden && hasText(widget) && !isInside(widget, line))
    .map((widget) => (
      <div key={widget.id} className={styles.cut} style={box(toViewport(view, widget))}>
        <span>{t('designer.cutText')}</span>
      </div>
    ))
}
const hasText = ({ type }: ReadWidget) =>
  Object.values(WIDGET_FIELDS[type] ?? {}).some(
    (field) => field.type === 'font-settings' && !field.lettersOnly,
  )
const isInside = (rect: Rect, outer: Rect) => {
  const by = intoPage({ ...rect, x: rect.x - outer.x, y: rect.y - outer.y }, outer)
  return by.x === 0 && by.y === 0 && rect.width <= outer.width && rect.height <= outer.height
}

/** Minimum distance of grid lines in viewport pixels; denser lines would be a gray area. */
const GRID_SEEN = 4

function Hovered() {
  const { widget, view } = useDesignerState(({ page, selection, hovered, view }) => ({
    widget: hovered === null || selection.includes(hovered) ? undefined : widgetOf(page, hovered),
    view,
  }))
  return widget ? <div className={styles.hovered} style={box(toViewport(view, seenRectOf(widget)))} /> : null
}

function Marquee() {
  const { marquee, view } = useDesignerState(({ marquee, view }) => ({ marquee, view }))
  return marquee ? <div className={styles.marquee} style={box(toViewport(view, marquee))} /> : null
}

/** Frames and handles of the selection. A drag moves them together, outside React. */
function Selection() {
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
const inset = (rect: Rect, share: number): Rect => ({
  x: rect.x + rect.width * share,
  y: rect.y + rect.height * share,
  width: rect.width * (1 - 2 * share),
  height: rect.height * (1 - 2 * share),
})
