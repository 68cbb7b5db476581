import type { Readable } from 'node:stream'
import { BODY_BYTES } from '@vitrine/contract/body-limits'
import type { Route } from '@vitrine/contract/route'
import { TUS_BODY } from '@vitrine/contract/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid } from '#lib/errors.ts'
import { type Caller, greediest } from '#lib/work/greediest.ts'
import { addressKey } from './address-key.ts'
import { IncomingUploads } from './incoming-uploads.ts'
import { parsePlainJson } from './plain-json.ts'

/** Maximum incomplete bodies per address and in total. A site of 500 screens may share one address. */
const JSON_PER_ADDRESS = 500
const JSON_MAX = 2000
/** Maximum bytes of all of them in memory. */
const JSON_BYTES_MAX = 64 * 2 ** 20
/** Time limit of a JSON body, in milliseconds and milliseconds per byte: 10 s, plus 10 kB a second. */
const JSON_MS = 10_000
const JSON_MS_PER_BYTE = 0.1
/** Milliseconds after the response in which the rest of the body is drained, so that the client reads the response. */
const DISCARD_MS = 10_000

declare module 'fastify' {
  interface FastifyContextConfig {
    isSigned?: boolean
  }
  interface FastifyRequest {
    /** Maximum bytes of the body; null for uploads, whose handlers count them. Set once the caller is known. */
    bodyLimit: number | null
    /** The text of the body, of routes whose callers can sign it. */
    bodyText?: string
  }
}

interface OpenBody {
  address: string
  bytes: number
  drop(error: AppError): void
}

const tooLarge = (limit: number) =>
  new AppError('TOO_LARGE', `The request is too large: the limit is ${Math.floor(limit / 1024)} kB`)
const tooSlow = () => new AppError('BODY_TIMEOUT', 'The request took too long to arrive')
const tooMany = () => new AppError('UNAVAILABLE', 'The server is busy. Try again in a moment.', undefined, 5)

/**
 * Reads request bodies within limits: each by its route, and all incomplete ones together in number, bytes and time.
 * When there are too many, the address with the most of them loses its oldest, so a sender of slow bodies only blocks
 * itself. Shared by all three origins.
 */
export class Bodies {
  readonly #json = new Map<string, Set<OpenBody>>()
  #jsonCount = 0
  #jsonBytes = 0
  readonly #uploads = new IncomingUploads()
  /** Parts of resumable uploads may continue long after their response; other bodies must end soon. */
  readonly #resumable = new WeakSet<FastifyRequest>()
  readonly #texts = { parsed: 0 }

  /** Incoming JSON bodies, their bytes in memory, how many were ever parsed, and incoming uploads. */
  get state(): { open: number; bytes: number; parsed: number; files: number } {
    return {
      open: this.#jsonCount,
      bytes: this.#jsonBytes,
      parsed: this.#texts.parsed,
      files: this.#uploads.count,
    }
  }

