import type { Point, Rect } from '#content/pages/designer/geometry/rect.ts'

/** x' = ax + cy + e, y' = bx + dy + f, as in SVG and PDF. */
export interface Matrix {
  a: number
  b: number
  c: number
  d: number
  e: number
  f: number
}

export const IDENTITY: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

/** First `inner`, then `outer`. */
export const times = (outer: Matrix, inner: Matrix): Matrix => ({
  a: outer.a * inner.a + outer.c * inner.b,
  b: outer.b * inner.a + outer.d * inner.b,
  c: outer.a * inner.c + outer.c * inner.d,
  d: outer.b * inner.c + outer.d * inner.d,
  e: outer.a * inner.e + outer.c * inner.f + outer.e,
  f: outer.b * inner.e + outer.d * inner.f + outer.f,
})

export const matrixOf = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => ({
  a,
  b,
  c,
  d,
  e,
  f,
})

export const at = (m: Matrix, { x, y }: Point): Point => ({
  x: m.a * x + m.c * y + m.e,
  y: m.b * x + m.d * y + m.f,
})

const determinant = (m: Matrix) => m.a * m.d - m.b * m.c

export function inverse(m: Matrix): Matrix | undefined {
  const by = determinant(m)
  if (!Number.isFinite(by) || Math.abs(by) < 1e-12) return undefined
  const [a, b, c, d] = [m.d / by, -m.b / by, -m.c / by, m.a / by]
  return { a, b, c, d, e: -(a * m.e + c * m.f), f: -(b * m.e + d * m.f) }
}

/** How many times as large areas' sides become. */
export const meanScale = (m: Matrix): number => Math.sqrt(Math.abs(determinant(m)))

/** A turn and one scale for each side; undefined for a matrix that slants or mirrors. */
export function turnOf(m: Matrix): { degrees: number; across: number; down: number } | undefined {
  const [across, down] = [Math.hypot(m.a, m.b), Math.hypot(m.c, m.d)]
  if (!(across > 1e-9 && down > 1e-9) || determinant(m) <= 0) return undefined
  const slant = Math.abs(m.a * m.c + m.b * m.d) / (across * down)
  return slant > 0.002 ? undefined : { degrees: (Math.atan2(m.b, m.a) * 180) / Math.PI, across, down }
}

const cornersOf = ({ x, y, width, height }: Rect): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]

/** The smallest upright rect around points; empty ones are at the origin. */
export function boundsOf(points: readonly Point[]): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return left > right
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top }
}

/** The smallest upright rect around a moved one. */
export const rectIn = (m: Matrix, rect: Rect): Rect =>
  boundsOf(cornersOf(rect).map((corner) => at(m, corner)))
