import type { ReadWidget } from '@vitrine/contract/layout-document'
import { memo, useMemo } from 'react'
import { boundsOf, moved, type Rect } from './geometry/rect.ts'
import { CORNERS, EDGES } from './geometry/resize-rect.ts'
import type { Guide } from './geometry/snap.ts'
import { toViewport, type View } from './geometry/view.ts'
import styles from './overlay.module.css'
import { rectOf, widgetOf } from './page.ts'
import { GRID, SAFE_AREAS } from './store.ts'
import { useDesignerState } from './use-designer.ts'

/** Everything above the page: frames, handles, guides, marquee, grid, safe areas. In viewport pixels, never scaled. */
export function Overlay() {
  const { page, selection, drag, guides, marquee, hovered, view, options } = useDesignerState((state) => ({
    page: state.page,
    selection: state.selection,
    drag: state.drag,
    guides: state.guides,
    marquee: state.marquee,
    hovered: state.hovered,
    view: state.view,
    options: state.options,
  }))
  const widgets = useMemo(() => selection.flatMap((id) => widgetOf(page, id) ?? []), [selection, page])
  const movable = useMemo(() => widgets.filter(({ locked }) => !locked), [widgets])
  const fixed = useMemo(() => widgets.filter(({ locked }) => locked), [widgets])
  const by = drag?.by ?? { x: 0, y: 0 }
  const rects = widgets.map((widget) => (widget.locked ? rectOf(widget) : moved(rectOf(widget), by)))
  const bounds = boundsOf(rects)
  const pointed =
    !drag && hovered !== null && !selection.includes(hovered) ? widgetOf(page, hovered) : undefined
  const whole = toViewport(view, { x: 0, y: 0, width: page.width, height: page.height })
  return (
    <div className={styles.overlay}>
      <div className={styles.page} style={box(whole)} />
      {options.grid && view.zoom * GRID >= 4 && (
        <div
          className={styles.grid}
          style={{ ...box(whole), backgroundSize: `${GRID * view.zoom}px ${GRID * view.zoom}px` }}
        />
      )}
      {options.safeAreas &&
        SAFE_AREAS.map((share) => (
          <div
            key={share}
            className={styles.safe}
            style={box(
              toViewport(view, inset({ x: 0, y: 0, width: page.width, height: page.height }, share)),
            )}
          />
        ))}
      {pointed && <div className={styles.hovered} style={box(toViewport(view, pointed))} />}
      <div style={{ transform: `translate(${by.x * view.zoom}px, ${by.y * view.zoom}px)` }}>
        <Frames widgets={movable} view={view} />
      </div>
      <Frames widgets={fixed} view={view} />
      {guides.map((guide) => (
        <GuideLine
          key={`${guide.axis} ${guide.at} ${guide.from} ${guide.gap ?? ''}`}
          guide={guide}
          view={view}
        />
      ))}
      {bounds && !marquee && (
        <Handles
          bounds={bounds}
          view={view}
          several={rects.length > 1}
          movable={movable.length > 0}
          dragged={drag !== null}
        />
      )}
      {marquee && <div className={styles.marquee} style={box(toViewport(view, marquee))} />}
    </div>
  )
}

/** A frame around each widget. Drawn once for a whole drag: what moves is the element around them. */
const Frames = memo(function Frames({ widgets, view }: { widgets: readonly ReadWidget[]; view: View }) {
  return widgets.map((widget) => (
    <div
      key={widget.id}
      className={styles.selected}
      data-locked={widget.locked}
      style={box(toViewport(view, widget))}
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

function GuideLine({ guide, view }: { guide: Guide; view: View }) {
  const across = guide.axis === 'x'
  const from = toViewport(view, {
    x: across ? guide.at : guide.from,
    y: across ? guide.from : guide.at,
    width: across ? 0 : guide.to - guide.from,
    height: across ? guide.to - guide.from : 0,
  })
  return (
    <div
      className={styles.guide}
      data-gap={guide.gap !== undefined}
      style={{ ...box(from), width: Math.max(1, from.width), height: Math.max(1, from.height) }}
    >
      {guide.gap !== undefined && <span className={styles.distance}>{guide.gap}</span>}
    </div>
  )
}

/** Viewport pixels below which handles stand outside, so that there is something left to grab between them. */
const TIGHT = 44

interface HandlesProps {
  bounds: Rect
  view: View
  several: boolean
  movable: boolean
  dragged: boolean
}

/** Four handles that are drawn, four corners that are only felt, and the size (the place, while it is moved). */
function Handles({ bounds, view, several, movable, dragged }: HandlesProps) {
  const seen = toViewport(view, bounds)
  return (
    <div
      className={styles.bounds}
      data-several={several}
      data-tight={Math.min(seen.width, seen.height) < TIGHT}
      style={box(seen)}
    >
      {movable && (
        <>
          {EDGES.map((edge) => (
            <div key={edge} className={styles.edge} data-handle={edge} />
          ))}
          {CORNERS.map((corner) => (
            <div key={corner} className={styles.corner} data-handle={corner} />
          ))}
        </>
      )}
      <span className={styles.size}>
        {dragged ? `${bounds.x}, ${bounds.y}` : `${bounds.width} × ${bounds.height}`}
      </span>
    </div>
  )
}
