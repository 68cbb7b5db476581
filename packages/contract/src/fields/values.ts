import type { ActionEntry } from '#fields/actions.ts'
import { isRecord } from '#record.ts'
import type { Field, Fields, ValuesOf } from './field.ts'
import { fieldError, joinPath, type Kind, type Replacement } from './kind.ts'
import { KINDS } from './kinds.ts'

/** Untyped values of a form by field name. */
export type Values = Readonly<Record<string, unknown>>
/** Rule messages (`rules.ts`) by path: `label`, `options.0.label`, `actions.1.props.storyboardId`. */
export type FieldErrors = Record<string, string>

// Each row is typed for its own fields, and a field only meets its own row.
const kindOf = (field: Field): Kind => KINDS[field.type] as unknown as Kind
const own = (values: Values, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** The value of an untouched field; a new object every time. */
export function defaultOf(field: Field): unknown {
  if ('default' in field && field.default !== undefined)
    return typeof field.default === 'object' ? { ...field.default } : field.default
  return kindOf(field).empty(field)
}

/** What a new form holds. Defaults are written in the description and nowhere else. */
export const defaultsOf = <F extends Fields>(fields: F): ValuesOf<F> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, defaultOf(field)])) as ValuesOf<F>

/**
 * Reads stored values and never throws: missing and unreadable values become the default ("5" is 5), unreadable list
 * entries are dropped, numbers are clamped to their limits. Unknown names are dropped.
 */
export const readValues = <F extends Fields>(fields: F, stored: unknown): ValuesOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = isRecord(stored) ? own(stored, name) : undefined
      const read =
        value === undefined || value === null ? undefined : kindOf(field).read(field, value, readValues)
      return [name, read ?? defaultOf(field)]
    }),
  ) as ValuesOf<F>

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && value.text === '')

/** Whether a field is visible given the other values; a field that depends on a hidden one is hidden too. */
export function isVisible(fields: Fields, name: string, values: Values): boolean {
  const seen = new Set<string>()
  for (let when = fields[name]?.when; when && !seen.has(when.field); when = fields[when.field]?.when) {
    seen.add(when.field)
    if (own(values, when.field) !== when.is) return false
  }
  return true
}

/** Problems of values before saving, by path; hidden fields are not checked. `{}` if all are valid. */
export function checkValues(fields: Fields, values: Values): FieldErrors {
  const errors: FieldErrors = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!isVisible(fields, name, values)) continue
    const value = own(values, name)
    const found =
      field.required && isEmpty(value)
        ? fieldError('required')
        : kindOf(field).check(field, value === undefined ? defaultOf(field) : value, checkValues)
    for (const [path, message] of Object.entries(found)) errors[joinPath(name, path)] = message
  }
  return errors
}

/** Ids of the media that values use, each once, in order of appearance. */
export const mediaIn = (fields: Fields, values: Values): string[] => [
  ...new Set(
    Object.entries(fields).flatMap(
      ([name, field]) => kindOf(field).media?.(field, own(values, name), mediaIn) ?? [],
    ),
  ),
]

/** The actions in values with the name of the (outermost) field that holds them. */
export const actionsIn = (
  fields: Fields,
  values: Values,
): { field: string; actions: readonly ActionEntry[] }[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const actions = kindOf(field).actions?.(field, own(values, name), allActionsIn) ?? []
    return actions.length ? [{ field: name, actions }] : []
  })

const allActionsIn = (fields: Fields, values: Values): readonly ActionEntry[] =>
  actionsIn(fields, values).flatMap(({ actions }) => actions)

/** Replaces known actions, or media entries, in values; everything else stays unchanged. */
export const replaceIn = (fields: Fields, values: Values, by: Replacement): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      const replace = field && kindOf(field).replace
      return [name, replace ? replace(field, value, by, (inner, item) => replaceIn(inner, item, by)) : value]
    }),
  )
