import type { FieldsByType } from '@vitrine/contract/document/layout-document'
import type { ValuesOf } from '@vitrine/contract/fields/field'
import { button } from './button/definition.ts'
import { checkbox } from './checkbox/definition.ts'
import { comment } from './comment/definition.ts'
import { dateTime } from './date-time/definition.ts'
import type { WidgetDefinition } from './definition.ts'
import { dropdown } from './dropdown/definition.ts'
import { link } from './link/definition.ts'
import { mediaLooper } from './media-looper/definition.ts'
import { prayer } from './prayer/definition.ts'
import { radio } from './radio/definition.ts'
import { rating } from './rating/definition.ts'
import { rss } from './rss/definition.ts'
import { stickyNote } from './sticky-note/definition.ts'
import { tag } from './tag/definition.ts'
import { text } from './text/definition.ts'
import { ticker } from './ticker/definition.ts'
import { weather } from './weather/definition.ts'

/** Every widget type, in the palette's order. A new one is a folder, a line here and a line in `renderers.ts`. */
export const DEFINITIONS = {
  'media-looper': mediaLooper,
  'date-time': dateTime,
  prayer,
  weather,
  ticker,
  rss,
  text,
  'sticky-note': stickyNote,
  button,
  comment,
  dropdown,
  link,
  rating,
  radio,
  checkbox,
  tag,
} as const satisfies Readonly<Record<string, WidgetDefinition>>

export type WidgetType = keyof typeof DEFINITIONS
export type SettingsOf<T extends WidgetType> = ValuesOf<(typeof DEFINITIONS)[T]['fields']>
export const WIDGET_TYPES = Object.keys(DEFINITIONS) as WidgetType[]

/** What readers of documents want to know of the types. */
export const WIDGET_FIELDS: FieldsByType = Object.fromEntries(
  Object.entries(DEFINITIONS).map(([type, definition]) => [type, definition.fields]),
)

/** `undefined` for a type that this version does not have. */
export const definitionOf = (type: string): WidgetDefinition | undefined =>
  Object.hasOwn(DEFINITIONS, type) ? DEFINITIONS[type as WidgetType] : undefined
