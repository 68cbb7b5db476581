// Writes answers whose lists are read while they are sent.
import type { z } from 'zod'
import { eachPaced } from '#lib/work/pace.ts'
import { Parts } from '#lib/work/parts.ts'
import { type Copy, copyOf, definitionOf, isPlain, MISMATCH } from './response-copy.ts'

/** Characters of a part, which are in memory until the client has read them. */
export const PART_BYTES = 2 ** 20
/** Characters of a piece, which is copied and sent within a fraction of a millisecond. */
export const PIECE = 200_000

/** Whether an answer has lists in parts; only those of rows that say so are looked at. */
export function hasParts(value: unknown): boolean {
  if (value instanceof Parts) return true
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).some(hasParts)
}

const copies = new WeakMap<z.ZodType, Copy>()

/** The JSON of declared fields. Values that only zod can decide are read by it. */
function jsonOf(schema: z.ZodType, value: unknown): string {
  let copy = copies.get(schema)
  if (!copy) {
    copy = copyOf(schema)
    copies.set(schema, copy)
  }
  try {
    return JSON.stringify(copy(value))
  } catch (error) {
    if (error === MISMATCH) return JSON.stringify(schema.parse(value))
    throw error
  }
}

/** The JSON of a value, some at a time. */
export async function* textsOf(declared: z.ZodType, value: unknown): AsyncGenerator<string> {
  const schema = presentOf(declared)
  if (value instanceof Parts) yield* textsOfParts(elementOf(schema), value)
  else if (Array.isArray(value) && value.some(mayHaveParts)) {
    const element = elementOf(schema)
    let before = '['
    for (const item of value) {
      yield before
      yield* textsOf(element, item)
      before = ','
    }
    yield ']'
  } else if (mayHaveParts(value)) yield* textsOfFields(schema, value as Record<string, unknown>)
  else yield jsonOf(declared, value)
}

/** The schema of a value that is there. */
function presentOf(schema: z.ZodType): z.ZodType {
  const { type, innerType } = definitionOf(schema)
  return innerType && (type === 'optional' || type === 'nullable') ? presentOf(innerType) : schema
}

/** As `hasParts`, in the lists of a row too. */
const mayHaveParts = (value: unknown): boolean =>
  value instanceof Parts ||
  (typeof value === 'object' && value !== null && Object.values(value).some(mayHaveParts))

async function* textsOfFields(schema: z.ZodType, value: Record<string, unknown>): AsyncGenerator<string> {
  const { shape, catchall, ...definition } = definitionOf(schema)
  if (!shape || catchall || !isPlain(definition))
    throw new Error("This answer's lists can't be written in parts")
  let before = '{'
  for (const [name, field] of Object.entries(shape)) {
    if (value[name] === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* textsOf(field, value[name])
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

async function* textsOfParts(element: z.ZodType, { read, isNested }: Parts<unknown>): AsyncGenerator<string> {
  yield '['
  let comma = ''
  for await (const { rows, written } of read()) {
    if (rows.length === 0) written?.(0, 0)
    for (let at = 0; at < rows.length; ) {
      if (isNested && mayHaveParts(rows[at])) {
        yield comma
        yield* textsOf(element, rows[at])
        at++
      } else {
        const { texts, count, bytes } = await someOf(element, rows.slice(at), isNested)
        at = written ? rows.length : at + count
        written?.(count, bytes)
        yield comma
        yield* texts
      }
      comma = ','
    }
  }
  yield ']'
}

/** As many rows as a part may have, at least one. */
async function someOf(element: z.ZodType, rows: readonly unknown[], isNested: boolean) {
  const texts: string[] = []
  let [text, count, bytes, isFull] = ['', 0, 0, false]
  await eachPaced(rows, (row) => {
    isFull ||= count > 0 && (bytes >= PART_BYTES || (isNested && mayHaveParts(row)))
    if (isFull) return
    const own = `${count > 0 ? ',' : ''}${jsonOf(element, row)}`
    text += own
    bytes += own.length
    count++
    if (text.length < PIECE) return
    texts.push(text)
    text = ''
  })
  return { texts: [...texts, text], count, bytes }
}

/** Small texts together. */
export async function* buffersOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let rest = ''
  for await (const text of texts) {
    rest += text
    if (rest.length < PIECE) continue
    yield Buffer.from(rest)
    rest = ''
  }
  if (rest) yield Buffer.from(rest)
}

function elementOf(schema: z.ZodType): z.ZodType {
  const { type, element, ...definition } = definitionOf(schema)
  if (type !== 'array' || !element || !isPlain(definition as never))
    throw new Error("This answer's lists can't be written in parts")
  return element
}
