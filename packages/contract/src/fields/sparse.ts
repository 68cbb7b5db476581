import type { Field, Fields } from './field.ts'
import type { Values } from './values.ts'

/** The values that differ from those of untouched fields: the stored form of rarely used settings. */
export const sparse = (fields: Fields, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (!field || value === undefined) return false
      return Array.isArray(value) ? value.length > 0 : value !== untouched(field)
    }),
  )

const untouched = (field: Field): unknown => ('default' in field ? field.default : undefined) ?? ''
