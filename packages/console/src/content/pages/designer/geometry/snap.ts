import {
  AXES,
  type Axis,
  centreOf,
  endOf,
  LENGTH,
  otherAxis,
  overlapsAlong,
  type Point,
  type Rect,
  type Size,
  startOf,
} from './rect.ts'

/** Snap distance in screen pixels, at any zoom. */
export const SNAP_PIXELS = 6

/** A snap line for edges and centers, and its extent across. */
interface Line {
  at: number
  from: number
  to: number
}
/** A snap position for an edge that equalizes two gaps, for rects that overlap `beside` across the axis. */
interface GapPlace {
  at: number
  gap: number
  beside: readonly [Rect, Rect]
}
interface AxisCandidates {
  lines: readonly Line[]
  /** Grouped by the side of the moving rect that snaps, both sorted. */
  starts: readonly GapPlace[]
  ends: readonly GapPlace[]
  /** Snap positions for the center of a rect between two others; `gap` is the space between them. Sorted. */
  middles: readonly GapPlace[]
}
/** All snap candidates, collected and sorted once at the start of a gesture. */
export type SnapCandidates = Record<Axis, AxisCandidates> & { grid: number | undefined }

/** A pink guide line: `at` on `axis`, extending from `from` to `to` across. With `gap` it shows that distance. */
export interface Guide {
  axis: Axis
  at: number
  from: number
  to: number
  gap?: number
}

/** Edges, center and thirds, as fractions of a side. */
const PAGE_LINES = [0, 1 / 3, 1 / 2, 2 / 3, 1]

const byPlace = (a: { at: number }, b: { at: number }) => a.at - b.at

export interface SnapExtras {
  /** Guides that the user drew. */
  guides?: Record<Axis, readonly number[]>
  /** Distances from the page's edges, e.g. of safe areas. */
  insets?: readonly number[]
  /** Layout pixels between the grid's lines. */
  grid?: number
}

export function snapCandidates(
  page: Size,
  siblings: readonly Rect[],
  extras: SnapExtras = {},
): SnapCandidates {
  const along = (axis: Axis): AxisCandidates => {
    const across = otherAxis(axis)
    const length = page[LENGTH[axis]]
    const whole = { from: 0, to: page[LENGTH[across]] }
    const pageLines = [
      ...PAGE_LINES.map((share) => ({ at: length * share, ...whole })),
      ...(extras.guides?.[axis] ?? []).map((at) => ({ at, ...whole })),
      ...(extras.insets ?? []).flatMap((share) =>
        [length * share, length * (1 - share)].map((at) => ({ at, ...whole })),
      ),
    ]
    const siblingLines = siblings.flatMap((rect) =>
      [startOf(rect, axis), centreOf(rect, axis), endOf(rect, axis)].map((at) => ({
        at,
        from: startOf(rect, across),
        to: endOf(rect, across),
      })),
    )
    const pairs = neighbors(siblings, axis)
    const places = (placeOf: (a: Rect, b: Rect, gap: number) => number): GapPlace[] =>
      pairs
        .map((beside) => {
          const gap = startOf(beside[1], axis) - endOf(beside[0], axis)
          return { at: placeOf(...beside, gap), gap, beside }
        })
        .sort(byPlace)
    return {
      lines: [...pageLines, ...siblingLines].sort(byPlace),
      starts: places((_, b, gap) => endOf(b, axis) + gap),
      ends: places((a, _, gap) => startOf(a, axis) - gap),
      middles: places((a, _, gap) => endOf(a, axis) + gap / 2),
    }
  }
  return { x: along('x'), y: along('y'), grid: extras.grid }
}

