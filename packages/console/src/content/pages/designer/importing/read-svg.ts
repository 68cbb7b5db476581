import type { Rect } from '#content/pages/designer/geometry/rect.ts'
import {
  type Drawing,
  type DrawnItem,
  type ItemPaint,
  PICTURES_MOST,
  type Reason,
  Refused,
  Report,
} from './drawn-item.ts'
import { at, boundsOf, type Matrix, meanScale, rectIn, turnOf } from './matrix.ts'
import { moved, pointsOf } from './path-data.ts'
import { safeSvg } from './safe-svg.ts'
import { type colorOf, hexOf, paintOf, referenceIn } from './svg-paint.ts'
import { embeddedPicture, pictureOf } from './svg-picture.ts'
import { stepsOf } from './svg-shapes.ts'
import { textItems } from './svg-text.ts'

/**
 * Reads an untrusted SVG as shapes, texts, and pictures, in its own pixels. What pages can't have is kept as a picture of that
 * part. Throws `Refused`.
 */
export async function readSvg(text: string): Promise<Drawing> {
  const report = new Report()
  const { root, styles } = safeSvg(text, report)
  const holder = document.createElement('div')
  // Outside of what anyone sees, but laid out: sizes of texts are measured.
  holder.style.cssText =
    'position:fixed;left:0;top:0;width:0;height:0;overflow:hidden;visibility:hidden;contain:strict'
  holder.inert = true
  const shadow = holder.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  // The page's own styles for letters end at the root.
  sheet.replaceSync(`:host{all:initial}svg{visibility:visible;text-rendering:geometricPrecision}\n${styles}`)
  shadow.adoptedStyleSheets = [sheet]
  shadow.append(root)
  document.body.append(holder)
  try {
    const size = sizeOf(root)
    root.setAttribute('width', String(size.width))
    root.setAttribute('height', String(size.height))
    await document.fonts.ready
    const reader = new Reader(root, styles, report)
    await reader.children(root, 1)
    if (reader.items.length === 0) throw new Refused('empty')
    return { ...size, items: reader.items, report }
  } finally {
    holder.remove()
  }
}

/** The sides of an SVG in pixels. Throws `Refused`. */
export const svgSize = (text: string): { width: number; height: number } =>
  sizeOf(safeSvg(text, new Report()).root)

/** Sides in pixels: its own, those of its view, or as browsers do without either. */
function sizeOf(root: SVGSVGElement): { width: number; height: number } {
  const { width: across, height: down } = root.viewBox.baseVal ?? { width: 0, height: 0 }
  const own = (name: 'width' | 'height') =>
    /%\s*$/.test(root.getAttribute(name) ?? '%') ? undefined : root[name].baseVal.value || undefined
  const ratio = across > 0 && down > 0 ? across / down : undefined
  const width = own('width') ?? (own('height') && ratio ? (own('height') ?? 0) * ratio : across || 300)
  const height = own('height') ?? (ratio ? width / ratio : down || 150)
  const most = 20_000 / Math.max(width, height)
  return most < 1 ? { width: width * most, height: height * most } : { width, height }
}

/** Points of a shape that a page stores; about 14 characters each. */
const POINTS_MOST = 1300

class Reader {
  readonly items: DrawnItem[] = []
  readonly #root: SVGSVGElement
  readonly #styles: string
  readonly #report: Report
  /** What is shown of the drawing, at the origin. */
  readonly #glass: Rect
  readonly #corner: { left: number; top: number }
  #pictures = 0

  constructor(root: SVGSVGElement, styles: string, report: Report) {
    this.#root = root
    this.#styles = styles
    this.#report = report
    const { left, top, width, height } = root.getBoundingClientRect()
    this.#corner = { left, top }
    this.#glass = { x: 0, y: 0, width, height }
  }

  async children(holder: Element, opacity: number): Promise<void> {
    for (const child of holder.children) {
      if (!(child instanceof SVGGraphicsElement)) continue
      await this.#element(child, opacity)
      // The first of a switch that is drawn is the only one.
      if (holder.localName === 'switch') return
    }
  }

