import type { Frame } from '@vitrine/contract/document/frame'
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
  /** Its corners, shadow, and so on. */
  frame?: Frame
  /** What the page is about: it stays where no city is known, and asks for one. */
  essential?: true
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
/** Colors are palette roles such as `$accent`, also within gradients; `{organization}` is replaced with its name. */
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

/** Font settings, with the font of the interface unless there is another one. */
export const letters = (size: number, more: Partial<Omit<FontSettings, 'size'>> = {}): FontSettings => ({
  isBold: false,
  isItalic: false,
  alignment: 'left',
  font: 'IBM Plex Sans',
  size,
  ...more,
})

type Alignment = FontSettings['alignment']

/** Titles of hotels, restaurants, and halls. */
export const elegant = (size: number, alignment: Alignment = 'left'): FontSettings =>
  letters(size, { font: 'Playfair Display', weight: 600, lineHeight: 116, alignment })
/** Titles and figures of shops, offices, and counters. */
export const strong = (size: number, alignment: Alignment = 'left'): FontSettings =>
  letters(size, { font: 'Montserrat', weight: 700, lineHeight: 116, alignment })
/** A line above a title. */
export const capitals = (size: number, alignment: Alignment = 'left'): FontSettings =>
  letters(size, { font: 'Montserrat', weight: 600, spacing: 16, letterCase: 'uppercase', alignment })

/** Backgrounds whose colors all carry the same texts. */
export const DEEP_GROUND = 'linear-gradient(150deg, $deep 0%, $raised 100%)'
export const PAPER_GROUND = 'linear-gradient(165deg, $paper 0%, $mist 100%)'
export const PRIMARY_GROUND = 'linear-gradient(150deg, $primary 0%, $shade 100%)'

/** Rounded corners, on a soft shadow. */
export const CARD: Frame = { mask: 'rounded', radius: 36, shadow: 36, shadowColor: '#00000038' }
/** Round ends. */
export const PILL: Frame = { mask: 'rounded', radius: 60 }
/** Rounded corners of what is on a card. */
export const ROUND: Frame = { mask: 'rounded', radius: 36 }

/** A ticker's sentence. */
export const sentence = (text: string, size: number, isBold = false): CellData => ({
  text,
  isBold,
  isItalic: false,
  size,
})

/** A filled area behind other parts. */
export const plate = (at: Box, background: string, frame?: Frame): Part => ({
  type: 'tag',
  name: 'Panel',
  at,
  locked: true,
  ...(frame && { frame }),
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
  {
    size,
    font = {},
    ...colors
  }: { size: number; font?: Partial<FontSettings>; color: string; priceColor: string },
): Part => ({
  type: 'text',
  name,
  at,
  settings: {
    text: '',
    ...colors,
    fontSettings: letters(size, { isBold: true, ...font }),
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
