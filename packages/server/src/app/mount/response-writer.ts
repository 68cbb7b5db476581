import type { z } from 'zod'
import { eachPaced } from '#lib/work/pace.ts'
import { type Copy, copyOf, definitionOf, isPlain, MISMATCH } from './response-copy.ts'
import { buffersOf, hasParts, PIECE, textsOf } from './response-parts.ts'

export interface ResponseWriter {
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
  /** The same text as `quick` of an answer that has lists in parts, undefined without one. */
  inParts(value: unknown): AsyncGenerator<Buffer> | undefined
}

/** Compiles a serializer on a route's first response. Undeclared fields never leave the server. */
export function responseWriter(schema: z.ZodType): ResponseWriter {
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
    inParts: (value) => (hasParts(value) ? buffersOf(textsOf(schema, value)) : undefined),
    async paced(value) {
      const name = longListIn(value)
      const element = name && elementOf(schema, name)
      if (!element) return quick(value)
      copy ??= copyOf(schema)
      const copyItem = itemCopies.get(name) ?? copyOf(element)
      itemCopies.set(name, copyItem)
      try {
        const list = (value as Record<string, unknown[]>)[name] ?? []
        const [before, after] = textsAround(copy({ ...(value as object), [name]: [] }) as object, name)
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
async function piecesOf(list: readonly unknown[], textOf: (item: unknown) => string, text: string) {
  const pieces: Buffer[] = []
  let rest = text
  let comma = ''
  await eachPaced(list, (item) => {
    rest += comma + textOf(item)
    comma = ','
    if (rest.length < PIECE) return
    pieces.push(Buffer.from(rest))
    rest = ''
  })
  return { pieces, rest }
}

/** Items that are written within a millisecond or two. */
const SHORT = 200

/** The JSON before and after the items of one of an object's lists. */
function textsAround(value: object, list: string): [before: string, after: string] {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  const place = fields.findIndex(([name]) => name === list)
  const written = fields.map(([name, field]) => `${JSON.stringify(name)}:${JSON.stringify(field)}`)
  const before = [...written.slice(0, place), `${JSON.stringify(list)}:[`]
  return [`{${before.join(',')}`, `${[']', ...written.slice(place + 1)].join(',')}}`]
}

const longListIn = (value: unknown): string | undefined =>
  Object.entries(value ?? {}).find(([, each]) => Array.isArray(each) && each.length > SHORT)?.[0]

function elementOf(schema: z.ZodType, name: string): z.ZodType | undefined {
  const whole = definitionOf(schema)
  const list = whole.type === 'object' && !whole.catchall && isPlain(whole) ? whole.shape?.[name] : undefined
  return list && isPlain(definitionOf(list)) ? definitionOf(list).element : undefined
}
