import type { FieldsByType } from '@vitrine/contract/document/layout-document'
import type { ValuesOf } from '@vitrine/contract/fields/field'
import type { WidgetDefinition } from './definition.ts'
import { button } from './kinds/button/definition.ts'
import { checkbox } from './kinds/checkbox/definition.ts'
import { comment } from './kinds/comment/definition.ts'
import { dateTime } from './kinds/date-time/definition.ts'
import { dropdown } from './kinds/dropdown/definition.ts'
import { link } from './kinds/link/definition.ts'
import { mediaLooper } from './kinds/media-looper/definition.ts'
import { prayer } from './kinds/prayer/definition.ts'
import { radio } from './kinds/radio/definition.ts'
import { rating } from './kinds/rating/definition.ts'
import { rss } from './kinds/rss/definition.ts'
import { stickyNote } from './kinds/sticky-note/definition.ts'
import { tag } from './kinds/tag/definition.ts'
import { text } from './kinds/text/definition.ts'
import { ticker } from './kinds/ticker/definition.ts'
import { weather } from './kinds/weather/definition.ts'

/** All widget types, in the palette's order. CONTRIBUTING.md explains how to add one. */
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

/** The fields of every type, for parsing documents. */
export const WIDGET_FIELDS: FieldsByType = Object.fromEntries(
  Object.entries(DEFINITIONS).map(([type, definition]) => [type, definition.fields]),
)

/** `undefined` for an unknown type, for example of a newer version. */
export const definitionOf = (type: string): WidgetDefinition | undefined =>
  Object.hasOwn(DEFINITIONS, type) ? DEFINITIONS[type as WidgetType] : undefined
