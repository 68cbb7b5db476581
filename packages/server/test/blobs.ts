import { Readable } from 'node:stream'
import type { BlobStore } from '#blobs/blob-store.ts'

export async function listed(store: BlobStore) {
  const files = []
  for await (const file of store.list()) files.push(file)
  return files
}

/** Ends in a failure after `content`, as a request does whose sender went away. */
export const breaking = (content: Buffer) =>
  Readable.from(
    (async function* () {
      yield content
      throw new Error('gone')
    })(),
  )
