import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { responseWriter } from './response-writer.ts'

const DATE = '2026-11-23T12:00:00.000Z'
/** Sample values; every field without a specific sample accepts one of these. */
const CANDIDATES: readonly unknown[] = [
  ...[0, 5, 1920, 'id-1', DATE, '2026-11-23', '08:00 AM', '#336699', 'a@b.test', 'https://example.org/'],
  ...[
    'a'.repeat(64),
    'a'.repeat(16),
    'translate(1px, 2px)',
    'Etc/GMT-2',
    'de-DE',
    '/path',
    '1',
    '',
    [],
    {},
    null,
  ],
]

/** A value that a schema accepts, plus an undeclared field in every object. */
function sampleOf(schema: z.ZodType): unknown {
  const definition = schema._zod.def as unknown as Record<string, never> & { type: string }
  const inner = definition.innerType as unknown as z.ZodType
  switch (definition.type) {
    case 'object': {
      const shape = Object.entries((schema as unknown as z.ZodObject).shape)
      const fields = shape.map(([name, field]) => [name, sampleOf(field as z.ZodType)])
      return { undeclared: 'secret', ...Object.fromEntries(fields) }
    }
    case 'array':
      return [sampleOf((schema as unknown as z.ZodArray).element as z.ZodType)]
    case 'tuple':
      return (definition.items as unknown as z.ZodType[]).map(sampleOf)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return sampleOf(inner)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'literal':
      return (definition.values as unknown as unknown[])[0]
    case 'enum':
      return Object.values(definition.entries ?? {})[0]
    case 'union':
      return sampleOf((definition.options as unknown as z.ZodType[])[0] as z.ZodType)
    case 'record': {
      const keys = sampleKeys(definition.keyType as unknown as z.ZodType)
      return Object.fromEntries(
        keys.map((key) => [key, sampleOf(definition.valueType as unknown as z.ZodType)]),
      )
    }
    default:
      return CANDIDATES.find((value) => schema.safeParse(value).success)
  }
}

/** All keys of a record that requires each. */
const sampleKeys = (schema: z.ZodType): readonly string[] => {
  const { entries } = schema._zod.def as unknown as { entries?: Record<string, string> }
  return entries ? Object.values(entries) : []
}

const answers = routesOf(contract).flatMap(({ name, route }) =>
  typeof route.response === 'string' ? [] : [{ name, schema: route.response }],
)

describe('answers', () => {
  it.each(answers)('quick writes the same as zod for $name, without undeclared fields', ({ schema }) => {
    const value = sampleOf(schema)
    const { checked, quick } = responseWriter(schema)
    expect(schema.safeParse(value).error).toBeUndefined()
    expect(quick(value)).toBe(checked(value))
    expect(quick(value)).not.toContain('undeclared')
  })

  it('writes long lists in pieces, between which other calls run, and refuses as zod does', async () => {
    const item = z.object({ count: z.int(), text: z.string() })
    const { quick, paced } = responseWriter(
      z.object({ total: z.int(), none: z.string().optional(), list: z.array(item), end: z.string() }),
    )
    const list = Array.from({ length: 60_000 }, (_, count) => ({ count, text: '"list":[]', undeclared: 1 }))
    const value = { total: 2, list, end: '"list":[]' }
    let turns = 0
    const other = setInterval(() => turns++, 1)
    const pieces = await paced(value)
    expect(pieces.length).toBeGreaterThan(5)
    expect(pieces).toEqual(Array(pieces.length).fill(expect.any(Buffer)))
    expect(String(Buffer.concat(pieces as Buffer[]))).toBe(quick(value))
    const short = { ...value, list: list.slice(0, 300) }
    expect(await paced(short)).toBe(quick(short))
    clearInterval(other)
    expect(turns).toBeGreaterThan(0)
    const wrong = { ...value, list: [...list, { count: 'x' }] }
    await expect(paced(wrong)).rejects.toThrow(z.ZodError)
    const unique = z.object({ list: z.array(z.int()).refine((all) => new Set(all).size === all.length) })
    await expect(responseWriter(unique).paced({ list: Array(300).fill(1) })).rejects.toThrow(z.ZodError)
  })

  it("refuses undeclared answers, with zod's message", () => {
    const schema = z.object({ list: z.array(z.object({ count: z.int(), kind: z.enum(['a', 'b']) })) })
    const { quick } = responseWriter(schema)
    for (const wrong of [
      {},
      { list: {} },
      { list: [{ count: 1.5, kind: 'a' }] },
      { list: [{ count: 1, kind: 'c' }] },
    ])
      expect(() => quick(wrong)).toThrow(z.ZodError)
  })

  it('leaves transforms, defaults, unions and rules of whole objects to zod', () => {
    const schema = z.object({
      upper: z.string().transform((text) => text.toUpperCase()),
      missing: z.string().default('given'),
      either: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      trimmed: z.string().trim(),
      pair: z.object({ from: z.int(), to: z.int() }).refine(({ from, to }) => from < to),
    })
    const { checked, quick } = responseWriter(schema)
    const value = { upper: 'x', either: { b: 'y', c: 'secret' }, trimmed: ' z ', pair: { from: 1, to: 2 } }
    expect(quick(value)).toBe(checked(value))
    expect(quick(value)).not.toContain('secret')
    expect(() => quick({ ...value, pair: { from: 2, to: 1 } })).toThrow(z.ZodError)
  })

  it('writes recursive values', () => {
    interface Node {
      name: string
      parts: Node[]
    }
    const node: z.ZodType<Node> = z.lazy(() => z.object({ name: z.string(), parts: z.array(node) }))
    const tree = { name: 'a', parts: [{ name: 'b', parts: [], secret: 1 }] }
    expect(responseWriter(node).quick(tree)).toBe('{"name":"a","parts":[{"name":"b","parts":[]}]}')
  })
})
