import { hexOf as hexOfText } from '@vitrine/contract/fields/color'
import type { ItemPaint, ItemStop, Report } from './drawn-item.ts'
import { IDENTITY, type Matrix, matrixOf, times } from './matrix.ts'

/** The id in `url("#id")`. */
export const referenceIn = (value: string): string | undefined => /^url\(\s*["']?#([^"')]+)/.exec(value)?.[1]

const RGB = /rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+)(%?))?/

/** A computed color, with an opacity of 0 to 1 beside its own. */
export function colorOf(computed: string, opacity: number): ItemStop['color'] {
  const parts = RGB.exec(computed)
  if (!parts) return [0, 0, 0, opacity]
  const own = parts[4] === undefined ? 1 : Number(parts[4]) / (parts[5] ? 100 : 1)
  return [Number(parts[1]), Number(parts[2]), Number(parts[3]), own * opacity]
}

/** As `#rrggbb`, or `#rrggbbaa` when not opaque. */
export function hexOf([r, g, b, a]: ItemStop['color']): string {
  const [red, green, blue] = [r, g, b].map((part) => Math.round(Math.min(255, Math.max(0, part))))
  return hexOfText(`rgba(${red}, ${green}, ${blue}, ${a >= 0.998 ? 1 : Math.max(0, a).toFixed(3)})`)
}

/** How many gradients may take their stops from each other. */
const CHAIN_MOST = 8

interface Painted {
  root: SVGSVGElement
  element: SVGGraphicsElement
  /** From the element's space to the page. */
  matrix: Matrix
  report: Report
}

/** What a computed fill or stroke is; 'picture' for one that pages can't have. */
export function paintOf(
  computed: string,
  opacity: number,
  given: Painted,
): ItemPaint | undefined | 'picture' {
  if (computed === 'none' || computed === '') return undefined
  const id = referenceIn(computed)
  if (id === undefined) {
    const color = colorOf(computed, opacity)
    return color[3] < 0.004 ? undefined : hexOf(color)
  }
  const target = given.root.querySelector(`#${CSS.escape(id)}`)
  const fallback = computed.replace(/^url\([^)]*\)\s*/, '')
  if (!target) return paintOf(fallback || 'none', opacity, given)
  return /^(?:linear|radial)Gradient$/.test(target.localName) ? gradientOf(target, opacity, given) : 'picture'
}

function gradientOf(target: Element, opacity: number, given: Painted): ItemPaint | undefined | 'picture' {
  const { root, element, report } = given
  const chain: Element[] = []
  for (let one: Element | null = target; one && chain.length < CHAIN_MOST && !chain.includes(one); ) {
    chain.push(one)
    const next: string = one.getAttribute('href') ?? ''
    one = next.startsWith('#') ? root.querySelector(`#${CSS.escape(next.slice(1))}`) : null
  }
  const stops = stopsOf(chain.find((one) => one.querySelector('stop')) ?? target, opacity)
  const [first] = stops
  if (!first) return undefined
  if (stops.length === 1) return hexOf(first.color)
  const attribute = (name: string) => chain.find((one) => one.hasAttribute(name))?.getAttribute(name)
  if ((attribute('spreadMethod') ?? 'pad') !== 'pad') report.note('gradient')
  const box = element.getBBox()
  const isOfBox = attribute('gradientUnits') !== 'userSpaceOnUse'
  if (isOfBox && (box.width === 0 || box.height === 0)) return undefined
  const own = transformIn(target, chain)
  const space = isOfBox ? matrixOf([box.width, 0, 0, box.height, box.x, box.y]) : IDENTITY
  const matrix = times(given.matrix, times(space, own))
  const view = element.viewportElement as SVGSVGElement | null
  const whole = isOfBox ? { width: 1, height: 1 } : (view?.viewBox.baseVal ?? { width: 1, height: 1 })
  const length = (name: string, usual: string, of: number) => {
    const text = attribute(name) ?? usual
    return (Number.parseFloat(text) || 0) * (text.trim().endsWith('%') ? of / 100 : 1)
  }
  if (target.localName === 'linearGradient') {
    const from = { x: length('x1', '0%', whole.width), y: length('y1', '0%', whole.height) }
    const to = { x: length('x2', '100%', whole.width), y: length('y2', '0%', whole.height) }
    if (from.x === to.x && from.y === to.y) return hexOf((stops.at(-1) ?? first).color)
    return { kind: 'linear', from, to, stops, matrix }
  }
  const center = { x: length('cx', '50%', whole.width), y: length('cy', '50%', whole.height) }
  const radius = length('r', '50%', Math.hypot(whole.width, whole.height) / Math.SQRT2)
  const focus = [attribute('fx'), attribute('fy')].map((text) => (text ? Number.parseFloat(text) : undefined))
  if ((focus[0] ?? center.x) !== center.x || (focus[1] ?? center.y) !== center.y) report.note('gradient')
  return { kind: 'radial', center, radius, stops, matrix }
}

/** The first transform in a chain of gradients. */
function transformIn(target: Element, chain: readonly Element[]): Matrix {
  const owner = chain.find((one) => one.hasAttribute('gradientTransform')) ?? target
  const list = (owner as SVGGradientElement).gradientTransform?.baseVal
  const matrix = list && list.numberOfItems > 0 ? list.consolidate()?.matrix : undefined
  return matrix ? { a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, e: matrix.e, f: matrix.f } : IDENTITY
}

function stopsOf(gradient: Element, opacity: number): ItemStop[] {
  let last = 0
  return [...gradient.querySelectorAll('stop')].map((stop) => {
    const style = getComputedStyle(stop)
    const text = stop.getAttribute('offset') ?? '0'
    const offset = (Number.parseFloat(text) || 0) / (text.trim().endsWith('%') ? 100 : 1)
    last = Math.min(1, Math.max(last, offset))
    return { color: colorOf(style.stopColor, Number(style.stopOpacity) * opacity), at: last }
  })
}
