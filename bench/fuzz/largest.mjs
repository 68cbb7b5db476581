import { fromSchema } from './from-schema.mjs'

/** Items of a list whose schema names no limit. */
const MANY = 500
const DEPTH_MAX = 5

/**
 * The largest value that a schema names: every field, the longest lists and texts. `idFor(field, n)` returns the id for
 * the n-th item of a list. Rules that a schema can't express may refuse it.
 */
export function largestOf(schema, idFor, part = 1, field = '', n = 0, depth = 0) {
  const { def } = schema._zod
  const inner = (each, name = field, place = n) => largestOf(each, idFor, part, name, place, depth + 1)
  const most = limitOf(def)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, each]) => [name, inner(each, name)]))
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return inner(def.innerType)
    case 'pipe':
      return inner(def.in._zod.def.type === 'transform' ? def.out : def.in)
    case 'lazy':
      return depth > DEPTH_MAX ? null : inner(def.getter())
    case 'union':
      return def.options
        .map((each) => inner(each))
        .sort((one, other) => JSON.stringify(other ?? null).length - JSON.stringify(one ?? null).length)[0]
    case 'array': {
      const length = depth > DEPTH_MAX ? 0 : Math.ceil((most ?? MANY) * part)
      return Array.from({ length }, (_, place) => inner(def.element, field, place))
    }
    case 'tuple':
      return def.items.map((each) => inner(each))
    case 'record':
      return Object.fromEntries(
        Array.from({ length: Math.ceil(MANY * part) }, (_, place) => [`key${place}`, inner(def.valueType)]),
      )
    case 'string': {
      const id = idFor(field, n)
      if (id !== undefined) return id
      const text = fromSchema(schema, FIXED, () => undefined, field)
      const isFree = !def.format && !(def.checks ?? []).some(({ _zod }) => _zod.def.pattern)
      return isFree && most ? `${n} ${'x'.repeat(most)}`.slice(0, most) : text
    }
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    default:
      return fromSchema(schema, FIXED, () => undefined, field)
  }
}

const FIXED = {
  next: () => 0,
  below: () => 0,
  chance: () => false,
  pick: ([first]) => first,
  weighted: ([[, first]]) => (typeof first === 'function' ? first() : first),
}

const limitOf = ({ checks = [] }) =>
  checks.map(({ _zod }) => _zod.def.maximum ?? _zod.def.length).find((each) => typeof each === 'number')

/** The same shape with a wrong value at every place. */
export function wrong(value) {
  if (Array.isArray(value)) return value.map(wrong)
  if (value === null) return 7
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, wrong(each)]))
  return typeof value === 'string' ? 1 : 'wrong'
}
