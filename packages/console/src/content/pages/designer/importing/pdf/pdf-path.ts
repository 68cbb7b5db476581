import type { Rect } from '#content/pages/designer/geometry/rect.ts'
import { boundsOf } from '#content/pages/designer/importing/matrix.ts'
import { pointsOf, type Step } from '#content/pages/designer/importing/path-data.ts'

/** What pdf.js packs a path to: 0 and 1 before a point, 2 and 3 before those of a curve, 4 to close. */
export function stepsOf(data: ArrayLike<number>): Step[] {
  const steps: Step[] = []
  let last = { x: 0, y: 0 }
  for (let index = 0; index < data.length; ) {
    const command = data[index++]
    const point = () => ({ x: data[index++] ?? 0, y: data[index++] ?? 0 })
    if (command === 0 || command === 1) {
      last = point()
      steps.push({ command: command === 0 ? 'M' : 'L', points: [last] })
    } else if (command === 2) {
      const points = [point(), point(), point()]
      last = points[2] ?? last
      steps.push({ command: 'C', points })
    } else if (command === 3) {
      const [control, end] = [point(), point()]
      const part = (from: typeof last) => ({
        x: from.x + (2 / 3) * (control.x - from.x),
        y: from.y + (2 / 3) * (control.y - from.y),
      })
      steps.push({ command: 'C', points: [part(last), part(end), end] })
      last = end
    } else if (command === 4) steps.push({ command: 'Z', points: [] })
    else break
  }
  return steps
}

/** One path with four upright sides. */
export function isUprightRect(steps: readonly Step[]): boolean {
  if (steps.some(({ command }, index) => command === 'C' || (command === 'M' && index > 0))) return false
  const points = pointsOf(steps)
  if (points.length < 4 || points.length > 5) return false
  const { x, y, width, height } = boundsOf(points)
  const isCorner = (point: { x: number; y: number }) =>
    (Math.abs(point.x - x) < 0.05 || Math.abs(point.x - x - width) < 0.05) &&
    (Math.abs(point.y - y) < 0.05 || Math.abs(point.y - y - height) < 0.05)
  return points.every(isCorner)
}

export function boxSteps({ x, y, width, height }: Rect): Step[] {
  return [
    { command: 'M', points: [{ x, y }] },
    { command: 'L', points: [{ x: x + width, y }] },
    { command: 'L', points: [{ x: x + width, y: y + height }] },
    { command: 'L', points: [{ x, y: y + height }] },
    { command: 'Z', points: [] },
  ]
}

/** The rect between two corners. */
export const cornersRect = ([left = 0, top = 0, right = 0, bottom = 0]: readonly number[]) => ({
  x: Math.min(left, right),
  y: Math.min(top, bottom),
  width: Math.abs(right - left),
  height: Math.abs(bottom - top),
})
