import { meanColor, solidColor } from '#fields/color.ts'
import { checkColor, mayBeEmpty } from '#fields/color-value.ts'
import type { Field, Fields } from '#fields/field.ts'
import { LETTER_PARTS } from '#fields/font-parts.ts'
import { inputsByWidget, type StoredDocument, type StoredWidget } from '#inputs-by-widget.ts'
import { isRecord } from '#record.ts'
import type { StyleKind } from './style-kinds.ts'

/**
 * Named texts and colors of an organization. A widget links fields to them by id (`styles` beside its frame); its settings
 * keep the values, so what doesn't know styles draws it, and a link that leads nowhere changes nothing.
 */

/** `<field>: <style id>`. */
export type StyleLinks = Readonly<Record<string, string>>

/** A font without its alignments, which stay with each text; or a color or gradient. */
export type StyleValue = Readonly<Record<string, unknown>> | string
export interface LinkedStyle {
  kind: StyleKind
  value: StyleValue
}

const KIND_OF: Partial<Record<Field['type'], StyleKind>> = { 'font-settings': 'text', colorPicker: 'color' }

/** The kind of style that a field can have; undefined for fields without styles. */
export const styleKindOf = (field: Field | undefined): StyleKind | undefined => field && KIND_OF[field.type]

/**
 * The value of a field with a style: what the field can't have is left out, such as a gradient where only colors are
 * drawn. The value itself if the style doesn't fit.
 */
export function styledValue(field: Field, value: unknown, style: LinkedStyle): unknown {
  if (styleKindOf(field) !== style.kind) return value
  if (field.type === 'colorPicker') return colorFor(field, String(style.value)) ?? value
  if (field.type !== 'font-settings' || !isRecord(style.value)) return value
  if (field.lettersOnly) return lettersOf(style.value)
  const { alignment = field.default?.alignment ?? 'left', vertical } = isRecord(value) ? value : {}
  const { isBold, isItalic, font, size, ...parts } = style.value
  return { isBold, isItalic, alignment, font, size, ...parts, ...(vertical !== undefined && { vertical }) }
}

const LETTERS: readonly string[] = ['isBold', 'isItalic', 'font', ...LETTER_PARTS]
const lettersOf = (value: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(LETTERS.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])))

function colorFor(field: Field & { type: 'colorPicker' }, color: string): string | undefined {
  const limits = { ...field, allowEmpty: mayBeEmpty(field) }
  const opaque = () => {
    const { r = 0, g = 0, b = 0 } = meanColor(color) ?? {}
    return `rgb(${r}, ${g}, ${b})`
  }
  return [color, solidColor(color), opaque()].find((one) => Object.keys(checkColor(one, limits)).length === 0)
}

/** Whether one of its widgets is linked to a style. */
export const hasLinks = ({ widgets }: { widgets: readonly { styles?: StyleLinks | undefined }[] }): boolean =>
  widgets.some(({ styles }) => styles !== undefined)

/** Ids of the styles that widgets are linked to, each once. */
export const stylesIn = (widgets: readonly { styles?: StyleLinks | undefined }[]): string[] => [
  ...new Set(widgets.flatMap(({ styles }) => Object.values(styles ?? {}))),
]

/** The links that lead to one of these styles from a field that can have it: the same object if all do. */
export function liveLinks(
  fields: Fields,
  links: StyleLinks | undefined,
  styles: ReadonlyMap<string, LinkedStyle>,
): StyleLinks | undefined {
  const live = Object.entries(links ?? {}).filter(([name, id]) => {
    const kind = Object.hasOwn(fields, name) ? styleKindOf(fields[name]) : undefined
    return kind !== undefined && kind === styles.get(id)?.kind
  })
  if (live.length === Object.keys(links ?? {}).length) return links
  return live.length > 0 ? Object.fromEntries(live) : undefined
}

/**
 * A stored document as its styles draw it. Links that lead nowhere are dropped, and their fields keep their values. The
 * same object if that changes nothing.
 */
export function withStyles<D extends StoredDocument>(
  document: D,
  types: Readonly<Record<string, Fields>>,
  styles: ReadonlyMap<string, LinkedStyle>,
): D {
  if (!hasLinks(document)) return document
  const stored = inputsByWidget(document)
  const changed = new Map<string, { kind: string; value: unknown }>()
  const widgets = document.widgets.map((widget) => {
    const { styles: links, ...rest } = widget
    const fields = Object.hasOwn(types, widget.type) ? (types[widget.type] ?? {}) : {}
    const live = liveLinks(fields, links, styles)
    for (const [name, id] of Object.entries(live ?? {})) {
      const [field, style] = [fields[name], styles.get(id)]
      if (!field || !style) continue
      const value = stored.get(widget.id)?.get(name)?.value
      const next = styledValue(field, value, style)
      if (!isSame(value, next)) changed.set(`${widget.id}-${name}`, { kind: field.type, value: next })
    }
    return live === links ? widget : live ? { ...rest, styles: live } : rest
  })
  if (changed.size === 0 && widgets.every((widget, index) => widget === document.widgets[index]))
    return document
  const inputs = document.config.inputs.map((input) => {
    const change = changed.get(input.name)
    changed.delete(input.name)
    return change ? { ...input, value: change.value } : input
  })
  const added = [...changed].map(([name, change]) => ({ name, ...change }))
  return { ...document, widgets, config: { ...document.config, inputs: [...inputs, ...added] } }
}

/** Whether two values of a field are the same, in any order of their parts. */
export function isSame(a: unknown, b: unknown): boolean {
  if (!isRecord(a) || !isRecord(b)) return a === b
  const names = Object.keys({ ...a, ...b })
  return names.every((name) => a[name] === b[name])
}

/** Without links: what screens get. The same object if it has none. */
export function withoutLinks<D extends StoredDocument>(document: D): D {
  if (!hasLinks(document)) return document
  const widgets = document.widgets.map(({ styles: _, ...widget }): StoredWidget => widget)
  return { ...document, widgets }
}
