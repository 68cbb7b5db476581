import type { Fields } from '@vitrine/contract/fields/field'

export const WIDGET_GROUPS = ['media', 'information', 'text', 'touch'] as const
export type WidgetGroup = (typeof WIDGET_GROUPS)[number]

/** A widget type as data, which the server reads, too. Its renderer is in the same folder. */
export interface WidgetDefinition {
  type: string
  /** The English default of the translated label. */
  label: string
  /** Its group in the palette. */
  group: WidgetGroup
  /** The initial size in layout pixels. */
  size: { width: number; height: number }
  fields: Fields
  /** Settings with which new widgets start where the defaults must draw stored ones as before. */
  starts?: Readonly<Record<string, unknown>>
}
