import { OUTLINE_MAX, storedOutline } from '@vitrine/contract/fields/outline'
import type { Point, Rect } from '#content/pages/designer/geometry/rect.ts'
import { arcCurves } from './arcs.ts'
import { at, type Matrix } from './matrix.ts'

/** A step of a path with absolute points: C has three, M and L one, Z none. */
export interface Step {
  command: 'M' | 'L' | 'C' | 'Z'
  points: readonly Point[]
}

const ARGUMENTS: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
}

/** The data of an SVG path as absolute lines and curves, up to its first error. */
export function readPath(data: string): Step[] {
  const steps: Step[] = []
  let now: Point = { x: 0, y: 0 }
  let begin = now
  let control: { of: 'C' | 'Q'; at: Point } | undefined
  const to = (command: Step['command'], ...points: Point[]) => {
    steps.push({ command, points })
    now = points.at(-1) ?? begin
    if (command === 'M') begin = now
  }
  for (const { command, values } of commandsOf(data)) {
    const upper = command.toUpperCase()
    if (steps.length === 0 && upper !== 'M') return steps
    // After Z, a path continues from where it was closed.
    if (steps.at(-1)?.command === 'Z' && upper !== 'M' && upper !== 'Z') to('M', now)
    const from = command === upper ? { x: 0, y: 0 } : now
    const point = (index: number): Point => ({
      x: (values[index] ?? 0) + from.x,
      y: (values[index + 1] ?? 0) + from.y,
    })
    const mirrored = (of: 'C' | 'Q'): Point =>
      control?.of === of ? { x: 2 * now.x - control.at.x, y: 2 * now.y - control.at.y } : now
    let next: typeof control
    if (upper === 'M' || upper === 'L') to(upper, point(0))
    else if (upper === 'H') to('L', { x: (values[0] ?? 0) + from.x, y: now.y })
    else if (upper === 'V') to('L', { x: now.x, y: (values[0] ?? 0) + from.y })
    else if (upper === 'C' || upper === 'S') {
      const [first, second, end] =
        upper === 'C' ? [point(0), point(2), point(4)] : [mirrored('C'), point(0), point(2)]
      to('C', first, second, end)
      next = { of: 'C', at: second }
    } else if (upper === 'Q' || upper === 'T') {
      const [middle, end] = upper === 'Q' ? [point(0), point(2)] : [mirrored('Q'), point(0)]
      to('C', towards(now, middle), towards(end, middle), end)
      next = { of: 'Q', at: middle }
    } else if (upper === 'A') {
      const [rx = 0, ry = 0, turn = 0, large = 0, sweep = 0] = values
      const end = point(5)
      const curves = arcCurves(now, { rx, ry, turn, large: large !== 0, sweep: sweep !== 0 }, end)
      if (curves.length === 0) to('L', end)
      for (const curve of curves) to('C', ...curve)
    } else to('Z')
    control = next
  }
  return steps
}

/** Two thirds of the way: a curve with one control point as one with two. */
const towards = (from: Point, control: Point): Point => ({
  x: from.x + (2 / 3) * (control.x - from.x),
  y: from.y + (2 / 3) * (control.y - from.y),
})

function* commandsOf(data: string): Generator<{ command: string; values: number[] }> {
  // The flags of an arc may be written without a space after them.
  const scanner = /([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/g
  let command = ''
  let values: number[] = []
  let isFresh = true
  for (let match = scanner.exec(data); match; match = scanner.exec(data)) {
    if (match[1] !== undefined) {
      command = match[1]
      values = []
      isFresh = true
      if (command.toUpperCase() === 'Z') yield { command, values }
      continue
    }
    const wanted = ARGUMENTS[command.toUpperCase()] ?? 0
    if (wanted === 0) return
    const isFlag = wanted === 7 && (values.length === 3 || values.length === 4)
    if (isFlag && /^[01]./.test(match[2] ?? '')) scanner.lastIndex = match.index + 1
    values.push(isFlag ? Number((match[2] ?? '')[0]) : Number(match[2]))
    if (values.length < wanted) continue
    // Further points of a move are lines.
    const lines = { M: 'L', m: 'l' }[command]
    yield { command: isFresh || !lines ? command : lines, values }
    values = []
    isFresh = false
  }
}

export const moved = (steps: readonly Step[], m: Matrix): Step[] =>
  steps.map(({ command, points }) => ({ command, points: points.map((point) => at(m, point)) }))

/** All corners and control points: the shape is inside their hull. */
export const pointsOf = (steps: readonly Step[]): Point[] => steps.flatMap(({ points }) => points)

/** As stored, in thousandths of a rect; undefined for one that is too long. */
export function outlineIn(
  steps: readonly Step[],
  area: Rect,
  form: { isEvenOdd: boolean; isRound: boolean; isLine: boolean },
): string | undefined {
  const part = (value: number, start: number, side: number) =>
    String(Number((side > 0 ? ((value - start) / side) * 1000 : 0).toFixed(2)))
  const texts = steps.map(({ command, points }) => {
    const pairs = points.map(({ x, y }) => `${part(x, area.x, area.width)},${part(y, area.y, area.height)}`)
    return command + pairs.join(' ')
  })
  const stored = storedOutline({ ...form, path: texts.join(' ') })
  return texts.length > 0 && stored.length <= OUTLINE_MAX ? stored : undefined
}
