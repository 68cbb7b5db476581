import type { CellData } from '@vitrine/contract/fields/kinds/cell-data'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import type { SettingsOf, WidgetType } from '@vitrine/widgets/definitions'
import type { DrawingName } from '@vitrine/widgets/drawings/names'
import type { Place } from '@vitrine/widgets/place'

/** Left, top, width, height in layout pixels. */
export type Box = readonly [number, number, number, number]

interface Placed {
  /** Shown in the layers list and in forms. */
  name: string
  at: Box
  /** Part of the design: everyday forms omit it. */
  locked?: true
  /** Referenced by actions of the same page. */
  id?: string
}
type WidgetPart = { [T in WidgetType]: Placed & { type: T; settings?: Partial<SettingsOf<T>> } }[WidgetType]
/** The organization's logo; without one, its name in this color and size. */
export type LogoPart = Placed & {
  type: 'logo'
  color: string
  size: number
  alignment?: FontSettings['alignment']
}
/** Colors are palette roles such as `$accent`; `{organization}` is replaced with its name. */
export type Part = WidgetPart | LogoPart

export interface TemplatePage {
  width: number
  height: number
  background: string
  parts: readonly Part[]
}

export const INDUSTRIES = [
  'general',
  'cafe',
  'restaurant',
  'grocery',
  'retail',
  'hotel',
  'mosque',
  'church',
  'school',
  'clinic',
  'office',
  'bank',
  'gym',
  'salon',
  'factory',
  'transport',
  'realEstate',
  'museum',
  'event',
] as const
export type Industry = (typeof INDUSTRIES)[number]

/** A template, in one or more shapes (landscape first). */
export interface Template {
  id: string
  industries: readonly Industry[]
  /** The colors for organizations that have set none. */
  colours?: { primary: string; accent: string }
  pages: readonly TemplatePage[]
}

export const LANDSCAPE = { width: 1920, height: 1080 } as const
export const PORTRAIT = { width: 1080, height: 1920 } as const
export const WALL = { width: 7560, height: 2160 } as const

/** Font settings with the bundled font, which every screen has. */
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

/** A ticker's sentence. */
export const sentence = (text: string, size: number, isBold = false): CellData => ({
  text,
  isBold,
  isItalic: false,
  size,
})

/** A filled area behind other parts. */
export const plate = (at: Box, background: string): Part => ({
  type: 'tag',
  name: 'Panel',
  at,
  locked: true,
  settings: { label: '', background },
})

/** A two-color drawing on a transparent background. */
export const drawn = (at: Box, drawing: DrawingName, color: string, secondColor = color): Part => ({
  type: 'tag',
  name: 'Drawing',
  at,
  locked: true,
  settings: { label: '', background: 'transparent', drawing, color, secondColor },
})

/** Text in one size and color. */
export const words = (
  name: string,
  at: Box,
  text: string,
  color: string,
  fontSettings: FontSettings,
): Part => ({ type: 'text', name, at, settings: { text, color, fontSettings } })

/** A price list as one text widget. */
export const priceList = (
  name: string,
  at: Box,
  rows: readonly (readonly [label: string, note: string, price: string])[],
  { size, ...colors }: { size: number; color: string; priceColor: string },
): Part => ({
  type: 'text',
  name,
  at,
  settings: {
    text: '',
    ...colors,
    fontSettings: letters(size, { isBold: true }),
    rows: rows.map(([label, note, price]) => ({ label, note, price })),
  },
})

/** The organization that a template is rendered for. */
export interface TemplateOwner extends Place {
  name: string
  primary?: string | null
  accent?: string | null
  /** The id of a picture in the media library. */
  logoId?: string | null
  /** A language tag: the template's texts and direction. English if absent. */
  language?: string
}
