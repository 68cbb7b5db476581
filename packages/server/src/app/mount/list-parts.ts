// Lists are read, written, and sent a part at a time, so that the memory of a call doesn't grow with them.
import { Readable } from 'node:stream'
import type { Route } from '@vitrine/contract/route'
import type { ListPart } from '#db/lists/paged.ts'
import type { Db } from '#db/schema.ts'
import { Parts } from '#lib/work/parts.ts'
import { holdPieces } from './after-commit.ts'
import type { Call } from './call.ts'
import { contextOn } from './context.ts'
import { PART_BYTES } from './response-writer.ts'

/** Rows of the first part, when nothing is known about their size, and of any other. */
export const FIRST_ROWS = 100
const PART_ROWS = 500

/** Rows that are written together, whatever their size. */
const FEW = 50

export const isList = ({ method, query, response }: Route): boolean =>
  method === 'GET' && typeof response !== 'string' && query !== undefined && 'page' in query.shape

/** Runs a list's handler for the first part. Its rows are followed by those of the others, read while they are sent. */
export async function listInParts(call: Call, db: Db): Promise<unknown> {
  const part: ListPart = { at: 0, limit: FIRST_ROWS, next: 0 }
  const read = async () => {
    const own: Call = { ...call, query: { ...(call.query as object), part }, release: undefined }
    try {
      const result = await call.endpoint.handle(contextOn(own, db), call.prepared)
      // The call ends a part that was already released: a place is given back once.
      const release = () => {
        own.release?.()
        own.release = undefined
      }
      return { result, release }
    } catch (error) {
      own.release?.()
      throw error
    }
  }
  const first = await read()
  call.release = first.release
  const path = rowsIn(first.result)
  if (!path || !part.ids) return first.result
  const isWhole = part.next >= part.ids.length
  if (isWhole && listAt(first.result, path).length <= FEW) return first.result
  const list = new Parts(async function* () {
    for (let some = first; ; some = await read()) {
      const rows = listAt(some.result, path)
      yield {
        rows,
        written: (count, bytes) => {
          some.release()
          const { ids, at, next, limit } = part
          part.limit = limitAfter(limit, count, bytes)
          part.at = rows[count] ? at + (ids?.slice(at, next).indexOf(rows[count].id) ?? 0) : next
        },
      }
      if (part.at >= (part.ids?.length ?? 0)) return
    }
  })
  return withList(first.result, path, list)
}

/** As many rows as fill a part, as far as those written tell. */
const limitAfter = (limit: number, count: number, bytes: number): number =>
  bytes === 0 ? limit : Math.max(1, Math.min(PART_ROWS, Math.floor((count * PART_BYTES) / bytes)))

/** Where the rows of a list's answer are: a list of the answer, or the media of its folder. */
function rowsIn(value: unknown): [string, string?] | undefined {
  const fields = Object.entries(value ?? {})
  const list = fields.find(([, field]) => Array.isArray(field))
  if (list) return [list[0]]
  const folder = fields.find(([, field]) => Array.isArray((field as { media?: unknown } | null)?.media))
  return folder && [folder[0], 'media']
}

type Rows = { id: string }[]

const listAt = (value: unknown, [name, inner]: readonly [string, string?]): Rows => {
  const field = (value as Record<string, unknown>)[name]
  return (inner === undefined ? field : (field as Record<string, unknown>)[inner]) as Rows
}

const withList = (value: unknown, [name, inner]: readonly [string, string?], list: Parts<unknown>) => ({
  ...(value as object),
  [name]: inner === undefined ? list : { ...(value as Record<string, object>)[name], [inner]: list },
})

/** Writes a long answer. The first part is sent while the others are written. */
export async function sendPieces(call: Call, pieces: AsyncGenerator<Buffer>): Promise<Buffer[] | Readable> {
  const first: Buffer[] = []
  let bytes = 0
  while (bytes < PART_BYTES) {
    const { value, done } = await pieces.next()
    if (done) return first
    first.push(value)
    bytes += value.length
  }
  const hold = holdPieces(call)
  async function* all() {
    try {
      for (const piece of first) {
        hold(bytes)
        bytes -= piece.length
        yield piece
      }
      for await (const piece of pieces) {
        // The rest of its part is in memory too.
        hold(Math.max(piece.length, PART_BYTES))
        yield piece
      }
    } finally {
      await pieces.return(undefined)
    }
  }
  return Readable.from(all(), { objectMode: false })
}
