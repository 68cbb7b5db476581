import type { Fields } from '@vitrine/contract/fields/field'

/** Contents of a package's json files; `null` for missing ones. */
export interface PackageFacts {
  schema: Fields | null
  model: unknown
  widgets: unknown
}

/** `entry`: the following bytes belong to this file. The last message is one of the other two. */
export type UnpackMessage<Facts = PackageFacts> = { entry: string } | { facts: Facts } | { refused: string }

const KINDS = ['message', 'bytes'] as const
type Kind = (typeof KINDS)[number]
const HEAD = 5

/** One byte for the kind, four for the length, then the payload. */
export function frameOf(kind: Kind, payload: Buffer): Buffer {
  const head = Buffer.alloc(HEAD)
  head.writeUInt8(KINDS.indexOf(kind), 0)
  head.writeUInt32LE(payload.length, 1)
  return Buffer.concat([head, payload])
}

/** Splits a stream into frames; ends early if the stream does. */
export async function* framesIn<Facts = PackageFacts>(
  stream: AsyncIterable<Buffer>,
): AsyncGenerator<UnpackMessage<Facts> | Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of stream) {
    rest = rest.length ? Buffer.concat([rest, piece]) : piece
    while (rest.length >= HEAD) {
      const end = HEAD + rest.readUInt32LE(1)
      if (rest.length < end) break
      const payload = rest.subarray(HEAD, end)
      yield KINDS[rest.readUInt8(0)] === 'bytes'
        ? payload
        : (JSON.parse(payload.toString()) as UnpackMessage<Facts>)
      rest = rest.subarray(end)
    }
  }
}
