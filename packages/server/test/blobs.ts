import { Readable } from 'node:stream'
import type { BlobStore } from '#blobs/blob-store.ts'

export async function listed(store: BlobStore) {
  const files = []
  for await (const file of store.list()) files.push(file)
  return files
}

/** A stream that fails after `content`, like a request whose client disconnects. */
export const breaking = (content: Buffer) =>
  Readable.from(
    (async function* () {
      yield content
      throw new Error('gone')
    })(),
  )
