import type { Fields } from '@vitrine/contract/fields/field'

export const WIDGET_GROUPS = ['media', 'information', 'text', 'touch'] as const
export type WidgetGroup = (typeof WIDGET_GROUPS)[number]

/** How *Fit to page* sizes a widget. */
export interface PageFit {
  /** Shares of the page's sides, or of a screen's: the largest of 16:9 that the page holds, turned if need be. */
  of: 'page' | 'screen'
  width: number
  height: number
  /** The size of its letters, as a share of the screen's height. */
  letters?: number
  /** As wide as the page, along this edge. */
  edge?: 'bottom'
}

/** A widget type as data, which the server reads, too. Its renderer is in the same folder. */
export interface WidgetDefinition {
  type: string
  /** The English default of the translated label. */
  label: string
  /** Its group in the palette. */
  group: WidgetGroup
  /** The initial size in layout pixels. */
  size: { width: number; height: number }
  fit: PageFit
  fields: Fields
  /** Settings with which new widgets start where the defaults must draw stored ones as before. */
  starts?: Readonly<Record<string, unknown>>
}
