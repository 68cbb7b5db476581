import type { Frame } from '@vitrine/contract/document/frame'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import type { StyleLinks } from '@vitrine/contract/document/styles'
import type { Field, Fields } from '@vitrine/contract/fields/field'
import { checkValues, type Values } from '@vitrine/contract/fields/values'
import { isRecord } from '@vitrine/contract/record'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { CONTROLS } from '#fields/controls.ts'

type Part = 'content' | 'look' | 'actions'

/**
 * The form section of a field. A switch belongs to the look if the widget has colors (shadow), otherwise to the
 * content (mute).
 */
function partOf(fields: Fields, field: Field): Part {
  const { part } = CONTROLS[field.type]
  if (part !== 'beside') return part
  return Object.values(fields).some(({ type }) => CONTROLS[type].part === 'look') ? 'look' : 'content'
}
const isLook = (fields: Fields, name: string): boolean => {
  const field = fields[name]
  return field !== undefined && partOf(fields, field) === 'look'
}

export interface Look {
  settings: Values
  types: Readonly<Record<string, string>>
  frame?: Frame
  styles?: StyleLinks
}

export function lookOf(widget: ReadWidget): Look {
  const fields = WIDGET_FIELDS[widget.type] ?? {}
  const names = Object.keys(fields).filter((name) => isLook(fields, name))
  return {
    settings: Object.fromEntries(names.map((name) => [name, widget.settings[name]])),
    types: Object.fromEntries(names.map((name) => [name, fields[name]?.type ?? ''])),
    ...(widget.frame && { frame: widget.frame }),
    ...(widget.styles && { styles: widget.styles }),
  }
}

/** Whether a widget type accepts a value: one type may require what another allows to be empty. */
function takes(type: string, name: string, value: unknown): boolean {
  const field = WIDGET_FIELDS[type]?.[name]
  return field !== undefined && Object.keys(checkValues({ [name]: field }, { [name]: value })).length === 0
}

/** Applies all look settings that the widget's type supports. */
export function withLook(widget: ReadWidget, look: Look): ReadWidget {
  const fields = WIDGET_FIELDS[widget.type] ?? {}
  const taken = Object.entries(look.settings).filter(
    ([name, value]) => fields[name]?.type === look.types[name] && takes(widget.type, name, value),
  )
  const { frame, ...rest } = widget
  const framed = frame === look.frame ? widget : { ...rest, ...(look.frame && { frame: look.frame }) }
  if (taken.length === 0) return framed
  // Where a value has no link now, committing it ends the one before.
  const styles = { ...widget.styles, ...look.styles }
  return {
    ...framed,
    ...(look.styles && { styles }),
    settings: { ...widget.settings, ...Object.fromEntries(taken) },
  }
}

/** Field names by form section. */
export function partsOf(fields: Fields): Record<Part, ReadonlySet<string>> {
  const parts = { content: new Set<string>(), look: new Set<string>(), actions: new Set<string>() }
  for (const [name, field] of Object.entries(fields)) parts[partOf(fields, field)].add(name)
  return parts
}

/** The look settings common to all widget types, with the same kind and choices. */
export function sharedLookOf(types: readonly string[]): Fields {
  const [first, ...others] = [...new Set(types)].map((type) => WIDGET_FIELDS[type] ?? {})
  return Object.fromEntries(
    Object.entries(first ?? {}).filter(
      ([name, field]) =>
        isLook(first ?? {}, name) &&
        others.every((fields) => isLook(fields, name) && fields[name]?.type === field.type),
    ),
  )
}

/** The values shown for several widgets: the first one's, without style parts that differ. */
export function sharedValuesOf(widgets: readonly ReadWidget[], fields: Fields): Values {
  const [first, ...others] = widgets
  return Object.fromEntries(
    Object.keys(fields).map((name) => {
      const value = first?.settings[name]
      if (!isRecord(value)) return [name, value]
      const isShared = (part: string) =>
        others.every(({ settings: { [name]: other } }) => isRecord(other) && other[part] === value[part])
      return [name, Object.fromEntries(Object.entries(value).filter(([part]) => isShared(part)))]
    }),
  )
}

/** Applies a shared value to a widget. Keeps parts that the value omits or the type doesn't support. */
export function withShared(widget: ReadWidget, name: string, value: unknown): ReadWidget {
  const own = widget.settings[name]
  const next = isRecord(own) && isRecord(value) ? { ...own, ...value } : value
  return takes(widget.type, name, next)
    ? { ...widget, settings: { ...widget.settings, [name]: next } }
    : widget
}
