// Writes answers as JSON. Undeclared fields never leave the server.
import { z } from 'zod'
import { paced } from '#lib/work/paced.ts'
import { Parts } from '#lib/work/parts.ts'

/** Characters of a part, which are in memory until the client has read them. */
export const PART_BYTES = 2 ** 20
/** Characters of a piece, which is copied and sent within a fraction of a millisecond. */
const PIECE = 200_000
/** Rows that are written within a millisecond or two. */
const SHORT = 200

export const jsonOf = (schema: z.ZodType, value: unknown): string => JSON.stringify(schema.parse(value))

/** Whether an answer has a long list, or one in parts, outside the rows of its other lists. */
export const isLong = (value: unknown): boolean => {
  if (value instanceof Parts) return true
  if (Array.isArray(value)) return value.length > SHORT
  return isObject(value) && Object.values(value).some(isLong)
}

/** The text of a long answer. Other calls run while its lists are written. */
export async function* piecesOf(schema: z.ZodType, value: unknown): AsyncGenerator<Buffer> {
  let rest = ''
  for await (const text of textsOf(schema, value)) {
    rest += text
    if (rest.length < PIECE) continue
    yield Buffer.from(rest)
    rest = ''
  }
  if (rest) yield Buffer.from(rest)
}

async function* textsOf(declared: z.ZodType, value: unknown): AsyncGenerator<string> {
  const schema = presentOf(declared)
  if (schema instanceof z.ZodArray && value instanceof Parts) yield* textsOfRows(elementOf(schema), value)
  else if (schema instanceof z.ZodArray && Array.isArray(value) && (isLong(value) || hasParts(value)))
    yield* textsOfRows(elementOf(schema), partsOf(value))
  else if (schema instanceof z.ZodObject && isObject(value) && (isLong(value) || hasParts(value)))
    yield* textsOfFields(schema, value)
  else yield jsonOf(declared, value)
}

async function* textsOfFields({ shape }: z.ZodObject, value: object): AsyncGenerator<string> {
  let before = '{'
  for (const [name, field] of Object.entries(shape)) {
    const own = (value as Record<string, unknown>)[name]
    if (own === undefined && field.safeParse(own).data === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* textsOf(field, own)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

async function* textsOfRows(element: z.ZodType, { read, isNested }: Parts<unknown>): AsyncGenerator<string> {
  yield '['
  let comma = ''
  for await (const { rows, written } of read()) {
    let at = 0
    do {
      const part = await partOf(element, rows.slice(at), isNested)
      // Before it is sent: while a slow client reads, the call holds no place.
      written?.(part.count, part.bytes)
      for (const text of part.texts) {
        yield comma + text
        comma = ','
      }
      at += part.count
      if (isNested && at < rows.length && hasParts(rows[at])) {
        yield comma
        yield* textsOf(element, rows[at])
        comma = ','
        at++
      }
      // The reader continues after what was written.
    } while (at < rows.length && !written)
  }
  yield ']'
}

/** The texts of the first rows, as many as a part may have. */
async function partOf(element: z.ZodType, rows: readonly unknown[], isNested: boolean) {
  const texts: string[] = []
  let bytes = 0
  for await (const row of paced(rows)) {
    if (bytes >= PART_BYTES || (isNested && hasParts(row))) break
    const text = jsonOf(element, row)
    texts.push(text)
    bytes += text.length
  }
  return { texts, count: texts.length, bytes }
}

/** The schema of a value that is there. */
const presentOf = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? presentOf(schema.unwrap() as z.ZodType)
    : schema

const elementOf = (schema: z.ZodArray): z.ZodType => schema.element as z.ZodType

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether there is a list in parts anywhere in it. */
const hasParts = (value: unknown): boolean =>
  value instanceof Parts || (isObject(value) && Object.values(value).some(hasParts))

const partsOf = (rows: readonly unknown[]) =>
  new Parts(async function* () {
    yield { rows }
  }, true)
