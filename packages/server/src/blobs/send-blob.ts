import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#lib/errors.ts'
import type { BlobStore, ByteRange } from './blob-store.ts'

interface Sending {
  sha256: string
  mimetype: string
  /** Offers it for saving under this name instead of showing it. */
  saveAs?: string
  /** In the place of the ones that keep media harmless. */
  headers?: Readonly<Record<string, string>>
}

/**
 * Media may be opened by its address, so it must be harmless there: no script, no network, an opaque origin. The
 * rest lets a browser's own picture and video pages work.
 */
const HARMLESS = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"

/**
 * Answers a stored file: whole or one range of it, GET or HEAD, 304 to who has it. It never changes under its hash, so
 * it may be kept for a year, but only by the browser that asked: its address carries that person's token.
 */
export async function sendBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  blobs: BlobStore,
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
  // Fastify sets the length for HEAD from the payload, but leaves a stream's headers alone.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await blobs.read(sha256, range))
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

/** RFC 6266 and 8187: the plain form for old clients, the UTF-8 form with the name as it is. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
