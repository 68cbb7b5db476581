import { contains, endOf, type Point, type Rect, type Size } from './rect.ts'

/** The page's position in the viewport: its origin in viewport pixels, and viewport pixels per layout pixel. */
export interface View extends Point {
  zoom: number
}

const ZOOM_MIN = 0.05
const ZOOM_MAX = 8
const STEPS = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8]

const limited = (zoom: number) => Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom))

export const toPage = (view: View, point: Point): Point => ({
  x: (point.x - view.x) / view.zoom,
  y: (point.y - view.y) / view.zoom,
})
export const toViewport = (view: View, rect: Rect): Rect => ({
  x: view.x + rect.x * view.zoom,
  y: view.y + rect.y * view.zoom,
  width: rect.width * view.zoom,
  height: rect.height * view.zoom,
})

/** Changes the zoom, keeping the page point below `anchor` (viewport pixels) in place. */
export function zoomedAt(view: View, zoom: number, anchor: Point): View {
  const next = limited(zoom)
  const at = toPage(view, anchor)
  return { zoom: next, x: anchor.x - at.x * next, y: anchor.y - at.y * next }
}

/** The view after a pinch between two pairs of points; the page point between the fingers stays put. */
export function pinched(view: View, from: readonly [Point, Point], to: readonly [Point, Point]): View {
  const [before, after] = [between(from), between(to)]
  const zoomed = zoomedAt(view, (view.zoom * apart(to)) / Math.max(1, apart(from)), before)
  return { ...zoomed, x: zoomed.x + after.x - before.x, y: zoomed.y + after.y - before.y }
}
const between = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const apart = ([a, b]: readonly [Point, Point]) => Math.hypot(a.x - b.x, a.y - b.y)

/** The next round zoom level in a direction. */
export function zoomStep(zoom: number, direction: 1 | -1): number {
  const steps = direction > 0 ? STEPS : [...STEPS].reverse()
  return steps.find((step) => (direction > 0 ? step > zoom * 1.001 : step < zoom * 0.999)) ?? limited(zoom)
}

/**
 * The view that fits `rect` into the viewport with a margin of `margin` viewport pixels and a zoom of at most `most`.
 */
export function fitting(rect: Rect, viewport: Size, margin = 48, most = ZOOM_MAX): View {
  const room = (side: number) => Math.max(side - 2 * margin, 40)
  const zoom = Math.min(
    limited(Math.min(room(viewport.width) / rect.width, room(viewport.height) / rect.height)),
    most,
  )
  return {
    zoom,
    x: viewport.width / 2 - (rect.x + rect.width / 2) * zoom,
    y: viewport.height / 2 - (rect.y + rect.height / 2) * zoom,
  }
}

/** Whether all of `rect` is visible. */
export function isInView(view: View, rect: Rect, viewport: Size): boolean {
  const seen = toViewport(view, rect)
  const window = { x: 0, y: 0, ...viewport }
  return contains(window, seen) && contains(window, { x: endOf(seen, 'x'), y: endOf(seen, 'y') })
}
