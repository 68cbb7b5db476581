import { newWidget, type ReadWidget, WIDGETS_MAX } from '@vitrine/contract/document/layout-document'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import { definitionOf, WIDGET_FIELDS, type WidgetType } from '@vitrine/widgets/definitions'
import type { Rect, Size } from '#content/pages/designer/geometry/rect.ts'
import { freeName } from '#content/pages/designer/state/page.ts'
import { newId } from '#lib/browser/new-id.ts'
import { type Drawing, type DrawnItem, Refused, type Report } from './drawn-item.ts'
import { storedPaint } from './item-paint.ts'
import { at, boundsOf, type Matrix, times } from './matrix.ts'
import { moved, outlineIn, pointsOf } from './path-data.ts'
import { loadLetters, measure } from './text-box.ts'

/** What a drawing becomes: widgets from the back, and the files of those that show one, by a temporary media id. */
export interface Placed {
  widgets: ReadWidget[]
  files: ReadonlyMap<string, File>
}

interface Where {
  page: Size
  /** Names that are taken. */
  names: ReadonlySet<string>
  /** The name of the group that they form. */
  group: string
  /** Enlarged to the page's size, also if it is smaller. */
  fills: boolean
  locale: string
}

/** Widgets for a drawing, in the middle of a page, at most in the page's size. */
export async function placeItems(drawing: Drawing, where: Where): Promise<Placed> {
  const { page, group } = where
  if (drawing.items.flatMap(apart).length > WIDGETS_MAX) throw new Refused('widgets')
  const whole = Math.min(page.width / drawing.width, page.height / drawing.height)
  const scale = where.fills ? whole : Math.min(1, whole)
  const to: Matrix = {
    a: scale,
    b: 0,
    c: 0,
    d: scale,
    e: Math.round((page.width - drawing.width * scale) / 2),
    f: Math.round((page.height - drawing.height * scale) / 2),
  }
  const items = drawing.items.flatMap(apart).map((item) => scaled(item, to, scale))
  const texts = items.flatMap((item) =>
    item.kind === 'text' ? [{ font: fontOf(item), text: item.lines.join('\n') }] : [],
  )
  await loadLetters(texts, where.locale)
  const names = new Set(where.names)
  const files = new Map<string, File>()
  const widgets = items.flatMap((item): ReadWidget[] => {
    const made = madeOf(item, drawing.report, files)
    if (!made) return []
    const name = freeName(names, made.name)
    names.add(name)
    const widget = newWidget({ id: newId(), type: made.type, name, zIndex: 1, ...made.rect }, WIDGET_FIELDS)
    const settings = { ...widget.settings, ...made.settings }
    const frame = Object.keys(made.frame).length > 0 ? { frame: made.frame } : {}
    return [{ ...widget, settings, ...frame, ...(items.length > 1 && { group }) }]
  })
  return { widgets, files }
}

/** A see-through filling and its line are two: a box has one opacity. */
function apart(item: DrawnItem): DrawnItem[] {
  if (item.kind !== 'shape' || !item.stroke || typeof item.fill !== 'string') return [item]
  if (alphaOf(item.fill) === 1) return [item]
  return [
    { ...item, stroke: undefined },
    { ...item, fill: undefined },
  ]
}

function scaled(item: DrawnItem, to: Matrix, by: number): DrawnItem {
  if (item.kind === 'picture') {
    const { x, y, width, height } = item.rect
    return { ...item, rect: { ...at(to, { x, y }), width: width * by, height: height * by } }
  }
  if (item.kind === 'text') {
    const font = { ...item.font, size: item.font.size * by }
    return { ...item, at: at(to, item.at), font, lineStep: item.lineStep * by, width: item.width * by }
  }
  const { fill, stroke, plain } = item
  return {
    ...item,
    steps: moved(item.steps, to),
    ...(plain && { plain: { ...plain, radius: plain.radius * by } }),
    fill: fill && typeof fill !== 'string' ? { ...fill, matrix: times(to, fill.matrix) } : fill,
    stroke: stroke && { ...stroke, width: stroke.width * by },
  }
}

interface Made {
  type: WidgetType
  name: string
  rect: Rect
  settings: object
  frame: Record<string, unknown>
}

const percent = (opacity: number) => (opacity < 0.995 ? { opacity: Math.round(opacity * 100) } : {})
const turned = (degrees: number) => (Math.abs(degrees) > 0.05 ? { rotation: Number(degrees.toFixed(2)) } : {})
/** Of `#rrggbb` and `#rrggbbaa`. */
const alphaOf = (color: string) => (color.length === 9 ? Number.parseInt(color.slice(7), 16) / 255 : 1)
const labelOf = (type: WidgetType) => definitionOf(type)?.label ?? type

function madeOf(item: DrawnItem, report: Report, files: Map<string, File>): Made | undefined {
  if (item.kind === 'text') return textOf(item)
  if (item.kind === 'shape') return shapeOf(item, report)
  const id = newId()
  files.set(id, item.file)
  return {
    type: 'media-looper',
    name: labelOf('media-looper'),
    rect: wholeRect(item.rect),
    settings: { media: [{ mediaId: id, duration: 0 }], fit: 'stretch' },
    frame: { ...percent(item.opacity), ...turned(item.degrees) },
  }
}

