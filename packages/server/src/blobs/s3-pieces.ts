import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { conflict, notFound } from '#lib/errors.ts'
import type { PartialFiles, Staged } from './blob-store.ts'
import type { Bucket } from './s3-bucket.ts'
import { type Arrived, type Staging, throwUnavailable } from './staging.ts'

/** Bytes after which the received part of a file is uploaded: the most that a crash loses. */
const PIECE = 32 * 2 ** 20

/** A partial file as objects named by their offset. Any server process can continue it. */
export class Pieces implements PartialFiles {
  readonly #bucket: Bucket
  readonly #staging: Staging
  readonly #staged: (arrived: Arrived) => Staged

  constructor(bucket: Bucket, staging: Staging, staged: (arrived: Arrived) => Staged) {
    this.#bucket = bucket
    this.#staging = staging
    this.#staged = staged
  }

  async append(id: string, offset: number, content: Readable, limit: number): Promise<number> {
    if ((await this.size(id)) !== offset) throw conflict()
    let end = offset
    const source = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    for (let more = true; more; ) {
      const taken = takeUpTo(source, PIECE)
      const arrived = await this.#staging.receive(Readable.from(taken.content), limit - end)
      try {
        if (arrived.size > 0)
          await this.#bucket.putFile(pieceKey(id, end), arrived.path).catch(throwUnavailable)
      } finally {
        await rm(arrived.path, { force: true })
      }
      end += arrived.size
      if (taken.failure()) throw taken.failure()
      more = !taken.isLast()
    }
    return end
  }

  async size(id: string): Promise<number> {
    const pieces = await this.#pieces(id).catch(throwUnavailable)
    return pieces.reduce((sum, { size }) => sum + size, 0)
  }

  async stage(id: string): Promise<Staged> {
    const pieces = await this.#pieces(id).catch(throwUnavailable)
    const bucket = this.#bucket
    const content = async function* () {
      for (const { key } of pieces) {
        const piece = await bucket.get(key).catch(throwUnavailable)
        if (!piece) throw notFound('Part of the upload is missing')
        yield* piece
      }
    }
    return this.#staged(await this.#staging.receive(Readable.from(content()), Number.MAX_SAFE_INTEGER))
  }

  async discard(id: string): Promise<void> {
    for await (const { key } of this.#bucket.list(`partial/${id}/`)) await this.#bucket.delete(key)
  }

  async *ids(): AsyncIterable<string> {
    let last = ''
    for await (const { key } of this.#bucket.list('partial/')) {
      const [, id = ''] = key.split('/')
      if (id !== last) yield id
      last = id
    }
  }

  /** The objects that form a contiguous sequence. */
  async #pieces(id: string): Promise<{ key: string; size: number }[]> {
    const pieces: { key: string; size: number }[] = []
    let end = 0
    for await (const piece of this.#bucket.list(`partial/${id}/`)) {
      if (piece.key !== pieceKey(id, end)) break
      pieces.push(piece)
      end += piece.size
    }
    return pieces
  }
}

/** Names sort by offset. */
const pieceKey = (id: string, offset: number) => `partial/${id}/${String(offset).padStart(15, '0')}`

/** Takes about this many bytes of a stream; if the stream fails, reports the failure after them. */
function takeUpTo(source: AsyncIterator<Buffer>, bytes: number) {
  let [last, failed] = [false, undefined as unknown]
  const content = async function* () {
    for (let size = 0; size < bytes; ) {
      try {
        const next = await source.next()
        if (next.done) {
          last = true
          return
        }
        size += next.value.length
        yield next.value
      } catch (error) {
        failed = error
        return
      }
    }
  }
  return { content: content(), isLast: () => last, failure: () => failed }
}
