// Lists are read, written, and sent a part at a time, so that the memory of a call doesn't grow with them.
import { Readable } from 'node:stream'
import type { ListQuery } from '@vitrine/contract/api/base/entity'
import type { Route } from '@vitrine/contract/route'
import type { ListPart } from '#base/list.ts'
import type { Db } from '#db/schema.ts'
import { holdPieces } from './after-commit.ts'
import type { Call } from './call.ts'
import { contextOn } from './context.ts'

/** Rows of a part. */
export const PART_ROWS = 500

export const isList = ({ method, query, response }: Route): boolean =>
  method === 'GET' && typeof response !== 'string' && query !== undefined && 'page' in query.shape

/** Runs the handler for the first part, and for the others while the answer is sent. */
export async function answerList(call: Call, db: Db): Promise<Call['answer']> {
  const { handle, writeAnswer } = call.endpoint
  const { page, pageSize = 50 } = (call.query ?? {}) as ListQuery
  const start = page === undefined ? 0 : (page - 1) * pageSize
  const end = page === undefined ? Number.POSITIVE_INFINITY : start + pageSize
  const read = async (offset: number) => {
    const part: ListPart = { offset, limit: Math.min(PART_ROWS, end - offset), isFirst: offset === start }
    const own: Call = { ...call, query: { ...(call.query as ListQuery), part }, release: undefined }
    try {
      const result = await handle(contextOn(own, db), call.prepared)
      const next = part.next !== undefined && part.next < end ? part.next : undefined
      // The call ends a part that was already released: a place is given back once.
      const release = () => {
        own.release?.()
        own.release = undefined
      }
      return { result, next, release }
    } catch (error) {
      own.release?.()
      throw error
    }
  }
  const first = await read(start)
  call.outcome = first.result
  call.release = first.release
  if (!writeAnswer) return ''
  const list = first.next === undefined ? undefined : writeAnswer.listIn(first.result)
  if (first.next !== undefined && !list) throw new Error('The items of this list must be written one by one')
  if (!list) return writeAnswer.paced(first.result)
  const hold = holdPieces(call)
  async function* parts() {
    yield list?.before
    let [part, isFirst] = [first, true]
    for (;;) {
      const pieces = (await list?.pieces(part.result, isFirst)) ?? []
      part.release()
      const { next } = part
      isFirst = false
      let unsent = pieces.reduce((bytes, piece) => bytes + piece.length, 0)
      for (const piece of pieces) {
        hold(unsent)
        unsent -= piece.length
        yield piece
      }
      if (next === undefined) break
      part = await read(next)
    }
    yield list?.after
  }
  return Readable.from(parts(), { objectMode: false })
}
