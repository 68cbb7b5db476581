import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { BROKEN, Refusal } from '#content/uploads/probing/probe-verdict.ts'
import { MAX_UNPACKED } from './package-list.ts'

/** Real pages compress to a tenth. Only a bomb unpacks to so much more, and only large ones matter. */
const RATIO_MAX = 200
const RATIO_FROM = 64 * 2 ** 20

/** Bytes of the entries that were read so far. */
export interface Total {
  packed: number
  unpacked: number
}

/** An entry's bytes as they are unpacked, counted and checked. */
export async function* readEntry(zip: ZipFile, entry: Entry, total: Total): AsyncGenerator<Buffer> {
  total.packed += entry.compressedSize
  let sum = 0
  const content = await zip.openReadStreamPromise(entry)
  for await (const piece of content as AsyncIterable<Buffer>) {
    total.unpacked += piece.length
    if (total.unpacked > MAX_UNPACKED) throw new Refusal('is larger than 1 GB unpacked')
    if (total.unpacked > RATIO_FROM && total.unpacked > total.packed * RATIO_MAX)
      throw new Refusal('is compressed too much to be safe')
    sum = crc32(piece, sum)
    yield piece
  }
  if (sum !== entry.crc32) throw new Refusal(BROKEN)
}
