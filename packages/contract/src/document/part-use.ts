import type { Field, Fields } from '#fields/field.ts'
import { checkValues, type Values } from '#fields/values.ts'
import type { StoredPartValue } from '#inputs-by-widget.ts'
import type { FieldsByType, ReadDocument, ReadWidget } from './layout-document.ts'

/**
 * A part is a small page that other pages show, each time with different values. A use is a widget of the type `part`
 * with `use` beside its frame; `expanded-page.ts` has the widgets that are drawn in its place.
 */
export interface PartUse {
  /** The id of the part. One that doesn't exist is drawn as nothing. */
  part: string
  /** By the names of the part's values. Those that the part doesn't have are kept, and not used. */
  values?: Values | undefined
}
export type PartValue = StoredPartValue

/** The type of a widget that shows a part. */
export const PART_TYPE = 'part'
/** Widgets of a part, and bytes of its document as JSON. */
export const PART_WIDGETS_MAX = 100
export const PART_BYTES = 64 * 1024
export const PART_VALUES_MAX = 40
export const PART_VALUE_NAME_MAX = 60
/** Fields with one value. */
export const PART_TARGETS_MAX = 20
/** Uses on a page. */
export const USES_MAX = 50
/** Values of a use, as JSON. */
export const USE_VALUES_BYTES = 16 * 1024

const PLAIN: ReadonlySet<string> = new Set(['text', 'multiline', 'url'])

/** Whether a field can be a value of a part: a text, a picture, or a color. */
export function canBeValue(field: Field | undefined): field is Field {
  if (field?.type === 'textbox') return PLAIN.has(field.format ?? 'text')
  return field?.type === 'colorPicker' || field?.type === 'attachment' || field?.type === 'media-zone'
}

export const isUse = (widget: Pick<ReadWidget, 'use'>): widget is ReadWidget & { use: PartUse } =>
  widget.use !== undefined

/** Ids of the parts that widgets show, each once. */
export const partsIn = (widgets: readonly { use?: PartUse | undefined }[]): string[] => [
  ...new Set(widgets.flatMap(({ use }) => use?.part ?? [])),
]

interface Target {
  widget: ReadWidget
  name: string
  field: Field
}

/** The fields that a value of a part sets: those of its first field's kind that are there. */
export function targetsOf(part: ReadDocument, types: FieldsByType, { at }: PartValue): Target[] {
  const found = at.flatMap(({ widget: id, field: name }): Target[] => {
    const widget = part.widgets.find((one) => one.id === id)
    const fields = widget && Object.hasOwn(types, widget.type) ? types[widget.type] : undefined
    const field = fields && Object.hasOwn(fields, name) ? fields[name] : undefined
    return widget && canBeValue(field) ? [{ widget, name, field }] : []
  })
  return found.filter(({ field }) => field.type === found[0]?.field.type)
}

/** The fields of a use's form by the names of the values, with their labels. */
export function fieldsOfPart(part: ReadDocument, types: FieldsByType): Fields {
  const fields = (part.values ?? []).flatMap((value) => {
    const [first] = targetsOf(part, types, value)
    if (!first) return []
    const { when: _, help: __, required: ___, ...field } = first.field
    return [[value.name, { ...field, label: value.label } as Field] as const]
  })
  return Object.fromEntries(fields)
}

/** What the part itself has for its values, by name. */
export const defaultsOfPart = (part: ReadDocument, types: FieldsByType): Values =>
  Object.fromEntries(
    (part.values ?? []).flatMap((value) => {
      const [first] = targetsOf(part, types, value)
      return first ? [[value.name, first.widget.settings[first.name]]] : []
    }),
  )

/** The values of a use: its own, as far as they are valid, else those of the part. */
export function valuesOfUse(part: ReadDocument, types: FieldsByType, { values = {} }: PartUse): Values {
  const fields = fieldsOfPart(part, types)
  const own = Object.entries(fields).filter(
    ([key, field]) =>
      Object.hasOwn(values, key) &&
      Object.keys(checkValues({ [key]: field }, { [key]: values[key] })).length === 0,
  )
  return { ...defaultsOfPart(part, types), ...Object.fromEntries(own.map(([key]) => [key, values[key]])) }
}
