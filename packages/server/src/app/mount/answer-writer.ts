import type { z } from 'zod'
import { mapPaced } from '#lib/work/pace.ts'

export interface AnswerWriter {
  /** Validates the value with its schema, including every format. */
  checked(value: unknown): string
  /**
   * Writes the same text with less work: only declared fields with type checks, but no text formats (ids, patterns,
   * lengths), which stored values passed when they were saved.
   */
  quick(value: unknown): string
  /** Same text as `quick`. Other calls run while the lists of a long answer are written. */
  paced(value: unknown): Promise<string>
}

/** Copies the declared parts of a value. Throws MISMATCH for anything that only zod can decide. */
type Copy = (value: unknown) => unknown

const MISMATCH = new Error('Not as declared')

/** Compiles a serializer on a route's first response. Undeclared fields never leave the server. */
export function answerWriter(schema: z.ZodType): AnswerWriter {
  let copy: Copy | undefined
  const itemCopies = new Map<string, Copy>()
  const checked = (value: unknown) => JSON.stringify(schema.parse(value))
  const quick = (value: unknown) => {
    // All of them at a start took a quarter of its processor time, and most routes are called seldom.
    copy ??= copyOf(schema)
    try {
      return JSON.stringify(copy(value))
    } catch (error) {
      // Zod explains the problem, or accepts a value that this serializer does not.
      if (error === MISMATCH) return checked(value)
      throw error
    }
  }
  return {
    checked,
    quick,
    async paced(value) {
      const name = longListIn(value)
      const element = name && elementOf(schema, name)
      if (!element) return quick(value)
      copy ??= copyOf(schema)
      const copyItem = itemCopies.get(name) ?? copyOf(element)
      itemCopies.set(name, copyItem)
      try {
        const list = (value as Record<string, unknown[]>)[name] ?? []
        const texts = await mapPaced(list, (item) => JSON.stringify(copyItem(item)))
        const fields = Object.entries(copy({ ...(value as object), [name]: [] }) as object)
          .filter(([, field]) => field !== undefined)
          .map(([key, field]) => [key, key === name ? `[${texts.join(',')}]` : JSON.stringify(field)])
        return `{${fields.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`
      } catch (error) {
        if (error === MISMATCH) return checked(value)
        throw error
      }
    },
  }
}

/** Items that are written within a millisecond or two. */
const SHORT = 200

const longListIn = (value: unknown): string | undefined =>
  Object.entries(value ?? {}).find(([, each]) => Array.isArray(each) && each.length > SHORT)?.[0]

function elementOf(schema: z.ZodType, name: string): z.ZodType | undefined {
  const whole = definitionOf(schema)
  const list = whole.type === 'object' && !whole.catchall && isPlain(whole) ? whole.shape?.[name] : undefined
  return list && isPlain(definitionOf(list)) ? definitionOf(list).element : undefined
}

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

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition

function copyOf(schema: z.ZodType): Copy {
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
const isPlain = ({ checks = [] }: Definition) =>
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