/** Pages store whole pixels. */
function wholeRect({ x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.round(x), Math.round(y)]
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.round(x + width) - left),
    height: Math.max(1, Math.round(y + height) - top),
  }
}

/** How far a plain shape may be from whole pixels. */
const NEAR = 0.1
const isNear = ({ x, y, width, height }: Rect) =>
  [x, y, x + width, y + height].every((edge) => Math.abs(edge - Math.round(edge)) < NEAR) &&
  width >= 1 &&
  height >= 1

function shapeOf(item: Extract<DrawnItem, { kind: 'shape' }>, report: Report): Made | undefined {
  const bounds = boundsOf(pointsOf(item.steps))
  const common = { background: 'transparent', label: '' }
  // Gradients of plain shapes follow their sides, others the page.
  if (item.plain && isNear(bounds) && typeof item.fill === 'string') {
    const { fill } = item
    const { shape, radius } = item.plain
    return {
      type: 'tag',
      name: shape === 'ellipse' ? 'Ellipse' : 'Rectangle',
      rect: wholeRect(bounds),
      settings: { ...common, color: fill.slice(0, 7), drawing: shape },
      frame: {
        ...percent(item.opacity * alphaOf(fill)),
        ...(radius >= 0.5 && { mask: 'rounded', radius: Math.round(radius) }),
      },
    }
  }
  const line = item.stroke && item.stroke.color.length > 0 ? item.stroke : undefined
  const width = line ? Math.min(200, Number(line.width.toFixed(2))) : 0
  const edge = width / 2
  const left = Math.floor(bounds.x - edge)
  const top = Math.floor(bounds.y - edge)
  const rect = {
    x: left,
    y: top,
    width: Math.max(1, Math.ceil(bounds.x + bounds.width + edge) - left, Math.ceil(width)),
    height: Math.max(1, Math.ceil(bounds.y + bounds.height + edge) - top, Math.ceil(width)),
  }
  const area = { x: rect.x + edge, y: rect.y + edge, width: rect.width - width, height: rect.height - width }
  const form = { isEvenOdd: item.isEvenOdd, isRound: line?.isRound ?? false, isLine: item.fill === undefined }
  const outline = outlineIn(item.steps, area, form)
  if (outline === undefined) {
    report.note('complex')
    return undefined
  }
  return {
    type: 'tag',
    name: line && item.fill === undefined ? 'Line' : 'Shape',
    rect,
    settings: {
      ...common,
      ...(item.fill !== undefined && { color: opaque(storedPaint(item.fill, safe(area), report)) }),
      outline,
    },
    frame: {
      ...percent(item.opacity * (typeof item.fill === 'string' ? alphaOf(item.fill) : 1)),
      ...(line && { borderWidth: width, borderColor: line.color }),
    },
  }
}

/** A color alone: how see-through it is, is the box's. */
const opaque = (paint: string) => (paint.startsWith('#') ? paint.slice(0, 7) : paint)
/** A gradient needs an area. */
const safe = (area: Rect): Rect => ({
  ...area,
  width: Math.max(0.01, area.width),
  height: Math.max(0.01, area.height),
})

const WEIGHTS = [300, 400, 500, 600, 700, 900]

type TextItem = Extract<DrawnItem, { kind: 'text' }>

function fontOf({ font, alignment, lineStep, lines, underline }: TextItem): FontSettings {
  const size = Math.max(1, Number(font.size.toFixed(2)))
  const weight = WEIGHTS.reduce((best, one) =>
    Math.abs(one - font.weight) < Math.abs(best - font.weight) ? one : best,
  )
  const spacing = Math.max(-20, Math.min(100, Math.round(font.spacing * 100)))
  const lineHeight = lines.length > 1 ? Math.round(Math.max(70, Math.min(300, (lineStep / size) * 100))) : 130
  return {
    font: font.name,
    size,
    isBold: weight >= 600,
    isItalic: font.isItalic,
    alignment,
    ...(weight !== 400 && weight !== 700 && { weight: weight as 300 }),
    ...(spacing !== 0 && { spacing }),
    ...(lineHeight !== 130 && { lineHeight }),
    ...(underline && { decoration: 'underline' as const }),
  }
}

/** Room beside the words, in their size: screens may draw letters a little wider. */
const ROOM = 0.3

function textOf(item: TextItem): Made {
  const text = item.lines.join('\n')
  const font = fontOf(item)
  const { width: own, baseline } = measure(font, text)
  const room = font.size * ROOM
  const width = Math.ceil(Math.max(own, 1) + room) + 1
  const height = Math.ceil((item.lines.length * font.size * (font.lineHeight ?? 130)) / 100) + 1
  const before = { left: 0, center: width / 2, right: width }[item.alignment]
  // The box turns around its middle, the text around its place.
  const [sin, cos] = [Math.sin((item.degrees * Math.PI) / 180), Math.cos((item.degrees * Math.PI) / 180)]
  const [dx, dy] = [width / 2 - before, height / 2 - baseline]
  const middle = { x: item.at.x + cos * dx - sin * dy, y: item.at.y + sin * dx + cos * dy }
  return {
    type: 'text',
    name: labelOf('text'),
    rect: { x: Math.round(middle.x - width / 2), y: Math.round(middle.y - height / 2), width, height },
    settings: { text, fontSettings: font, color: item.color.slice(0, 7) },
    frame: { ...percent(item.opacity * alphaOf(item.color)), ...turned(item.degrees) },
  }
}
