import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { boundsOf, endOf, type Rect, type Size } from '#content/pages/designer/geometry/rect.ts'
import { scaledWidget } from './scaled-widget.ts'
import { linesOf, type Unit, unitsIn } from './units.ts'

/** The margin, of the page's shorter side. */
const MARGIN = 0.04
/** The most that anything grows. */
const GROWS = 1.25
/** A line keeps its units side by side if they need not shrink more. */
const SHRINKS = 0.8
/** A bar along the top or the bottom has at least this width and at most this height, of its page. */
const BAR = { width: 0.9, height: 0.3, near: 0.02 }

/**
 * Widgets arranged for a page of another shape: bars stay at their edges, and the rest is read one after another, in one
 * column of an upright page and in two of a wide one. What belongs together stays so, and what reaches over a side reaches
 * over it again.
 */
export function reflowed(widgets: readonly ReadWidget[], from: Size, to: Size, rtl: boolean): ReadWidget[] {
  const units = unitsIn(widgets)
  const bars = units.filter(({ bounds }) => isBar(bounds, from))
  const top = bars.filter(({ bounds }) => bounds.y < from.height / 2)
  const bottom = bars.filter((bar) => !top.includes(bar))
  const above = Math.min(boundsOf(top.map(({ bounds }) => onPage(bounds, from)))?.height ?? 0, to.height / 3)
  const below = Math.min(
    boundsOf(bottom.map(({ bounds }) => onPage(bounds, from)))?.height ?? 0,
    to.height / 3,
  )
  const lines = linesOf(
    units.filter((unit) => !bars.includes(unit)),
    rtl,
  )
  const room = { x: 0, y: above, width: to.width, height: to.height - above - below }
  const margin = Math.round(Math.min(to.width, to.height) * MARGIN)
  return [
    ...top.flatMap((bar) => stretched(bar, from, to, 0, above)),
    ...bottom.flatMap((bar) => stretched(bar, from, to, to.height - below, below)),
    ...columnsOf(lines, room, to, margin, rtl).flatMap(([column, rect]) => filled(column, rect, from, to)),
  ]
}

function isBar(rect: Rect, page: Size): boolean {
  const { y, width, height } = onPage(rect, page)
  return (
    width >= page.width * BAR.width &&
    height > 0 &&
    height <= page.height * BAR.height &&
    (y <= page.height * BAR.near || y + height >= page.height * (1 - BAR.near))
  )
}

/** The part of a rect that shows. */
function onPage(rect: Rect, page: Size): Rect {
  const [x, y] = [Math.max(0, rect.x), Math.max(0, rect.y)]
  const width = Math.min(page.width, endOf(rect, 'x')) - x
  return { x, y, width, height: Math.min(page.height, endOf(rect, 'y')) - y }
}

/** Over which edges of its page a rect reaches. */
const overEdges = (rect: Rect, page: Size): Edges => ({
  left: rect.x < 0,
  top: rect.y < 0,
  right: endOf(rect, 'x') > page.width,
  bottom: endOf(rect, 'y') > page.height,
})
type Edges = Partial<Record<'left' | 'top' | 'right' | 'bottom', boolean>>

/** A bar as wide as its page, with letters of the same size: they shrink where they need to. */
function stretched({ widgets, bounds }: Unit, from: Size, to: Size, top: number, most: number): ReadWidget[] {
  const across = to.width / from.width
  const shown = onPage(bounds, from)
  const down = Math.min(1, most / shown.height)
  return widgets.map((widget) =>
    scaledWidget(
      widget,
      inside(
        {
          x: widget.x * across,
          y: top + (top === 0 ? shown.y : 0) + (widget.y - shown.y) * down,
          width: widget.width * across,
          height: widget.height * down,
        },
        to,
        overEdges(widget, from),
      ),
      down,
    ),
  )
}

type Column = [lines: readonly Unit[][], room: Rect]

