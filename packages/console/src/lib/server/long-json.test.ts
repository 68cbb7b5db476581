import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { parseLong, readLong } from './long-json.ts'

const never = () => Promise.resolve()
/** Longer than a slice wherever it stands. */
const padding = 'x"\\ü'.repeat(20_000)

test('answers what JSON.parse answers, however long the parts are and wherever they lie', async () => {
  const short = fc.jsonValue({ maxDepth: 2 })
  // What looks like the end of an item and is none.
  const text = fc.oneof(fc.string(), fc.constantFrom('},{', '"},{"', '[{},{}]', '\\'))
  const of = fc.oneof(short, fc.array(fc.record({ text }), { maxLength: 3 }))
  const rows = fc.array(fc.record({ id: text, text, of }), { maxLength: 30 })
  const long = fc.tuple(rows, fc.constantFrom(1, 300)).map(([some, times]) => Array(times).fill(some).flat())
  const value = fc.oneof(
    long,
    fc.record({ devices: long, total: fc.nat() }),
    fc.record({
      before: short,
      media: fc.record({ media: long, folders: long, text: fc.constant(padding) }),
    }),
    fc.tuple(short, long, short, fc.constant(padding)),
    fc.dictionary(fc.string(), fc.oneof(short, long, fc.constant(padding))),
    fc.constant(padding),
  )
  await fc.assert(
    fc.asyncProperty(value, fc.constantFrom(undefined, 2), async (one, space) => {
      const text = JSON.stringify(one, null, space)
      expect(JSON.stringify(await parseLong(text, never))).toBe(JSON.stringify(JSON.parse(text)))
    }),
    { numRuns: 200 },
  )
})

test('what is no JSON is refused, short or long', async () => {
  const long = JSON.stringify({ rows: Array(2000).fill({ id: padding.slice(0, 50) }) })
  for (const text of ['', '<html>', long.slice(0, -1), `${long}}`, long.replace('},{', '}{'), `x${long}`])
    await expect(parseLong(text, never)).rejects.toThrow(SyntaxError)
})

test('gives way again and again', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 4))
  const pause = vi.fn(never)
  await parseLong(JSON.stringify({ rows: Array(40_000).fill({ id: 'an item of a list', n: 1 }) }), pause)
  vi.restoreAllMocks()
  expect(pause.mock.calls.length).toBeGreaterThan(5)
})

test('an answer is read whole, short or long', async () => {
  for (const count of [0, 1, 5000]) {
    const body = { rows: Array(count).fill({ id: 'ein Stück – قطعة 🖥' }) }
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    // Pieces end in the middle of letters.
    const stream = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 997) controller.enqueue(bytes.slice(at, at + 997))
        controller.close()
      },
    })
    expect(await readLong(new Response(stream), never)).toEqual(body)
  }
})
