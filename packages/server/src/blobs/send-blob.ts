import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { STYLED } from '#lib/http/closed-policy.ts'
import { UnsentResponses } from '#lib/http/unsent-responses.ts'
import type { BlobStore, ByteRange } from './blob-store.ts'

export type ReadableFiles = Pick<BlobStore, 'size' | 'readRange' | 'rangeBytes'>

interface Sending {
  sha256: string
  mimetype: string
  /** File name to save under, instead of showing the file. */
  saveAs?: string
  /** Replaces the headers that make media harmless. */
  headers?: Readonly<Record<string, string>>
}

/**
 * Media may be opened directly by URL, so they must be harmless there: no script, no network, an opaque origin. The
 * rest lets a browser's own image and video viewers work.
 */
const HARMLESS = `sandbox; ${STYLED}; img-src 'self'; media-src 'self'`

/**
 * Sends a stored file: whole or one range, GET or HEAD, 304 if the client has it. The bytes never change under their
 * hash, so they can be cached for a year, but only by the requesting browser: the URL contains that person's token.
 */
export async function sendBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  blobs: ReadableFiles,
  { sha256, mimetype, saveAs, headers }: Sending,
): Promise<FastifyReply> {
  const size = await blobs.size(sha256)
  if (size === undefined) throw notFound('The file is missing from storage')
  const etag = `"${sha256}"`
  reply.headers({
    etag,
    'content-type': mimetype,
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': HARMLESS,
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    ...(saveAs !== undefined && { 'content-disposition': attachment(saveAs) }),
    ...headers,
  })
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()

  const { range: asked, 'if-range': ifRange } = request.headers
  const range = asked && (!ifRange || ifRange === etag) ? readRange(asked, size) : undefined
  if (range === 'unsatisfiable')
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'content-length': 0, 'cache-control': 'no-store' })
      .send()
  if (range)
    reply.code(206).headers({
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
      'content-length': range.end - range.start + 1,
    })
  else reply.code(200).header('content-length', size)
  // For HEAD, Fastify derives the length from the payload, but keeps a stream's headers.
  if (request.method === 'HEAD' || size === 0) return reply.send(Readable.from([]))
  const hold = unsent.addStream(addressKey(request.ip), reply.raw)
  return reply.send(inPieces(blobs, sha256, range ?? { start: 0, end: size - 1 }, hold))
}

/**
 * Bytes of downloads in memory that clients haven't read: from `less` on, pieces become smaller, and above `most`, the
 * address with the most loses its oldest download. Node keeps as much as the least piece for each socket in any case.
 */
const MEMORY = { less: 64 * 2 ** 20, most: 640 * 2 ** 20, leastPiece: 64 * 2 ** 10 }

/** Of all downloads of this process. */
const unsent = new UnsentResponses(MEMORY.most)

/**
 * A slow client must hold nothing but one piece in memory: no open file, and no connection to a storage in the network,
 * which has few. `hold` gets the bytes of each piece.
 */
function inPieces(
  blobs: ReadableFiles,
  sha256: string,
  range: ByteRange,
  hold: (bytes: number) => void,
): Readable {
  let { start } = range
  const next = async () => {
    const spare = Math.floor((MEMORY.less - unsent.bytes) / 16)
    const most = Math.max(MEMORY.leastPiece, Math.min(spare, blobs.rangeBytes))
    const end = Math.min(range.end, start + most - 1)
    hold(end - start + 1)
    const parts = await blobs.readRange(sha256, { start, end })
    for (const part of parts) start += part.length
    if (start <= end) throw new Error(`The stored file ${sha256} is shorter than it was`)
    return start > range.end ? [...parts, null] : parts
  }
  return new Readable({
    // The next piece is only read once this one is sent.
    highWaterMark: 0,
    read() {
      next()
        .then((parts) => {
          for (const part of parts) this.push(part)
        })
        .catch((error) => this.destroy(error))
    },
  })
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))

/**
 * One range of a Range header, cut to the file's end; undefined (send everything) for anything that is not a byte
 * range or several of them (RFC 9110 §14.2 allows ignoring it), 'unsatisfiable' if it is outside the file.
 */
export function readRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const count = Math.min(Number(last), size)
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** RFC 6266 and 8187: an ASCII form for old clients, and the UTF-8 form with the exact name. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
