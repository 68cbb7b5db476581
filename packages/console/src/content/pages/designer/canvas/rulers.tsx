import { type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Axis } from '#content/pages/designer/geometry/rect.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { RulerExtent } from './ruler-extent.tsx'
import styles from './rulers.module.css'

const THICK = 20
/** Minimum distance between labels in viewport pixels, at round numbers. */
const APART = 64
const ROUND = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000]

/** Layout pixels between two labels. */
const rulerStep = (zoom: number): number => ROUND.find((step) => step * zoom >= APART) ?? 5000

/** Rulers along the canvas: dragging from one creates a guide, dragging a guide back deletes it. */
export function Rulers() {
  const { view, viewport } = useDesignerState(({ view, viewport }) => ({ view, viewport }))
  const { begin, moving, lines } = useGuideDrag()
  return (
    <>
      {(['x', 'y'] as const).map((axis) => (
        <Scale
          key={axis}
          axis={axis}
          from={view[axis]}
          zoom={view.zoom}
          length={axis === 'x' ? viewport.width : viewport.height}
          handlers={{ onPointerDown: begin(axis === 'x' ? 'y' : 'x', NEW), ...moving }}
        />
      ))}
      {(['x', 'y'] as const).flatMap((axis) =>
        lines(axis).map((place, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a guide is nothing but its place in the list
            key={`${axis}${index}`}
            className={styles.guide}
            data-axis={axis}
            style={axis === 'x' ? { left: view.x + place * view.zoom } : { top: view.y + place * view.zoom }}
            onPointerDown={begin(axis, index)}
            {...moving}
          />
        )),
      )}
    </>
  )
}
const NEW = -1

/** Creates, moves and deletes guides. `lines`: an axis's guides, including the dragged one. */
function useGuideDrag() {
  const designer = useDesigner()
  const { view, rulerGuides } = useDesignerState(({ view, rulerGuides }) => ({ view, rulerGuides }))
  /** The dragged guide's position, and its index among the existing ones. */
  const [dragged, setDragged] = useState<{ axis: Axis; at: number; index: number } | null>(null)
  const at = (axis: Axis, event: PointerEvent) => {
    const box = (event.currentTarget as HTMLElement).closest('[data-canvas]')?.getBoundingClientRect()
    const pixels = axis === 'x' ? event.clientX - (box?.left ?? 0) : event.clientY - (box?.top ?? 0)
    return { pixels, value: Math.round((pixels - view[axis]) / view.zoom) }
  }
  const begin = (axis: Axis, index: number) => (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged({ axis, index, at: at(axis, event).value })
  }
  const follow = (event: PointerEvent) => {
    event.stopPropagation()
    if (dragged) setDragged({ ...dragged, at: at(dragged.axis, event).value })
  }
  const finish = (event: PointerEvent) => {
    event.stopPropagation()
    if (!dragged) return
    const { axis, index } = dragged
    const { pixels, value } = at(axis, event)
    const others = rulerGuides[axis].filter((_, other) => other !== index)
    designer.set({ rulerGuides: { ...rulerGuides, [axis]: pixels < THICK ? others : [...others, value] } })
    setDragged(null)
  }
  const lines = (axis: Axis) =>
    rulerGuides[axis]
      .map((place, index) => (dragged?.axis === axis && dragged.index === index ? dragged.at : place))
      .concat(dragged?.axis === axis && dragged.index === NEW ? [dragged.at] : [])
  const moving = { onPointerMove: follow, onPointerUp: finish, onPointerCancel: () => setDragged(null) }
  return { begin, moving, lines }
}

interface ScaleProps {
  axis: Axis
  /** The page's origin in viewport pixels. */
  from: number
  zoom: number
  length: number
  handlers: Record<string, (event: PointerEvent<HTMLElement>) => void>
}

function Scale({ axis, from, zoom, length, handlers }: ScaleProps) {
  const { t } = useTranslation()
  const step = rulerStep(zoom)
  const first = Math.ceil(-from / zoom / step)
  const count = Math.ceil(length / zoom / step) + 1
  return (
    <div className={styles.ruler} data-axis={axis} title={t('designer.rulerHint')} {...handlers}>
      {Array.from({ length: count }, (_, index) => (first + index) * step).map((value) => (
        <span key={value} style={axis === 'x' ? { left: from + value * zoom } : { top: from + value * zoom }}>
          {value}
        </span>
      ))}
      <RulerExtent axis={axis} />
    </div>
  )
}
