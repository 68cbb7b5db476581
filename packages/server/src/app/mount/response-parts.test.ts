import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inParts, Parts } from '#lib/work/parts.ts'
import { PART_BYTES } from './response-parts.ts'
import { responseWriter } from './response-writer.ts'

const Row = z.object({ id: z.string(), name: z.string().optional() })
const schema = z.object({
  before: z.string().refine((text) => text !== 'wrong'),
  rows: z.array(Row),
  inside: z.object({ more: z.array(z.object({ rows: z.array(Row) })) }).optional(),
  total: z.int().optional(),
})
const writer = responseWriter(schema)

async function textOf(value: unknown): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of writer.inParts(value) ?? []) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const rows = Array.from({ length: 25 }, (_, n) => ({ id: String(n), name: `Ü ${n}`, secret: 1 }))
async function* tens() {
  for (let at = 0; at < rows.length; at += 10) yield rows.slice(at, at + 10)
}

describe('an answer with lists in parts', () => {
  it.each([
    ['a list', { before: 'a', rows: inParts(tens), total: 25 }, { before: 'a', rows, total: 25 }],
    ['no rows', { before: 'a', rows: inParts(async function* () {}) }, { before: 'a', rows: [] }],
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
  ])('has the text of the whole answer: %s', async (_what, value, whole) => {
    expect(await textOf(value)).toBe(writer.quick(whole))
  })

  it('has only lists in parts', () => {
    expect(writer.inParts({ before: 'a', rows })).toBeUndefined()
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
  })

  it.each([
    { before: 'wrong', rows: inParts(tens) },
    { before: 7, rows: inParts(tens) },
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
