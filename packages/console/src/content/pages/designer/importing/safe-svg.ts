import { ELEMENTS_MOST, Refused, type Report } from './drawn-item.ts'

/** Bytes of a file. */
const SVG_MOST = 4 * 2 ** 20
const DEPTH_MOST = 60
const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'

const DRAWN = [
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'path',
  'image',
  'text',
  'tspan',
  'textPath',
]
const HOLDERS = ['svg', 'g', 'a', 'switch', 'symbol', 'use', 'defs']
const PAINTS = ['linearGradient', 'radialGradient', 'stop', 'pattern', 'clipPath', 'mask', 'marker']
const KEPT: ReadonlySet<string> = new Set([...DRAWN, ...HOLDERS, ...PAINTS])
/** Neither drawn nor missed. */
const SILENT: ReadonlySet<string> = new Set(['style', 'title', 'desc', 'metadata', 'view'])
const ANIMATED = /^(?:animate|animateMotion|animateTransform|set|discard)$/
/** Each of these is kept as it is inside a filter. */
const isFilter = (name: string) => name === 'filter' || /^fe[A-Z]/.test(name)

export interface SafeSvg {
  root: SVGSVGElement
  /** Its rules, without those that load anything. */
  styles: string
}

/**
 * A copy of an untrusted SVG with nothing in it that runs or loads: only elements of the lists above, references within the
 * file, and pictures that it contains. Uses are replaced by copies of what they show, and loose text gets its own element.
 */
export function safeSvg(text: string, report: Report): SafeSvg {
  if (text.length > SVG_MOST) throw new Refused('bytes')
  // Entities could hide anything, or grow without bound.
  if (/<!ENTITY/i.test(text)) throw new Refused('entities')
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  if (parsed.namespaceURI !== SVG || parsed.localName !== 'svg') throw new Refused('broken')
  if (parsed.querySelector('parsererror')) throw new Refused('broken')
  const copier = new Copier(parsed, report)
  const root = copier.copy(parsed, 0)
  if (!root) throw new Refused('broken')
  return { root: root as SVGSVGElement, styles: copier.styles.join('\n') }
}

class Copier {
  readonly styles: string[] = []
  readonly #byId = new Map<string, Element>()
  readonly #report: Report
  #count = 0

  constructor(root: Element, report: Report) {
    this.#report = report
    for (const element of root.querySelectorAll('[id]'))
      if (!this.#byId.has(element.id)) this.#byId.set(element.id, element)
  }

  copy(element: Element, depth: number, uses: readonly string[] = []): SVGElement | undefined {
    const name = element.localName
    if (element.namespaceURI !== SVG || SILENT.has(name)) {
      if (name === 'style') this.#style(element.textContent ?? '')
      return undefined
    }
    if (!KEPT.has(name) && !isFilter(name)) {
      this.#report.note(refusalOf(name))
      return undefined
    }
    this.#count += 1
    if (this.#count > ELEMENTS_MOST) throw new Refused('elements')
    if (depth > DEPTH_MOST) throw new Refused('depth')
    if (name === 'use') return this.#used(element, depth, uses)
    const copy = document.createElementNS(SVG, name)
    this.#attributes(element, copy)
    const isText = name === 'text' || name === 'tspan' || name === 'textPath'
    const isMixed = isText && element.childElementCount > 0
    for (const child of element.childNodes)
      if (child instanceof Element) {
        const inside = this.copy(child, depth + 1, uses)
        if (inside) copy.append(inside)
      } else if (isText && child.nodeType === Node.TEXT_NODE)
        copy.append(looseText(child.nodeValue ?? '', isMixed))
    return copy
  }

  /** A copy of what it refers to, placed as it says. */
  #used(use: Element, depth: number, uses: readonly string[]): SVGElement | undefined {
    const id = (use.getAttribute('href') ?? use.getAttributeNS(XLINK, 'href') ?? '').trim()
    const target = this.#byId.get(id.slice(1))
    if (!id.startsWith('#')) this.#report.note('outside')
    if (!id.startsWith('#') || !target || uses.includes(id)) return undefined
    const group = document.createElementNS(SVG, 'g')
    this.#attributes(use, group, ['x', 'y', 'width', 'height'])
    const place = [use.getAttribute('x'), use.getAttribute('y')].map(
      (value) => Number.parseFloat(value ?? '0') || 0,
    )
    const before = group.getAttribute('transform') ?? ''
    group.setAttribute('transform', `${before} translate(${place.join(',')})`.trim())
    const inside = this.copy(target, depth + 1, [...uses, id])
    if (!inside) return undefined
    inside.removeAttribute('id')
    group.append(inside.localName === 'symbol' ? asSvg(inside, use) : inside)
    return group
  }

  #attributes(from: Element, to: SVGElement, except: readonly string[] = []): void {
    for (const { name, localName, value } of from.attributes) {
      if (/^on/i.test(localName) || except.includes(localName) || localName === 'base') continue
      if (localName === 'href') this.#reference(from, to, value.trim())
      else if (localName === 'style') this.#inline(to, value)
      else if (loads(value)) this.#report.note('outside')
      else if (name === 'xml:space')
        to.setAttribute('style', `${to.getAttribute('style') ?? ''};white-space:pre`)
      else if (!name.includes(':')) to.setAttribute(name, value)
    }
  }

  #reference(from: Element, to: SVGElement, value: string): void {
    const isPicture = from.localName === 'image'
    if (from.localName === 'a') return
    if (isPicture ? /^data:image\/(?:png|jpe?g|webp|gif|svg\+xml)[;,]/i.test(value) : value.startsWith('#'))
      to.setAttribute('href', value)
    else this.#report.note('outside')
  }

  #inline(to: SVGElement, value: string): void {
    if (loads(value)) this.#report.note('outside')
    else to.style.cssText = value
  }

  #style(text: string): void {
    const sheet = new CSSStyleSheet()
    // Ignores imports.
    sheet.replaceSync(text)
    if (/@import/i.test(text)) this.#report.note('outside')
    for (const { cssText } of sheet.cssRules)
      if (/^@(?!media|supports)/i.test(cssText) || loads(cssText)) this.#report.note('outside')
      else this.styles.push(cssText)
  }
}

/** Whether a value or a rule refers to anything but parts of its file. */
const loads = (value: string): boolean =>
  [...value.matchAll(/url\(\s*["']?([^"')]*)/gi)].some(
    ([, address = '']) => !address.trim().startsWith('#'),
  ) || /(?:image-set|src)\(/i.test(value)

const refusalOf = (name: string) =>
  name === 'script'
    ? 'script'
    : name === 'foreignObject'
      ? 'foreign'
      : ANIMATED.test(name)
        ? 'animation'
        : 'unknown'

function looseText(value: string, isMixed: boolean): Node {
  if (!isMixed || value.trim() === '') return document.createTextNode(value)
  const own = document.createElementNS(SVG, 'tspan')
  own.append(value)
  return own
}

/** A used symbol is a picture in a picture. */
function asSvg(symbol: SVGElement, use: Element): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  for (const { name, value } of symbol.attributes) svg.setAttribute(name, value)
  for (const side of ['width', 'height']) svg.setAttribute(side, use.getAttribute(side) ?? '100%')
  svg.append(...symbol.childNodes)
  return svg
}
