import { useLayoutEffect, useRef } from 'react'
import {
  type Axis,
  boundsOf,
  endOf,
  LENGTH,
  moved,
  type Rect,
  startOf,
} from '#content/pages/designer/geometry/rect.ts'
import type { DesignerState } from '#content/pages/designer/state/designer-state.ts'
import { rectOf } from '#content/pages/designer/state/page.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import { DrawnLabel } from './drawn-label.ts'
import { Mover } from './mover.ts'
import styles from './rulers.module.css'

/** Bounds of the selection, including a drag or resize in progress. */
function boundsNow({ page, selection, drag, resized }: DesignerState): Rect | undefined {
  const chosen = page.widgets.filter(({ id }) => selection.includes(id))
  const bounds = boundsOf(chosen.map((widget) => resized?.get(widget.id) ?? rectOf(widget)))
  return bounds && drag ? moved(bounds, drag.by) : bounds
}

const PARTS: readonly (keyof DesignerState)[] = ['page', 'selection', 'drag', 'resized', 'view', 'viewport']

/** The selection's extent on a ruler with both coordinates. Updated outside React. */
export function RulerExtent({ axis }: { axis: Axis }) {
  const designer = useDesigner()
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [band, start, end] = [...(root.current?.children ?? [])]
    if (!(band instanceof HTMLElement)) return
    const labels = [start, end].flatMap((canvas) =>
      canvas instanceof HTMLCanvasElement
        ? [{ mover: new Mover(canvas, AWAY), words: new DrawnLabel(canvas) }]
        : [],
    )
    const mover = new Mover(band, AWAY)
    const draw = (state: DesignerState) => {
      const bounds = boundsNow(state)
      const { zoom, [axis]: origin } = state.view
      const at = (value: number) => Math.round(origin + value * zoom)
      if (!bounds) mover.place(AWAY)
      else {
        const from = at(startOf(bounds, axis))
        const long = Math.max(1, Math.round(bounds[LENGTH[axis]] * zoom))
        mover.place(
          axis === 'x'
            ? `translate(${from}px, 0px) scale(${long}, 1)`
            : `translate(0px, ${from}px) scale(1, ${long})`,
        )
      }
      for (const [index, { mover, words }] of labels.entries()) {
        if (!bounds) mover.place(AWAY)
        else {
          const value = index === 0 ? startOf(bounds, axis) : endOf(bounds, axis)
          words.write(String(value))
          // The first label ends at the selection's start, the second starts at its end.
          const shift = index === 0 ? -LABEL : 0
          const place = at(value) + shift
          mover.place(
            axis === 'x' ? `translate(${place}px, 0px)` : `translate(0px, ${place}px) rotate(90deg)`,
          )
        }
      }
    }
    draw(designer.state)
    const stop = designer.store.subscribe((state, before) => {
      if (PARTS.some((part) => state[part] !== before[part])) draw(state)
    })
    return () => {
      stop()
      for (const one of [mover, ...labels.map((label) => label.mover)]) one.release()
    }
  }, [designer, axis])
  return (
    <div ref={root} className={styles.extent} data-axis={axis} aria-hidden="true">
      <div />
      <canvas />
      <canvas />
    </div>
  )
}

/** Length of a label in viewport pixels. */
const LABEL = 36
const AWAY = 'translate(-9999px, -9999px)'
