import { arcCurves } from './arcs.ts'
import { readPath, type Step } from './path-data.ts'

type Plain = { shape: 'rectangle' | 'ellipse'; radius: number }

/** The outline of an element in its own space, and what it is if its sides stay upright; empty if it draws nothing. */
export function stepsOf(element: SVGGraphicsElement): { steps: Step[]; plain?: Plain } {
  if (element instanceof SVGRectElement) return rectSteps(element)
  if (element instanceof SVGCircleElement) {
    const r = element.r.baseVal.value
    return ellipseSteps(element.cx.baseVal.value, element.cy.baseVal.value, r, r)
  }
  if (element instanceof SVGEllipseElement) {
    const { cx, cy, rx, ry } = element
    const [across, down] = [rx.baseVal.value, ry.baseVal.value]
    return ellipseSteps(cx.baseVal.value, cy.baseVal.value, across, down)
  }
  if (element instanceof SVGLineElement) {
    const { x1, y1, x2, y2 } = element
    const [from, to] = [point(x1, y1), point(x2, y2)]
    return { steps: [step('M', from), step('L', to)] }
  }
  if (element instanceof SVGPolylineElement || element instanceof SVGPolygonElement) {
    const points = [...element.points].map(({ x, y }) => ({ x, y }))
    const [first, ...rest] = points
    if (!first) return { steps: [] }
    const open = [step('M', first), ...rest.map((one) => step('L', one))]
    return { steps: element instanceof SVGPolygonElement ? [...open, step('Z')] : open }
  }
  return { steps: readPath(pathIn(element)) }
}

/** Style sheets may set it, too: `path("M0 0…")`. */
const pathIn = (element: Element): string => {
  const styled = /^path\((?:\w+,\s*)?"(.*)"\)$/.exec(getComputedStyle(element).getPropertyValue('d'))?.[1]
  return styled ?? element.getAttribute('d') ?? ''
}

const step = (command: Step['command'], ...points: Step['points']): Step => ({ command, points })
const point = (x: SVGAnimatedLength, y: SVGAnimatedLength) => ({ x: x.baseVal.value, y: y.baseVal.value })

function rectSteps(element: SVGRectElement): { steps: Step[]; plain?: Plain } {
  const [x, y] = [element.x.baseVal.value, element.y.baseVal.value]
  const [width, height] = [element.width.baseVal.value, element.height.baseVal.value]
  if (!(width > 0 && height > 0)) return { steps: [] }
  const [ownX, ownY] = [radius(element, 'rx'), radius(element, 'ry')]
  const rx = Math.min(ownX ?? ownY ?? 0, width / 2)
  const ry = Math.min(ownY ?? ownX ?? 0, height / 2)
  const [right, bottom] = [x + width, y + height]
  if (rx === 0 || ry === 0) {
    const steps = [
      step('M', { x, y }),
      step('L', { x: right, y }),
      step('L', { x: right, y: bottom }),
      step('L', { x, y: bottom }),
      step('Z'),
    ]
    return { steps, plain: { shape: 'rectangle', radius: 0 } }
  }
  const arc = { rx, ry, turn: 0, large: false, sweep: true }
  const corner = (from: Step['points'][number], to: Step['points'][number]) =>
    arcCurves(from, arc, to).map((curve) => step('C', ...curve))
  const steps = [
    step('M', { x: x + rx, y }),
    step('L', { x: right - rx, y }),
    ...corner({ x: right - rx, y }, { x: right, y: y + ry }),
    step('L', { x: right, y: bottom - ry }),
    ...corner({ x: right, y: bottom - ry }, { x: right - rx, y: bottom }),
    step('L', { x: x + rx, y: bottom }),
    ...corner({ x: x + rx, y: bottom }, { x, y: bottom - ry }),
    step('L', { x, y: y + ry }),
    ...corner({ x, y: y + ry }, { x: x + rx, y }),
    step('Z'),
  ]
  return Math.abs(rx - ry) < 0.01 ? { steps, plain: { shape: 'rectangle', radius: rx } } : { steps }
}

/** Undefined for `auto`. */
function radius(element: SVGRectElement, name: 'rx' | 'ry'): number | undefined {
  const isSet = element.hasAttribute(name) || getComputedStyle(element).getPropertyValue(name) !== 'auto'
  return isSet ? Math.max(0, element[name].baseVal.value) : undefined
}

function ellipseSteps(cx: number, cy: number, rx: number, ry: number): { steps: Step[]; plain?: Plain } {
  if (!(rx > 0 && ry > 0)) return { steps: [] }
  const arc = { rx, ry, turn: 0, large: false, sweep: true }
  const places = [
    { x: cx + rx, y: cy },
    { x: cx, y: cy + ry },
    { x: cx - rx, y: cy },
    { x: cx, y: cy - ry },
  ] as const
  const curves = places.flatMap((from, index) =>
    arcCurves(from, arc, places[(index + 1) % 4] ?? from).map((curve) => step('C', ...curve)),
  )
  return { steps: [step('M', places[0]), ...curves, step('Z')], plain: { shape: 'ellipse', radius: 0 } }
}