/** Every rect paired with its next neighbor: overlapping across the axis, with a gap between them. */
function neighbors(rects: readonly Rect[], axis: Axis): (readonly [Rect, Rect])[] {
  const across = otherAxis(axis)
  const sorted = [...rects].sort((a, b) => startOf(a, axis) - startOf(b, axis))
  return sorted.flatMap((rect, index) => {
    const next = sorted
      .slice(index + 1)
      .find((other) => startOf(other, axis) > endOf(rect, axis) && overlapsAlong(rect, other, across))
    return next ? [[rect, next] as const] : []
  })
}

/** Index of the first entry at or after `value`; the list is sorted. */
export function lowerBound(list: readonly { at: number }[], value: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.at ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The signed distance to the nearest entry within `reach`. */
function nearest(list: readonly { at: number }[], value: number, reach: number): number | undefined {
  const index = lowerBound(list, value)
  const ways = [list[index - 1], list[index]].flatMap((entry) => (entry ? [entry.at - value] : []))
  return closest(ways, reach)
}
const closest = (ways: readonly number[], reach: number): number | undefined =>
  ways.reduce<number | undefined>(
    (best, way) =>
      Math.abs(way) <= reach && (best === undefined || Math.abs(way) < Math.abs(best)) ? way : best,
    undefined,
  )

/** The signed distance to the nearest entry within `reach` for which `fits` holds. */
function nearestGap(
  list: readonly GapPlace[],
  value: number,
  reach: number,
  fits: (place: GapPlace) => boolean,
): number | undefined {
  const ways: number[] = []
  for (let index = lowerBound(list, value - reach); index < list.length; index += 1) {
    const place = list[index]
    if (!place || place.at > value + reach) break
    if (fits(place)) ways.push(place.at - value)
  }
  return closest(ways, reach)
}

const fitsBeside = (rect: Rect, axis: Axis) => {
  const across = otherAxis(axis)
  return ({ beside }: { beside: readonly [Rect, Rect] }) =>
    overlapsAlong(rect, beside[0], across) && overlapsAlong(rect, beside[1], across)
}

/** Snaps a moving rect: the remaining offset (whole pixels) and the lines that explain it. */
export function snapMove(
  rect: Rect,
  candidates: SnapCandidates,
  reach: number,
): { by: Point; guides: Guide[] } {
  const way = (axis: Axis) => {
    const { lines, starts, ends, middles } = candidates[axis]
    const [start, centre, end] = [startOf(rect, axis), centreOf(rect, axis), endOf(rect, axis)]
    const ways = [start, centre, end].map((at) => nearest(lines, at, reach))
    const fits = fitsBeside(rect, axis)
    ways.push(nearestGap(starts, start, reach, fits), nearestGap(ends, end, reach, fits))
    const fitsBetween = (place: GapPlace) => place.gap >= rect[LENGTH[axis]] && fits(place)
    ways.push(nearestGap(middles, centre, reach, fitsBetween), gridWay(start, candidates.grid, reach))
    return closest(
      ways.flatMap((one) => one ?? []),
      reach,
    )
  }
  const found = { x: way('x'), y: way('y') }
  const by = { x: settle(rect, 'x', found.x), y: settle(rect, 'y', found.y) }
  const at = { ...rect, x: rect.x + by.x, y: rect.y + by.y }
  const pulled = AXES.filter((axis) => found[axis] !== undefined)
  const gaps = pulled.flatMap((axis) => gapsAt(at, axis, candidates))
  const lines = pulled
    .flatMap((axis) => linesAt(at, axis, candidates, ['start', 'centre', 'end']))
    // The equal gaps already show this distance.
    .filter(({ axis, gap }) => gap === undefined || !gaps.some((other) => other.axis === axis))
  return { by, guides: [...lines, ...gaps] }
}

/** Rounds to whole pixels, snapped or not. */
const settle = (rect: Rect, axis: Axis, way: number | undefined) =>
  Math.round(rect[axis] + (way ?? 0)) - rect[axis]

const gridWay = (at: number, grid: number | undefined, reach: number) => {
  if (!grid) return undefined
  const way = Math.round(at / grid) * grid - at
  return Math.abs(way) <= reach ? way : undefined
}

type Part = 'start' | 'centre' | 'end'

/** The snap position of a dragged edge; `undefined` if none is in reach. */
export function snapEdge(
  at: number,
  axis: Axis,
  candidates: SnapCandidates,
  reach: number,
): number | undefined {
  const ways = [nearest(candidates[axis].lines, at, reach), gridWay(at, candidates.grid, reach)]
  const way = closest(
    ways.flatMap((one) => one ?? []),
    reach,
  )
  return way === undefined ? undefined : at + way
}

/** Half a pixel: centers of odd sizes are between pixels. */
const SAME = 0.5

/**
 * Snap lines through parts of a rect, deduplicated and extended along everything they align, with the distance to the
 * next rect.
 */
export function linesAt(rect: Rect, axis: Axis, candidates: SnapCandidates, parts: readonly Part[]): Guide[] {
  const across = otherAxis(axis)
  const { lines } = candidates[axis]
  const places = { start: startOf(rect, axis), centre: centreOf(rect, axis), end: endOf(rect, axis) }
  const [start, end] = [startOf(rect, across), endOf(rect, across)]
  const found = new Map<number, Guide>()
  const nearest = new Map<number, Guide & { gap: number }>()
  const measure = (at: number, from: number, to: number) => {
    const gap = Math.round(to - from)
    if (gap > 0 && gap < (nearest.get(at)?.gap ?? Number.POSITIVE_INFINITY))
      nearest.set(at, { axis, at, from, to, gap })
  }
  for (const part of parts) {
    for (let index = lowerBound(lines, places[part] - SAME); index < lines.length; index += 1) {
      const line = lines[index]
      if (!line || line.at > places[part] + SAME) break
      const known = found.get(line.at)
      found.set(line.at, {
        axis,
        at: line.at,
        from: Math.min(line.from, start, known?.from ?? line.from),
        to: Math.max(line.to, end, known?.to ?? line.to),
      })
      if (line.to <= start) measure(line.at, line.to, start)
      if (line.from >= end) measure(line.at, end, line.from)
    }
  }
  return [...found.values(), ...nearest.values()]
}

/** The equal gaps around a rect, as pairs of distances. */
function gapsAt(rect: Rect, axis: Axis, candidates: SnapCandidates): Guide[] {
  const { starts, ends, middles } = candidates[axis]
  const fits = fitsBeside(rect, axis)
  const near = (list: readonly GapPlace[], at: number, holds: (place: GapPlace) => boolean = fits) => {
    for (let index = lowerBound(list, at - SAME); index < list.length; index += 1) {
      const place = list[index]
      if (!place || place.at > at + SAME) return undefined
      if (holds(place)) return place.beside
    }
    return undefined
  }
  const after = near(starts, startOf(rect, axis))
  if (after) return [...gapGuides(after, axis), ...gapGuides([after[1], rect], axis)]
  const before = near(ends, endOf(rect, axis))
  if (before) return [...gapGuides([rect, before[0]], axis), ...gapGuides(before, axis)]
  const room = rect[LENGTH[axis]]
  const between = near(middles, centreOf(rect, axis), (place) => place.gap >= room && fits(place))
  return between ? [...gapGuides([between[0], rect], axis), ...gapGuides([rect, between[1]], axis)] : []
}

/** The distance between two neighbors, drawn in the middle of their overlap across. */
function gapGuides([a, b]: readonly [Rect, Rect], axis: Axis): Guide[] {
  const across = otherAxis(axis)
  const from = endOf(a, axis)
  const to = startOf(b, axis)
  if (to <= from) return []
  const at =
    (Math.max(startOf(a, across), startOf(b, across)) + Math.min(endOf(a, across), endOf(b, across))) / 2
  return [{ axis: across, at, from, to, gap: Math.round(to - from) }]
}
