import type { z } from 'zod'
import { eachPaced } from '#lib/work/pace.ts'

export interface AnswerWriter {
  /** Validates the value with its schema, including every format. */
  checked(value: unknown): string
  /**
   * Writes the same text with less work: only declared fields with type checks, but no text formats (ids, patterns,
   * lengths), which stored values passed when they were saved.
   */
  quick(value: unknown): string
  /**
   * Same text as `quick`. Other calls run while the lists of a long answer are written. A long text is returned in
   * pieces: one string of it would have to be joined, copied, and sent without a break.
   */
  paced(value: unknown): Promise<string | Buffer[]>
  /** The list of an answer in parts, `first` among them; undefined if its items can't be written one by one. */
  listIn(first: unknown): PartedList | undefined
}

interface PartedList {
  /** The JSON before and after the items. */
  before: string
  after: string
  /** The items of a part. */
  pieces(part: unknown, isFirst: boolean): Promise<Buffer[]>
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
    listIn(first) {
      const path = pathOf(first)
      const element = path && elementOf(schema, path[0], path[1])
      if (!element) return undefined
      copy ??= copyOf(schema)
      const copyItem = copyOf(element)
      const textOf = (item: unknown) => {
        try {
          return JSON.stringify(copyItem(item))
        } catch (error) {
          if (error === MISMATCH) return JSON.stringify(element.parse(item))
          throw error
        }
      }
      const [before, after] = textsAround(
        copy(withoutRows(first, path)) as object,
        path.filter((name) => name !== undefined),
      )
      return {
        before,
        after,
        async pieces(part, isFirst) {
          const { pieces, rest } = await piecesOf(listAt(part, path), textOf, '', isFirst ? '' : ',')
          return rest ? [...pieces, Buffer.from(rest)] : pieces
        },
      }
    },
    async paced(value) {
      const name = longListIn(value)
      const element = name && elementOf(schema, name)
      if (!element) return quick(value)
      copy ??= copyOf(schema)
      const copyItem = itemCopies.get(name) ?? copyOf(element)
      itemCopies.set(name, copyItem)
      try {
        const list = (value as Record<string, unknown[]>)[name] ?? []
        const [before, after] = textsAround(copy({ ...(value as object), [name]: [] }) as object, [name])
        const { pieces, rest } = await piecesOf(list, (item) => JSON.stringify(copyItem(item)), before)
        return pieces.length > 0 ? [...pieces, Buffer.from(rest + after)] : rest + after
      } catch (error) {
        if (error === MISMATCH) return checked(value)
        throw error
      }
    },
  }
}

/** The texts of items with commas between them, after `text`; `rest`: the last of it, which is less than a piece. */
async function piecesOf(
  list: readonly unknown[],
  textOf: (item: unknown) => string,
  text: string,
  comma = '',
) {
  const pieces: Buffer[] = []
  let rest = text
  let between = comma
  await eachPaced(list, (item) => {
    rest += between + textOf(item)
    between = ','
    if (rest.length < PIECE) return
    pieces.push(Buffer.from(rest))
    rest = ''
  })
  return { pieces, rest }
}

/** Items that are written within a millisecond or two. */
const SHORT = 200

/** Characters of a piece, which is copied and sent within a fraction of a millisecond. */
const PIECE = 200_000

/** The JSON before and after the items of one of an object's lists. */
function textsAround(
  value: object,
  [list = '', ...inner]: readonly string[],
): [before: string, after: string] {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  const place = fields.findIndex(([name]) => name === list)
  const written = fields.map(([name, field]) => `${JSON.stringify(name)}:${JSON.stringify(field)}`)
  const [start, end] = inner.length > 0 ? textsAround(fields[place]?.[1] as object, inner) : ['[', ']']
  const before = [...written.slice(0, place), `${JSON.stringify(list)}:${start}`]
  return [`{${before.join(',')}`, `${[end, ...written.slice(place + 1)].join(',')}}`]
}

/** Where the rows of a list's answer are: a list of the answer, or the media of its folder. */
function pathOf(value: unknown): [string, string?] | undefined {
  const fields = Object.entries(value ?? {})
  const list = fields.find(([, field]) => Array.isArray(field))
  if (list) return [list[0]]
  const folder = fields.find(([, field]) => Array.isArray((field as { media?: unknown } | null)?.media))
  return folder && [folder[0], 'media']
}

const listAt = (value: unknown, [name, inner]: readonly [string, string?]): unknown[] => {
  const field = (value as Record<string, unknown>)[name] as Record<string, unknown[]>
  return inner === undefined ? (field as unknown as unknown[]) : (field[inner] ?? [])
}

/** An answer without the rows of its list. */
const withoutRows = (value: unknown, [name, inner]: readonly [string, string?]): object => ({
  ...(value as object),
  [name]: inner === undefined ? [] : { ...(value as Record<string, object>)[name], [inner]: [] },
})

const longListIn = (value: unknown): string | undefined =>
  Object.entries(value ?? {}).find(([, each]) => Array.isArray(each) && each.length > SHORT)?.[0]

function elementOf(schema: z.ZodType, name: string, inner?: string): z.ZodType | undefined {
  const whole = definitionOf(schema)
  const object = inner === undefined ? undefined : whole.shape?.[name]
  if (object && inner !== undefined) return elementOf(object, inner)
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
