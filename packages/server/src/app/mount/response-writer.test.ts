import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inParts, Parts } from '#lib/work/parts.ts'
import { isLong, jsonOf, PART_BYTES, piecesOf } from './response-writer.ts'

const Row = z.object({ id: z.string(), name: z.string().optional() })
const schema = z.object({
  before: z.string().refine((text) => text !== 'wrong'),
  rows: z.array(Row),
  inside: z.object({ more: z.array(z.object({ rows: z.array(Row) })) }).optional(),
  given: z.string().default('given'),
  total: z.int().optional(),
})

async function textOf(value: unknown, declared: z.ZodType = schema): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of piecesOf(declared, value)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const rows = Array.from({ length: 25 }, (_, n) => ({ id: String(n), name: `Ü ${n}`, secret: 1 }))
async function* tens() {
  for (let at = 0; at < rows.length; at += 10) yield rows.slice(at, at + 10)
}
const many = Array.from({ length: 20 }, () => rows).flat()

describe('a long answer', () => {
  it.each([
    ['a list', { before: 'a', rows: inParts(tens), total: 25 }, { before: 'a', rows, total: 25 }],
    ['no rows', { before: 'a', rows: inParts(async function* () {}) }, { before: 'a', rows: [] }],
    ['a list in memory', { before: 'a', rows: many, secret: 1 }, { before: 'a', rows: many }],
    [
      'an empty part',
      {
        before: 'a',
        rows: inParts(async function* () {
          yield [{ id: '1' }]
          yield []
          yield [{ id: '2' }]
        }),
      },
      { before: 'a', rows: [{ id: '1' }, { id: '2' }] },
    ],
    [
      'lists in rows of lists',
      {
        before: 'a',
        rows: [],
        inside: {
          more: inParts(async function* () {
            yield [{ rows }, { rows: inParts(tens) }, { rows: [] }]
            yield [{ rows: inParts(tens) }]
          }, 'nested'),
        },
      },
      { before: 'a', rows: [], inside: { more: [{ rows }, { rows }, { rows: [] }, { rows }] } },
    ],
  ])('has the text of the whole one: %s', async (_what, value, whole) => {
    expect(isLong(value)).toBe(true)
    expect(await textOf(value)).toBe(jsonOf(schema, whole))
  })

  it('is one with a list in parts, or with more than 200 rows', () => {
    expect(isLong({ rows: many.slice(0, 200) })).toBe(false)
    expect(isLong({ rows: many.slice(0, 201) })).toBe(true)
    expect(isLong({ inside: { more: inParts(tens) } })).toBe(true)
    expect(isLong(null)).toBe(false)
  })

  it('ends a part after a megabyte, and continues after its rows', async () => {
    const long = Array.from({ length: 10 }, (_, n) => ({ id: String(n), name: 'x'.repeat(PART_BYTES / 3) }))
    const counts: number[] = []
    let at = 0
    const list = new Parts(async function* () {
      while (at < long.length)
        yield {
          rows: long.slice(at),
          written: (count) => {
            counts.push(count)
            at += count
          },
        }
    })
    expect(JSON.parse(await textOf({ before: 'a', rows: list })).rows).toEqual(long)
    expect(counts).toEqual([3, 3, 3, 1])
    expect(JSON.parse(await textOf({ before: 'a', rows: [...long, ...many] })).rows).toHaveLength(510)
  })

  it('comes in pieces, between which other calls run', async () => {
    const list = Array.from({ length: 60_000 }, (_, count) => ({ id: String(count), name: '"rows":[]' }))
    let turns = 0
    const other = setInterval(() => turns++, 1)
    const sizes: number[] = []
    for await (const { length } of piecesOf(schema, { before: 'a', rows: list })) sizes.push(length)
    clearInterval(other)
    expect(turns).toBeGreaterThan(0)
    expect(sizes.length).toBeGreaterThan(5)
    expect(Math.max(...sizes)).toBeLessThan(250_000)
  })

  it.each([
    { before: 'wrong', rows: inParts(tens) },
    { before: 7, rows: inParts(tens) },
    { before: 'a', rows: [...many, { id: 7 }] },
    {
      before: 'a',
      rows: inParts(async function* () {
        yield [{ id: 7 }]
      }),
    },
  ])('says what does not fit its schema', async (value) => {
    await expect(textOf(value)).rejects.toBeInstanceOf(z.ZodError)
  })
})
