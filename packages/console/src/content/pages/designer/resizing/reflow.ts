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
 * column of an upright page and in two of a wide one. What belongs together stays so.
 */
export function reflowed(widgets: readonly ReadWidget[], from: Size, to: Size, rtl: boolean): ReadWidget[] {
  const units = unitsIn(widgets)
  const bars = units.filter(({ bounds }) => isBar(bounds, from))
  const top = bars.filter(({ bounds }) => bounds.y < from.height / 2)
  const bottom = bars.filter((bar) => !top.includes(bar))
  const above = Math.min(boundsOf(top.map(({ bounds }) => bounds))?.height ?? 0, to.height / 3)
  const below = Math.min(boundsOf(bottom.map(({ bounds }) => bounds))?.height ?? 0, to.height / 3)
  const lines = linesOf(
    units.filter((unit) => !bars.includes(unit)),
    rtl,
  )
  const room = { x: 0, y: above, width: to.width, height: to.height - above - below }
  const margin = Math.round(Math.min(to.width, to.height) * MARGIN)
  return [
    ...top.flatMap((bar) => stretched(bar, from, to, 0, above)),
    ...bottom.flatMap((bar) => stretched(bar, from, to, to.height - below, below)),
    ...columnsOf(lines, room, to, margin, rtl).flatMap(([column, rect]) => filled(column, rect, from)),
  ]
}

const isBar = ({ y, width, height }: Rect, page: Size): boolean =>
  width >= page.width * BAR.width &&
  height <= page.height * BAR.height &&
  (y <= page.height * BAR.near || y + height >= page.height * (1 - BAR.near))

/** A bar as wide as its page, with letters of the same size: they shrink where they need to. */
function stretched({ widgets, bounds }: Unit, from: Size, to: Size, top: number, most: number): ReadWidget[] {
  const across = to.width / from.width
  const down = Math.min(1, most / bounds.height)
  const edge = top === 0 ? bounds.y : bounds.y - (from.height - bounds.height)
  return widgets.map((widget) =>
    scaledWidget(
      widget,
      inside(
        {
          x: widget.x * across,
          y: top + (top === 0 ? edge : 0) + (widget.y - bounds.y) * down,
          width: widget.width * across,
          height: widget.height * down,
        },
        to,
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
function filled(lines: readonly Unit[][], room: Rect, page: Size): ReadWidget[] {
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
    const placed = placedRow(row, room, y, by, page)
    y += heightOf(row) * by + step
    return placed
  })
}

/** A row in its room, at the side where it was on its page. */
function placedRow(row: readonly Unit[], room: Rect, y: number, by: number, page: Size): ReadWidget[] {
  const bounds = boundsOf(row.map((unit) => unit.bounds))
  if (!bounds) return []
  const free = room.width - bounds.width * by
  const [before, after] = [bounds.x, page.width - endOf(bounds, 'x')]
  const share = before + after <= 0 ? 0.5 : Math.min(1, Math.max(0, before / (before + after)))
  // In the middle, or at an edge: in between looks accidental.
  const x = room.x + free * (share < 0.2 ? 0 : share > 0.8 ? 1 : 0.5)
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
          { width: endOf(room, 'x'), height: endOf(room, 'y') },
        ),
        by,
      ),
    ),
  )
}

/** Whole pixels, rounded so that neighbors don't overlap, inside the page. */
function inside(rect: Rect, page: Size): Rect {
  const along = (from: number, length: number, most: number) => {
    const end = Math.min(Math.floor(most), Math.round(from + length))
    const start = Math.min(Math.max(0, Math.round(from)), Math.max(0, Math.floor(most) - 1))
    return [start, Math.max(1, end - start)] as const
  }
  const [x, width] = along(rect.x, rect.width, page.width)
  const [y, height] = along(rect.y, rect.height, page.height)
  return { x, y, width, height }
}
