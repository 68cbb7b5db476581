import type { CellData, FontSettings } from '@vitrine/contract/fields/field'
import { copyWidgets, newWidget, type ReadDocument, type ReadWidget } from '@vitrine/contract/layout-document'
import { type SettingsOf, WIDGET_FIELDS, type WidgetType } from '@vitrine/widgets/definitions'
import { languageOf, partName, type TemplateLanguage } from './language.ts'
import { type Palette, paletteOf } from './palette.ts'

/** Left, top, width, height in layout pixels. */
type Box = readonly [number, number, number, number]

interface Placed {
  /** Layers list and forms say it. */
  name: string
  at: Box
  /** Belongs to the design: everyday forms leave it out. */
  locked?: true
  /** For actions of the same page that lead to it. */
  id?: string
}
type WidgetPart = { [T in WidgetType]: Placed & { type: T; settings?: Partial<SettingsOf<T>> } }[WidgetType]
/** The organization's logo; where it has none, its name in this colour and size. */
type LogoPart = Placed & { type: 'logo'; color: string; size: number; alignment?: FontSettings['alignment'] }
/** Colours are named by their role in the palette, `$accent`; `{organization}` stands for its name. */
export type Part = WidgetPart | LogoPart

export interface TemplatePage {
  width: number
  height: number
  background: string
  parts: readonly Part[]
}

export const TEMPLATE_PURPOSES = ['welcome', 'food', 'information', 'event', 'numbers', 'touch'] as const
export type TemplatePurpose = (typeof TEMPLATE_PURPOSES)[number]

/** A page to begin with, in one or more shapes (landscape first). */
export interface Template {
  id: string
  purpose: TemplatePurpose
  pages: readonly TemplatePage[]
}

export const LANDSCAPE = { width: 1920, height: 1080 } as const
export const PORTRAIT = { width: 1080, height: 1920 } as const
export const WALL = { width: 7560, height: 2160 } as const

/** Letters of the bundled family, which every screen has. */
export const letters = (
  size: number,
  more: Partial<Omit<FontSettings, 'size' | 'font'>> = {},
): FontSettings => ({
  isBold: false,
  isItalic: false,
  alignment: 'left',
  font: 'IBM Plex Sans',
  size,
  ...more,
})

/** A sentence of a ticker. */
export const sentence = (text: string, size: number, isBold = false): CellData => ({
  text,
  isBold,
  isItalic: false,
  size,
})

/** A coloured area behind other parts. */
export const plate = (at: Box, background: string): Part => ({
  type: 'tag',
  name: 'Plate',
  at,
  locked: true,
  settings: { label: '', background },
})

/** Words of one size and colour. */
export const words = (
  name: string,
  at: Box,
  text: string,
  color: string,
  fontSettings: FontSettings,
): WidgetPart => ({ type: 'text', name, at, settings: { text, color, fontSettings } })

/** What a template is painted for. */
export interface TemplateOwner {
  name: string
  primary?: string | null
  accent?: string | null
  /** A picture of the media library. */
  logoId?: string | null
  /** IANA name: what clocks show. */
  timeZone?: string
  /** Language tag: what the template says, and which way it is laid out. English when absent. */
  language?: string
}

interface Paint {
  owner: TemplateOwner
  palette: Palette
  language: TemplateLanguage
}

/** A page of a template as a document of its own, in the owner's colours and language and with new ids. */
export function templateDocument(
  page: TemplatePage,
  owner: TemplateOwner,
  newId: () => string,
): ReadDocument {
  const { width, height, background, parts } = page
  const paint: Paint = { owner, palette: paletteOf(owner), language: languageOf(owner.language ?? '') }
  const widgets = parts.map((part, index) => {
    const widget = widgetOf(part, index, paint)
    if (!paint.language.mirrored) return widget
    return { ...widget, x: width - widget.x - widget.width, settings: mirrored(widget.settings) }
  })
  return {
    width,
    height,
    background: painted(background, paint),
    widgets: copyWidgets(widgets, WIDGET_FIELDS, newId),
  }
}

function widgetOf(part: Part, index: number, paint: Paint): ReadWidget {
  const { owner, language } = paint
  const [x, y, width, height] = part.type === 'logo' && owner.logoId ? logoBox(part) : part.at
  const { type, settings } = part.type === 'logo' ? logoOf(part, owner) : part
  const zone = type === 'date-time' && owner.timeZone ? { timeZone: owner.timeZone } : {}
  const widget = newWidget(
    {
      id: part.id ?? `part${index}`,
      type,
      name: partName(part.name, language),
      zIndex: index + 1,
      x,
      y,
      width,
      height,
      ...(part.locked && { locked: true }),
    },
    WIDGET_FIELDS,
  )
  return { ...widget, settings: { ...widget.settings, ...zone, ...painted(settings ?? {}, paint) } }
}

/** Most logos are at most so many times as wide as high; a wider box would show them away from its edge. */
const LOGO_RATIO = 3
const logoBox = ({ at: [x, y, width, height], alignment }: LogoPart): Box => {
  const wide = Math.min(width, height * LOGO_RATIO)
  return [alignment === 'right' ? x + width - wide : x, y, wide, height]
}

function logoOf(
  { color, size, alignment = 'left' }: LogoPart,
  { logoId }: TemplateOwner,
): { type: WidgetType; settings: object } {
  if (logoId) return { type: 'media-looper', settings: { media: [{ mediaId: logoId, duration: 0 }] } }
  const fontSettings = letters(size, { isBold: true, alignment })
  return { type: 'text', settings: { text: '{organization}', color, fontSettings } }
}

/** A value with its roles, places and words filled in, however deep they lie. */
function painted<T>(value: T, paint: Paint): T {
  const { owner, palette, language } = paint
  if (typeof value === 'string') {
    const role = value.startsWith('$') ? value.slice(1) : ''
    if (Object.hasOwn(palette, role)) return palette[role as keyof Palette] as T
    return language.say(value).replaceAll('{organization}', owner.name) as T
  }
  if (Array.isArray(value)) return value.map((one) => painted(one, paint)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, painted(one, paint)])) as T
}

/** Settings, also those that nobody set, as they are on a page that is read from the other side. */
function mirrored<T>(value: T): T {
  if (Array.isArray(value)) return value.map(mirrored) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'alignment' ? (OTHER_SIDE[String(one)] ?? one) : mirrored(one),
    ]),
  ) as T
}
const OTHER_SIDE: Readonly<Record<string, string>> = { left: 'right', right: 'left' }
