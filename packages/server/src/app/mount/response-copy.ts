import type { z } from 'zod'

/** Copies the declared parts of a value. Throws MISMATCH for anything that only zod can decide. */
export type Copy = (value: unknown) => unknown

export const MISMATCH = new Error('Not as declared')

/** The parts of zod's definitions that are read here. */
interface Definition {
  type: string
  checks?: readonly { _zod: { def: { check: string; format?: string } } }[]
  format?: string
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  element?: z.ZodType
  innerType?: z.ZodType
  getter?: () => z.ZodType
  values?: readonly unknown[]
  entries?: Record<string, string | number>
}

export const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition

export function copyOf(schema: z.ZodType): Copy {
  const definition = definitionOf(schema)
  const { type, shape, element, innerType } = definition
  const byZod: Copy = (value) => schema.parse(value)
  if (!isPlain(definition)) return byZod
  switch (type) {
    case 'string':
      return (value) => (typeof value === 'string' ? value : mismatch())
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : mismatch())
    case 'number':
      return isWhole(definition)
        ? (value) => (Number.isSafeInteger(value) ? value : mismatch())
        : (value) => (Number.isFinite(value) ? value : mismatch())
    case 'enum':
    case 'literal': {
      const known = new Set<unknown>(definition.values ?? Object.values(definition.entries ?? {}))
      return (value) => (known.has(value) ? value : mismatch())
    }
    case 'nullable': {
      const copy = innerType ? copyOf(innerType) : byZod
      return (value) => (value === null ? null : copy(value))
    }
    case 'optional': {
      const copy = innerType ? copyOf(innerType) : byZod
      return (value) => (value === undefined ? undefined : copy(value))
    }
    case 'array':
      return element ? listCopy(copyOf(element)) : byZod
    case 'object':
      return shape && !definition.catchall ? objectCopy(shape) : byZod
    case 'lazy':
      return lazyCopy(definition, byZod)
    default:
      return byZod
  }
}

/** A rule over a whole object or list, or one that changes text, stays zod's. */
export const isPlain = ({ checks = [] }: Definition) =>
  checks.every(({ _zod: { def } }) => def.check !== 'custom' && def.check !== 'overwrite')

const isWhole = ({ format, checks = [] }: Definition) =>
  format === 'safeint' || checks.some(({ _zod: { def } }) => def.format === 'safeint')

function mismatch(): never {
  throw MISMATCH
}

const listCopy =
  (copy: Copy): Copy =>
  (value) =>
    Array.isArray(value) ? value.map(copy) : mismatch()

/** Generates an object literal: all copies share one shape, which makes filling and serializing them twice as fast. */
function objectCopy(shape: Record<string, z.ZodType>): Copy {
  const copies = Object.values(shape).map(copyOf)
  const literal = Object.keys(shape).map((name, index) => {
    const key = JSON.stringify(name)
    return `${key}: copies[${index}](value[${key}])`
  })
  const copyFields = Function('copies', `return (value) => ({ ${literal.join(', ')} })`)(copies) as Copy
  return (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? copyFields(value) : mismatch()
}

/** Recursive schemas: resolved on first use. */
function lazyCopy({ getter }: Definition, byZod: Copy): Copy {
  let copy: Copy | undefined
  return (value) => {
    copy ??= getter ? copyOf(getter()) : byZod
    return copy(value)
  }
}
