import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { boundsOf, endOf, type Rect } from '#content/pages/designer/geometry/rect.ts'

/** Widgets that stay together: a group, or widgets that overlap. */
export interface Unit {
  widgets: readonly ReadWidget[]
  bounds: Rect
}

/** Widgets that share more than this part of the smaller one belong together. */
const SHARED = 0.1

function sharedPart(a: Rect, b: Rect): number {
  const width = Math.min(endOf(a, 'x'), endOf(b, 'x')) - Math.max(a.x, b.x)
  const height = Math.min(endOf(a, 'y'), endOf(b, 'y')) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / Math.min(a.width * a.height, b.width * b.height)
}

export function unitsIn(widgets: readonly ReadWidget[]): Unit[] {
  /** The lists that the widgets seen so far are in. */
  let units: ReadWidget[][] = []
  for (const widget of widgets) {
    const belongs = (other: ReadWidget) =>
      (widget.group !== undefined && widget.group === other.group) || sharedPart(widget, other) > SHARED
    const near = units.filter((unit) => unit.some(belongs))
    units = [...units.filter((unit) => !near.includes(unit)), [...near.flat(), widget]]
  }
  return apart(units.map(unitOf))
}

const unitOf = (widgets: readonly ReadWidget[]): Unit => ({
  widgets,
  bounds: boundsOf(widgets) ?? { x: 0, y: 0, width: 0, height: 0 },
})

/** Joins units whose bounds overlap although their widgets don't, such as a frame of four bars and what is in it. */
function apart(units: readonly Unit[]): Unit[] {
  for (const [at, one] of units.entries())
    for (const other of units.slice(at + 1))
      if (sharedPart(one.bounds, other.bounds) > SHARED) {
        const rest = units.filter((unit) => unit !== one && unit !== other)
        return apart([...rest, unitOf([...one.widgets, ...other.widgets])])
      }
  return [...units]
}

/** Units that are read one after another, in lines from the top. */
export function linesOf(units: readonly Unit[], rtl: boolean): Unit[][] {
  const lines: Unit[][] = []
  for (const unit of units.toSorted((a, b) => a.bounds.y - b.bounds.y || a.bounds.x - b.bounds.x)) {
    const line = lines.at(-1)
    if (line?.every((other) => isBeside(other.bounds, unit.bounds))) line.push(unit)
    else lines.push([unit])
  }
  const way = rtl ? -1 : 1
  return lines.map((line) => line.toSorted((a, b) => way * (a.bounds.x - b.bounds.x)))
}

/** Whether two rects share more than half of the lower one's height, and no width: a line moves its units up and down. */
const isBeside = (a: Rect, b: Rect): boolean =>
  (endOf(a, 'x') <= b.x || endOf(b, 'x') <= a.x) &&
  Math.min(endOf(a, 'y'), endOf(b, 'y')) - Math.max(a.y, b.y) > Math.min(a.height, b.height) / 2