  async #element(element: SVGGraphicsElement, outer: number): Promise<void> {
    const style = getComputedStyle(element)
    const name = element.localName
    if (
      style.display === 'none' ||
      name === 'defs' ||
      name === 'symbol' ||
      name === 'clipPath' ||
      name === 'mask'
    )
      return
    const opacity = outer * Number(style.opacity)
    if (opacity < 0.004) return
    const reason = this.#pictureReason(element, style)
    if (reason) return this.#picture(element, opacity, reason)
    if (['g', 'a', 'switch', 'svg'].includes(name)) return this.children(element, opacity)
    if (style.visibility !== 'visible') return
    if (element instanceof SVGTextElement) return this.#text(element, opacity)
    if (element instanceof SVGImageElement) return this.#image(element, opacity)
    if (element instanceof SVGGeometryElement) return this.#shape(element, style, opacity)
  }

  /** Why an element can only be kept as a picture. */
  #pictureReason(element: SVGGraphicsElement, style: CSSStyleDeclaration): Reason | undefined {
    if (style.filter !== 'none') return 'filter'
    if (style.maskImage !== undefined && style.maskImage !== 'none') return 'mask'
    if (style.clipPath !== 'none' && !this.#isInside(element, referenceIn(style.clipPath))) return 'clip'
    if (style.mixBlendMode !== 'normal') return 'blend'
    if (Number(style.opacity) < 1 && drawnIn(element) > 1) return 'group'
    return undefined
  }

  /** Whether a clip is a rect that cuts nothing off, as design programs put around everything. */
  #isInside(element: SVGGraphicsElement, id: string | undefined): boolean {
    const clip = id === undefined ? null : this.#root.querySelector(`#${CSS.escape(id)}`)
    const [only, ...more] = clip?.children ?? []
    if (!clip || more.length > 0 || !(only instanceof SVGRectElement) || only.rx.baseVal.value > 0)
      return false
    if (clip.getAttribute('clipPathUnits') === 'objectBoundingBox' || clip.hasAttribute('transform'))
      return false
    if (only.hasAttribute('transform')) return false
    const box = element.getBBox()
    const [x, y] = [only.x.baseVal.value, only.y.baseVal.value]
    const [width, height] = [only.width.baseVal.value, only.height.baseVal.value]
    const near = 0.01 * Math.max(width, height)
    return (
      (box.x >= x - near &&
        box.y >= y - near &&
        box.x + box.width <= x + width + near &&
        box.y + box.height <= y + height + near) ||
      // The edge of the drawing cuts it anyway.
      isAround(rectIn(this.#matrix(element), { x, y, width, height }), this.#glass)
    )
  }

  #matrix(element: SVGGraphicsElement): Matrix {
    const m = element.getScreenCTM()
    if (!m) return { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }
    return { a: m.a, b: m.b, c: m.c, d: m.d, e: m.e - this.#corner.left, f: m.f - this.#corner.top }
  }

  #isOutside({ x, y, width, height }: Rect): boolean {
    return x > this.#glass.width || y > this.#glass.height || x + width < 0 || y + height < 0
  }

  async #shape(element: SVGGeometryElement, style: CSSStyleDeclaration, opacity: number): Promise<void> {
    const { steps, plain } = stepsOf(element)
    if (steps.length === 0) return
    const matrix = this.#matrix(element)
    const given = { root: this.#root, element, matrix, report: this.#report }
    const isLine = element instanceof SVGLineElement
    const fill = isLine ? undefined : paintOf(style.fill, Number(style.fillOpacity), given)
    const stroke = paintOf(style.stroke, Number(style.strokeOpacity), given)
    const width = strokeWidth(style, matrix)
    const hasStroke = stroke !== undefined && width > 0
    const reason = this.#shapeReason(style, { fill, stroke: hasStroke ? stroke : undefined, matrix })
    if (reason) return this.#picture(element, opacity, reason)
    if (hasStroke && typeof stroke !== 'string') this.#report.note('strokePaint')
    const inPage = moved(steps, matrix)
    if (pointsOf(inPage).length > POINTS_MOST) return this.#picture(element, opacity, 'complex')
    const bounds = boundsOf(pointsOf(inPage))
    if (this.#isOutside(bounds) || (!hasStroke && fill === undefined)) return
    if (!isAround(this.#glass, bounds)) this.#report.note('edges')
    const isUpright = matrix.b === 0 && matrix.c === 0
    this.items.push({
      kind: 'shape',
      ...(plain &&
        isUpright &&
        !hasStroke &&
        matrix.a > 0 &&
        matrix.d > 0 && {
          plain: { ...plain, radius: plain.radius * meanScale(matrix) },
        }),
      steps: inPage,
      isEvenOdd: style.fillRule === 'evenodd',
      fill: fill as Exclude<typeof fill, 'picture'>,
      stroke: hasStroke
        ? {
            color: typeof stroke === 'string' ? stroke : meanOf(stroke),
            width,
            isRound: style.strokeLinecap === 'round' || style.strokeLinejoin === 'round',
          }
        : undefined,
      opacity,
    })
  }

  #shapeReason(
    style: CSSStyleDeclaration,
    { fill, stroke, matrix }: { fill: ItemPaint | 'picture' | undefined; stroke: unknown; matrix: Matrix },
  ): Reason | undefined {
    if (fill === 'picture' || stroke === 'picture') return 'pattern'
    if (isSeeThrough(fill)) return 'seeThrough'
    if (['markerStart', 'markerMid', 'markerEnd'].some((name) => style[name as 'markerStart'] !== 'none'))
      return 'marker'
    if (stroke === undefined) return undefined
    if (style.strokeDasharray !== 'none') return 'dashes'
    // A line that is thicker across than down.
    const [across, down] = [Math.hypot(matrix.a, matrix.b), Math.hypot(matrix.c, matrix.d)]
    const isUneven = Math.max(across, down) / Math.min(across, down) > 1.1
    return isUneven && strokeWidth(style, matrix) > 1.5 ? 'slanted' : undefined
  }

  async #text(element: SVGTextElement, opacity: number): Promise<void> {
    if (element.querySelector('textPath')) return this.#picture(element, opacity, 'textPath')
    const matrix = this.#matrix(element)
    const items = textItems(element, matrix, opacity, this.#report, (leaf) => {
      const style = getComputedStyle(leaf)
      return paintOf(style.fill, Number(style.fillOpacity), {
        root: this.#root,
        element: leaf,
        matrix,
        report: this.#report,
      })
    })
    if (!items) return this.#picture(element, opacity, 'slanted')
    this.items.push(...items)
  }

  async #image(element: SVGImageElement, opacity: number): Promise<void> {
    const turn = turnOf(this.#matrix(element))
    const file = turn && (await embeddedPicture(element.href.baseVal))
    if (!turn || !file)
      return element.href.baseVal === '' ? undefined : this.#picture(element, opacity, 'slanted')
    const ratio = element.getAttribute('preserveAspectRatio') ?? ''
    const size = await naturalSize(file)
    if (!size || /slice/.test(ratio)) return this.#picture(element, opacity, 'clip')
    const box = {
      x: element.x.baseVal.value,
      y: element.y.baseVal.value,
      width: element.width.baseVal.value || size.width,
      height: element.height.baseVal.value || size.height,
    }
    const shown = /^\s*none/.test(ratio) ? box : contained(box, size)
    const middle = at(this.#matrix(element), { x: shown.x + shown.width / 2, y: shown.y + shown.height / 2 })
    const [width, height] = [shown.width * turn.across, shown.height * turn.down]
    if (this.#isFull()) return
    const rect = { x: middle.x - width / 2, y: middle.y - height / 2, width, height }
    this.items.push({ kind: 'picture', file, rect, degrees: turn.degrees, opacity })
  }

  #isFull(): boolean {
    this.#pictures += 1
    if (this.#pictures > PICTURES_MOST) this.#report.note('pictures')
    return this.#pictures > PICTURES_MOST
  }

  #picture(element: SVGGraphicsElement, opacity: number, reason: Reason): void {
    const style = getComputedStyle(element)
    const matrix = this.#matrix(element)
    const box = rectIn(matrix, element.getBBox())
    // Shadows and lines are around the box.
    const edge =
      strokeWidth(style, matrix) +
      (reason === 'filter' ? Math.max(20, 0.25 * Math.max(box.width, box.height)) : 2)
    const spread = grown(box, reason === 'marker' ? edge * 6 : edge)
    const left = Math.max(0, Math.floor(spread.x))
    const top = Math.max(0, Math.floor(spread.y))
    const area = {
      x: left,
      y: top,
      width: Math.ceil(Math.min(this.#glass.width, spread.x + spread.width)) - left,
      height: Math.ceil(Math.min(this.#glass.height, spread.y + spread.height)) - top,
    }
    if (!(area.width > 0 && area.height > 0) || this.#isFull()) return
    this.#report.note(reason)
    const file = pictureOf(this.#root, this.#styles, element, area)
    this.items.push({ kind: 'picture', file, rect: area, degrees: 0, opacity })
  }
}

const grown = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

/** Whether `outer` is around `inner`. */
const isAround = (outer: Rect, inner: Rect): boolean =>
  outer.x <= inner.x + 1 &&
  outer.y <= inner.y + 1 &&
  outer.x + outer.width >= inner.x + inner.width - 1 &&
  outer.y + outer.height >= inner.y + inner.height - 1

/** How many elements a group draws. */
const drawnIn = (element: Element): number =>
  element.querySelectorAll('rect,circle,ellipse,line,polyline,polygon,path,image,text').length

const strokeWidth = (style: CSSStyleDeclaration, matrix: Matrix): number =>
  style.stroke === 'none'
    ? 0
    : Number.parseFloat(style.strokeWidth) *
      (style.getPropertyValue('vector-effect') === 'non-scaling-stroke' ? 1 : meanScale(matrix))

/** Whether it is a gradient with see-through colors, which shapes of pages don't have. */
const isSeeThrough = (paint: ItemPaint | 'picture' | undefined): boolean =>
  typeof paint === 'object' && paint.stops.some(({ color }) => color[3] < 0.996)

/** The mean color of a gradient. */
function meanOf(paint: { stops: readonly { color: ReturnType<typeof colorOf> }[] }): string {
  const mean = (part: 0 | 1 | 2 | 3) =>
    paint.stops.reduce((sum, { color }) => sum + color[part], 0) / paint.stops.length
  return hexOf([mean(0), mean(1), mean(2), mean(3)])
}

async function naturalSize(file: File): Promise<{ width: number; height: number } | undefined> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return { width: image.naturalWidth, height: image.naturalHeight }
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(url)
  }
}

function contained(box: Rect, size: { width: number; height: number }): Rect {
  const scale = Math.min(box.width / size.width, box.height / size.height)
  const [width, height] = [size.width * scale, size.height * scale]
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height }
}
