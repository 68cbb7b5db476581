import type { Field, Fields } from '#fields/field.ts'
import { isRecord } from '#record.ts'
import { searchKey } from '#search-key.ts'
import { SOURCES_LOOKUP, sourcesInText } from './source-data.ts'

/** Keys of the data sources that values reference, each once: selected in a lookup, or named in a bound text. */
export const sourcesIn = (fields: Fields, values: unknown): string[] => [
  ...new Set(
    Object.entries(fields).flatMap(([name, field]) =>
      isRecord(values) && Object.hasOwn(values, name) ? named(field, values[name]) : [],
    ),
  ),
]

function named(field: Field, value: unknown): string[] {
  if (field.type === 'group')
    return Array.isArray(value) ? value.flatMap((item) => sourcesIn(field.item, item)) : []
  if (field.type === 'lookup')
    return field.lookup === SOURCES_LOOKUP && typeof value === 'string' && value ? [searchKey(value)] : []
  return boundText(field, value).flatMap(sourcesInText)
}

/** The texts among values that may contain references. */
export const boundTextsIn = (fields: Fields, values: unknown): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const value = isRecord(values) && Object.hasOwn(values, name) ? values[name] : undefined
    if (field.type === 'group')
      return Array.isArray(value) ? value.flatMap((item) => boundTextsIn(field.item, item)) : []
    return boundText(field, value)
  })

function boundText(field: Field, value: unknown): string[] {
  if (field.type === 'row-rules') return textsOfRules(value)
  const text = field.type === 'cellData' && isRecord(value) ? value.text : value
  return 'bound' in field && field.bound && typeof text === 'string' ? [text] : []
}

/** The values with which rules compare cells. */
const textsOfRules = (value: unknown): string[] =>
  isRecord(value) && Array.isArray(value.rules)
    ? value.rules.flatMap((rule) => (isRecord(rule) && typeof rule.value === 'string' ? [rule.value] : []))
    : []
