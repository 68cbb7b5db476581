import { parseGradient } from '@vitrine/contract/fields/color'
import { cssGradientLine } from '@vitrine/widgets/gradient-line'
import { expect, test } from 'vitest'
import { type ItemPaint, Report } from './drawn-item.ts'
import { storedPaint } from './item-paint.ts'
import { at, inverse, matrixOf } from './matrix.ts'

const STOPS = [
  { color: [0, 0, 0, 1], at: 0 },
  { color: [255, 255, 255, 1], at: 1 },
] as const
const AREA = { x: 20, y: 10, width: 300, height: 100 }

/** The gray of a stored gradient at a place of the area, as CSS draws it. */
function grayOf(stored: string, x: number, y: number): number {
  const gradient = parseGradient(stored)
  if (gradient?.kind !== 'linear') throw new Error(stored)
  const { x1, y1, x2, y2 } = cssGradientLine(gradient.angle, AREA)
  const [dx, dy] = [x2 - x1, y2 - y1]
  const place = (((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)) * 100
  const after = Math.max(
    1,
    gradient.stops.findIndex(({ at: one }) => one >= place),
  )
  const [from, to] = [gradient.stops[after - 1], gradient.stops[after] ?? gradient.stops.at(-1)]
  if (!from || !to) throw new Error(stored)
  const gray = (color: string) => Number.parseInt(color.slice(1, 3), 16)
  const share = to.at > from.at ? Math.min(1, Math.max(0, (place - from.at) / (to.at - from.at))) : 1
  return gray(from.color) + (gray(to.color) - gray(from.color)) * share
}

test.each([
  [[1, 0, 0, 1, 0, 0], { x: 20, y: 0 }, { x: 320, y: 0 }],
  [[1, 0, 0, 1, 0, 0], { x: 100, y: 10 }, { x: 200, y: 110 }],
  [[300, 0, 0, 100, 20, 10], { x: 0, y: 0 }, { x: 1, y: 1 }],
  [[0.8, 0.6, -0.6, 0.8, 30, -20], { x: 0, y: 0 }, { x: 250, y: 40 }],
])('a gradient in %j paints each place as in the file', (matrix, from, to) => {
  const paint: ItemPaint = { kind: 'linear', from, to, stops: STOPS, matrix: matrixOf(matrix) }
  const stored = storedPaint(paint, AREA, new Report())
  const back = inverse(paint.matrix)
  if (!back) throw new Error('No way back')
  for (const x of [25, 100, 170, 240, 315])
    for (const y of [12, 60, 108]) {
      const own = at(back, { x, y })
      const [dx, dy] = [to.x - from.x, to.y - from.y]
      const place = ((own.x - from.x) * dx + (own.y - from.y) * dy) / (dx * dx + dy * dy)
      const wanted = 255 * Math.min(1, Math.max(0, place))
      expect(Math.abs(grayOf(stored, x, y) - wanted)).toBeLessThan(8)
    }
})

test('a gradient has at most eight colors, and reaches the edges', () => {
  const stops = Array.from({ length: 20 }, (_, index) => ({
    color: [index * 12, 0, 0, 1] as const,
    at: index / 19,
  }))
  const paint: ItemPaint = {
    kind: 'linear',
    from: { x: 0, y: 0 },
    to: { x: 400, y: 0 },
    stops,
    matrix: matrixOf([]),
  }
  const read = parseGradient(storedPaint(paint, AREA, new Report()))
  expect(read?.stops.length).toBe(8)
  expect([read?.stops[0]?.at, read?.stops.at(-1)?.at]).toEqual([0, 100])
})