  /** Registers the parsers on `app`. A content type without a parser is refused with 415. */
  serve(app: FastifyInstance): void {
    app.decorateRequest('bodyLimit', BODY_BYTES)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
      const text = await this.read(payload, addressKey(request.ip), request.bodyLimit ?? BODY_BYTES)
      // Browsers send DELETE with a JSON content type and no body.
      if (request.routeOptions.config.isSigned) request.bodyText = text
      if (text === '') return undefined
      this.#texts.parsed++
      return parsePlainJson(text)
    })
    app.addContentTypeParser(FORM, async (request: FastifyRequest, payload: Readable) => {
      const text = await this.read(payload, addressKey(request.ip), request.bodyLimit ?? BODY_BYTES)
      return Object.fromEntries(new URLSearchParams(text))
    })
    app.addHook('onResponse', (request, reply, done) => {
      done()
      if (!request.raw.complete && !this.#resumable.has(request)) discard(request, reply.statusCode)
    })
  }

  /** Runs before the body is read. Throws TOO_LARGE, UNSUPPORTED_MEDIA, and UNAVAILABLE for too many uploads. */
  admit(route: Route, request: FastifyRequest, limit: number | null, sender: Caller | undefined): void {
    request.bodyLimit = limit
    const { headers } = request
    const type = headers['content-type']
    if (limit !== null && Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
    if (type !== undefined && hasBody(request) && !isTaken(route, type))
      throw new AppError(
        'UNSUPPORTED_MEDIA',
        `The body must be ${route.upload ? 'multipart/form-data' : 'JSON'}`,
      )
    // By its type: Fastify's own `isMultipart` is false until the body is parsed.
    if (route.upload && type !== undefined && (MULTIPART.test(type) || type === TUS_BODY)) {
      if (!this.#uploads.add(request, sender)) throw tooMany()
      if (type === TUS_BODY) this.#resumable.add(request)
    }
  }

  /** Throws TOO_LARGE, BODY_TIMEOUT, and UNAVAILABLE if the body is dropped to make room. */
  read(payload: Readable, address: string, limit: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const take = (chunk: Buffer) => {
        body.bytes += chunk.length
        this.#jsonBytes += chunk.length
        if (body.bytes > limit) return body.drop(tooLarge(limit))
        chunks.push(chunk)
        if (this.#jsonBytes > JSON_BYTES_MAX) this.#dropOldest()
      }
      const end = () => settle(() => resolve(Buffer.concat(chunks).toString('utf8')))
      const cut = () => settle(() => reject(invalid({ body: 'invalid' })))
      const settle = (answer: () => void) => {
        clearTimeout(over)
        payload.off('data', take).off('end', end).off('error', cut).off('close', cut)
        // Without a listener, a later error would crash the process.
        payload.on('error', () => {})
        this.#close(body)
        answer()
      }
      const body: OpenBody = {
        address,
        bytes: 0,
        drop: (error) => settle(() => reject(error)),
      }
      const over = setTimeout(() => body.drop(tooSlow()), JSON_MS + limit * JSON_MS_PER_BYTE)
      this.#add(body)
      payload.on('data', take).on('end', end).on('error', cut).on('close', cut)
    })
  }

  #add(body: OpenBody): void {
    const own = this.#json.get(body.address) ?? new Set()
    this.#json.set(body.address, own.add(body))
    this.#jsonCount++
    if (own.size > JSON_PER_ADDRESS) dropFirst(own)
    else if (this.#jsonCount > JSON_MAX) this.#dropOldest()
  }

  #close(body: OpenBody): void {
    const own = this.#json.get(body.address)
    if (!own?.delete(body)) return
    if (own.size === 0) this.#json.delete(body.address)
    this.#jsonCount--
    this.#jsonBytes -= body.bytes
  }

  #dropOldest(): void {
    const most = greediest(this.#json.values(), ({ size }) => size)
    if (most) dropFirst(most)
  }
}

const hasBody = ({ method, headers }: FastifyRequest): boolean =>
  !['GET', 'HEAD'].includes(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

const FORM = 'application/x-www-form-urlencoded'
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i
const MULTIPART = /^multipart\/form-data\b/i

/** A resumable upload checks the type itself: its protocol defines the response. */
const isTaken = ({ upload, form }: Route, type: string): boolean =>
  upload === 'tus' ||
  (upload ? MULTIPART : /^application\/json\s*(;|$)/i).test(type) ||
  (form === true && FORM_TYPE.test(type))

function dropFirst(bodies: Set<OpenBody>): void {
  for (const first of bodies) {
    first.drop(tooMany())
    return
  }
}

/** Node discards the rest of the body; a sender that doesn't stop is disconnected. */
function discard({ raw }: FastifyRequest, status: number): void {
  // In-process calls have no connection.
  if (!('destroySoon' in raw.socket)) return
  if (status === 408) {
    raw.socket.destroySoon()
    return
  }
  const over = setTimeout(() => raw.complete || raw.socket.destroy(), DISCARD_MS).unref()
  raw.once('close', () => clearTimeout(over))
}
