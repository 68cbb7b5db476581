import type { ValuesOf } from '@vitrine/contract/fields/field'
import type { FieldsByType } from '@vitrine/contract/layout-document'
import type { WidgetDefinition } from './definition.ts'
import { mediaLooper } from './media-looper/definition.ts'
import { text } from './text/definition.ts'

/** Every widget type, in the palette's order. A new one is a folder, a line here and a line in `renderers.ts`. */
export const DEFINITIONS = {
  'media-looper': mediaLooper,
  text,
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
