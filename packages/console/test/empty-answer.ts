import type { z } from 'zod'

/** The little of zod's inside that is read here. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  options?: readonly z.ZodType[]
  values?: readonly unknown[]
  entries?: Record<string, unknown>
  items?: readonly z.ZodType[]
  left?: z.ZodType
  right?: z.ZodType
  in?: z.ZodType
  getter?: () => z.ZodType
}

const SIMPLE: Readonly<Record<string, unknown>> = {
  string: '',
  number: 0,
  boolean: false,
  array: [],
  record: {},
  nullable: null,
  unknown: null,
  any: null,
}

/** The smallest value of a schema: no rows, no texts, zeros, nulls. */
export function emptyOf(schema: z.ZodType): unknown {
  const { type, ...of } = schema.def as unknown as Definition
  if (type in SIMPLE) return structuredClone(SIMPLE[type])
  if (type === 'optional') return undefined
  if (of.shape) return Object.fromEntries(Object.entries(of.shape).map(([key, part]) => [key, emptyOf(part)]))
  if (of.values) return of.values[0]
  if (of.entries) return Object.values(of.entries)[0]
  if (of.items) return of.items.map(emptyOf)
  if (of.left && of.right) return { ...(emptyOf(of.left) as object), ...(emptyOf(of.right) as object) }
  const inner = of.innerType ?? of.options?.[0] ?? of.in ?? of.getter?.()
  return inner && emptyOf(inner)
}