/** One column, or two of about the same height. */
function columnsOf(lines: readonly Unit[][], room: Rect, page: Size, margin: number, rtl: boolean): Column[] {
  const full = inner(room, margin)
  if (page.width <= page.height || lines.length < 2) return [[lines, full]]
  const heights = lines.map(heightOf)
  const half = heights.reduce((sum, height) => sum + height, 0) / 2
  const upTo = (count: number) => heights.slice(0, count).reduce((sum, height) => sum + height, 0)
  const at = Math.max(
    1,
    heights.findIndex((_, index) => upTo(index + 1) > half),
  )
  const width = (full.width - margin) / 2
  const [first, second] = [full.x, full.x + width + margin]
  const [start, end] = rtl ? [second, first] : [first, second]
  return [
    [lines.slice(0, at), { ...full, x: start, width }],
    [lines.slice(at), { ...full, x: end, width }],
  ]
}

const inner = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
})
const heightOf = (line: readonly Unit[]): number => Math.max(...line.map(({ bounds }) => bounds.height))
const widthOf = (line: readonly Unit[]): number => boundsOf(line.map(({ bounds }) => bounds))?.width ?? 0

/** Lines one below the other in a rect, each as large as it fits, with even gaps. */
function filled(lines: readonly Unit[][], room: Rect, from: Size, to: Size): ReadWidget[] {
  const rows = lines.flatMap((line) =>
    widthOf(line) * SHRINKS <= room.width ? [line] : line.map((unit) => [unit]),
  )
  const least = room.height * 0.02
  const free = room.height - least * Math.max(0, rows.length - 1)
  const wanted = rows.map((row) => Math.min(GROWS, room.width / widthOf(row)))
  const needed = rows.reduce((sum, row, at) => sum + heightOf(row) * (wanted[at] ?? 1), 0)
  const shrink = Math.min(1, free / needed)
  const gap = rows.length > 0 ? (room.height - needed * shrink) / (rows.length + 1) : 0
  let y = room.y + (needed * shrink < free ? gap : 0)
  const step = needed * shrink < free ? gap : least
  return rows.flatMap((row, at) => {
    const by = (wanted[at] ?? 1) * shrink
    const placed = placedRow(row, room, y, by, from, to)
    y += heightOf(row) * by + step
    return placed
  })
}

/** A row in its room, at the side where it was on its page. */
function placedRow(
  row: readonly Unit[],
  room: Rect,
  y: number,
  by: number,
  from: Size,
  to: Size,
): ReadWidget[] {
  const bounds = boundsOf(row.map((unit) => unit.bounds))
  if (!bounds) return []
  const free = room.width - bounds.width * by
  const [before, after] = [bounds.x, from.width - endOf(bounds, 'x')]
  const share = before + after <= 0 ? 0.5 : Math.min(1, Math.max(0, before / (before + after)))
  // In the middle, or at an edge: in between looks accidental.
  const inRoom = room.x + free * (share < 0.2 ? 0 : share > 0.8 ? 1 : 0.5)
  // A row of one side of two columns reaches over no other side.
  const left = before < 0 && after >= 0 && room.x < to.width / 4
  const right = after < 0 && before >= 0 && endOf(room, 'x') > (to.width * 3) / 4
  const x = left ? before * by : right ? to.width - after * by - bounds.width * by : inRoom
  return row.flatMap(({ widgets, bounds: own }) =>
    widgets.map((widget) =>
      scaledWidget(
        widget,
        inside(
          {
            x: x + (widget.x - bounds.x) * by,
            // The units of a row share its middle.
            y: y + ((heightOf(row) - own.height) / 2 + widget.y - own.y) * by,
            width: widget.width * by,
            height: widget.height * by,
          },
          { width: right ? to.width : endOf(room, 'x'), height: endOf(room, 'y') },
          { left, right },
        ),
        by,
      ),
    ),
  )
}

/** Whole pixels, rounded so that neighbors don't overlap, inside the page but for some edges. */
function inside(rect: Rect, page: Size, { left, top, right, bottom }: Edges): Rect {
  const along = (from: number, length: number, most: number, [before, after]: (boolean | undefined)[]) => {
    const [low, high] = [before ? Number.NEGATIVE_INFINITY : 0, after ? Number.POSITIVE_INFINITY : most]
    const end = Math.min(Math.floor(high), Math.round(from + length))
    const start = Math.min(Math.max(low, Math.round(from)), Math.max(0, Math.floor(most) - 1))
    return [start, Math.max(1, end - start)] as const
  }
  const [x, width] = along(rect.x, rect.width, page.width, [left, right])
  const [y, height] = along(rect.y, rect.height, page.height, [top, bottom])
  return { x, y, width, height }
}
