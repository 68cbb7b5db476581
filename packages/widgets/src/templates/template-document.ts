import {
  copyWidgets,
  newWidget,
  type ReadDocument,
  type ReadWidget,
} from '@vitrine/contract/document/layout-document'
import type { Values } from '@vitrine/contract/fields/values'
import { isRecord } from '@vitrine/contract/record'
import { WIDGET_FIELDS, type WidgetType } from '@vitrine/widgets/definitions'
import { isElsewhere, settingsAt, settingsNowhere } from '@vitrine/widgets/place'
import { arabicFont } from './arabic-font.ts'
import { languageOf, partName, type TemplateLanguage } from './language.ts'
import { type Palette, paletteOf } from './palette.ts'
import {
  type Box,
  type LogoPart,
  letters,
  type Part,
  type TemplateOwner,
  type TemplatePage,
} from './template.ts'

interface Paint {
  owner: TemplateOwner
  palette: Palette
  language: TemplateLanguage
}

/** A template's page as a separate document, in the owner's colors and language and with new ids. */
export function templateDocument(
  page: TemplatePage,
  owner: TemplateOwner,
  newId: () => string,
): ReadDocument {
  const { width, height, background, parts } = page
  const paint: Paint = { owner, palette: paletteOf(owner), language: languageOf(owner.language ?? '') }
  const here = parts.filter(
    (part) => part.type === 'logo' || part.essential || !isElsewhere(part.type, owner),
  )
  const widgets = here.map((part, index) => {
    const widget = widgetOf(part, index, paint)
    if (!paint.language.mirrored) return widget
    const settings = mirrored(widget.settings)
    return { ...widget, x: width - widget.x - widget.width, settings: arabicLetters(settings) }
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
  const place = isElsewhere(type, owner) ? settingsNowhere(type) : settingsAt(type, owner)
  return {
    ...widget,
    ...(part.frame && { frame: part.frame }),
    settings: { ...widget.settings, ...place, ...painted(settings ?? {}, paint) },
  }
}

/** The usual maximum aspect ratio of logos; a wider box would detach them from its edge. */
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

/** A gradient with the colors of its roles. */
const inColors = (gradient: string, palette: Palette): string =>
  gradient.replaceAll(/\$(\w+)/g, (role, name) => palette[name as keyof Palette] ?? role)

/** Resolves color roles, positions, and texts in a value, recursively. */
function painted<T>(value: T, paint: Paint): T {
  const { owner, palette, language } = paint
  if (typeof value === 'string') {
    const role = value.startsWith('$') ? value.slice(1) : ''
    if (Object.hasOwn(palette, role)) return palette[role as keyof Palette] as T
    if (value.includes('-gradient(')) return inColors(value, palette) as T
    return language.say(value).replaceAll('{organization}', owner.name) as T
  }
  if (Array.isArray(value)) return value.map((one) => painted(one, paint)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, painted(one, paint)])) as T
}

/** Mirrors settings and defaults for a right-to-left language. */
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
/** With a font that has Arabic letters, which are joined: without spacing, and higher. */
function arabicLetters(settings: Values): Values {
  const { fontSettings: font } = settings
  if (!isRecord(font) || typeof font.font !== 'string') return settings
  const { spacing: _, lineHeight: __, ...rest } = font
  return { ...settings, fontSettings: { ...rest, font: arabicFont(font.font) } }
}

const OTHER_SIDE: Readonly<Record<string, string>> = { left: 'right', right: 'left' }
