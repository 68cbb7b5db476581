import type { Point } from '#content/pages/designer/geometry/rect.ts'

interface Arc {
  rx: number
  ry: number
  /** Degrees. */
  turn: number
  large: boolean
  sweep: boolean
}

/**
 * An arc of an ellipse as curves of at most a quarter turn (SVG 2, implementation notes, B.2.4). Empty for one that is
 * a straight line.
 */
export function arcCurves(from: Point, arc: Arc, to: Point): Point[][] {
  let [rx, ry] = [Math.abs(arc.rx), Math.abs(arc.ry)]
  if (rx === 0 || ry === 0 || (from.x === to.x && from.y === to.y)) return []
  const [sin, cos] = [Math.sin((arc.turn * Math.PI) / 180), Math.cos((arc.turn * Math.PI) / 180)]
  const [hx, hy] = [(from.x - to.x) / 2, (from.y - to.y) / 2]
  const [x, y] = [cos * hx + sin * hy, -sin * hx + cos * hy]
  const grow = Math.sqrt(Math.max(1, (x / rx) ** 2 + (y / ry) ** 2))
  rx *= grow
  ry *= grow
  const below = (rx * y) ** 2 + (ry * x) ** 2
  const share = Math.sqrt(Math.max(0, (rx * ry) ** 2 - below) / below) * (arc.large === arc.sweep ? -1 : 1)
  const [cx, cy] = [(share * rx * y) / ry, (-share * ry * x) / rx]
  const middle = {
    x: cos * cx - sin * cy + (from.x + to.x) / 2,
    y: sin * cx + cos * cy + (from.y + to.y) / 2,
  }
  const start = Math.atan2((y - cy) / ry, (x - cx) / rx)
  let around = Math.atan2((-y - cy) / ry, (-x - cx) / rx) - start
  if (arc.sweep && around < 0) around += 2 * Math.PI
  if (!arc.sweep && around > 0) around -= 2 * Math.PI
  const count = Math.max(1, Math.ceil(Math.abs(around) / (Math.PI / 2) - 1e-9))
  const each = around / count
  const reach = (4 / 3) * Math.tan(each / 4)
  const point = (px: number, py: number): Point => ({
    x: middle.x + cos * rx * px - sin * ry * py,
    y: middle.y + sin * rx * px + cos * ry * py,
  })
  return Array.from({ length: count }, (_, index) => {
    const [a, b] = [start + index * each, start + (index + 1) * each]
    const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)]
    const end = index === count - 1 ? to : point(cb, sb)
    return [point(ca - reach * sa, sa + reach * ca), point(cb + reach * sb, sb - reach * cb), end]
  })
}
