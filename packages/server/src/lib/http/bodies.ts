import type { Readable } from 'node:stream'
import { BODY_BYTES } from '@vitrine/contract/body-limits'
import type { Route } from '@vitrine/contract/route'
import { TUS_BODY } from '@vitrine/contract/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid } from '#lib/errors.ts'
import { addressKey } from './address-key.ts'
import { parsePlainJson } from './plain-json.ts'

/** Maximum incomplete bodies per address and in total. A site of 500 screens may share one address. */
const JSON_PER_ADDRESS = 500
const JSON_MAX = 2000
/** Maximum bytes of all of them in memory. */
const JSON_BYTES_MAX = 64 * 2 ** 20
/** Maximum incomplete uploads. A console sends a few at a time. */
const FILES_MAX = 1000
const FILES_OF = { address: 300, organization: 200, person: 60 } as const

/** Time limit of a JSON body, in milliseconds and milliseconds per byte: 10 s, plus 10 kB a second. */
const JSON_MS = 10_000
const JSON_MS_PER_BYTE = 0.1
/** Files may take hours but not stall: minimum bytes within these milliseconds. */
const FLOW_MS = 60_000
const FLOW_BYTES = 60_000
/** Milliseconds after the response in which the rest of the body is drained, so that the client reads the response. */
const DISCARD_MS = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Maximum bytes of the body; null for uploads, whose handlers count them. Set once the caller is known. */
    bodyLimit: number | null
  }
}

/** The sender of an upload. */
interface Sender {
  userId: string
  organizationId: string
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
  readonly #files = new Map<string, number>()
  #filesCount = 0
  /** Parts of resumable uploads may continue long after their response; other bodies must end soon. */
  readonly #resumable = new WeakSet<FastifyRequest>()
  readonly #texts = { parsed: 0 }

  /** Incoming JSON bodies, their bytes in memory, how many were ever parsed, and incoming uploads. */
  get state(): { open: number; bytes: number; parsed: number; files: number } {
    return {
      open: this.#jsonCount,
      bytes: this.#jsonBytes,
      parsed: this.#texts.parsed,
      files: this.#filesCount,
    }
  }

  /** Registers the parsers on `app`. A content type without a parser is refused with 415. */
  serve(app: FastifyInstance): void {
    app.decorateRequest('bodyLimit', BODY_BYTES)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
      const text = await this.read(payload, addressKey(request.ip), request.bodyLimit ?? BODY_BYTES)
      // Browsers send DELETE with a JSON content type and no body.
      if (text === '') return undefined
      this.#texts.parsed++
      return parsePlainJson(text)
    })
    app.addHook('onResponse', (request, reply, done) => {
      done()
      if (!request.raw.complete && !this.#resumable.has(request)) discard(request, reply.statusCode)
    })
  }

  /** Runs before the body is read. Throws TOO_LARGE, UNSUPPORTED_MEDIA, and UNAVAILABLE for too many uploads. */
  admit(route: Route, request: FastifyRequest, limit: number | null, sender: Sender | undefined): void {
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
    if (route.upload && type !== undefined && (MULTIPART.test(type) || type === TUS_BODY))
      this.#admitFiles(request, sender)
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
    let most: Set<OpenBody> | undefined
    for (const own of this.#json.values()) if (own.size > (most?.size ?? 0)) most = own
    if (most) dropFirst(most)
  }

  #admitFiles(request: FastifyRequest, sender: Sender | undefined): void {
    const keys = [
      [`address ${addressKey(request.ip)}`, FILES_OF.address],
      ...(sender
        ? ([
            [`organization ${sender.organizationId}`, FILES_OF.organization],
            [`person ${sender.userId}`, FILES_OF.person],
          ] as const)
        : []),
    ] as const
    const openOf = (key: string) => this.#files.get(key) ?? 0
    if (this.#filesCount >= FILES_MAX || keys.some(([key, most]) => openOf(key) >= most)) throw tooMany()
    for (const [key] of keys) this.#files.set(key, openOf(key) + 1)
    this.#filesCount++
    if (request.headers['content-type'] === TUS_BODY) this.#resumable.add(request)
    const { raw } = request
    const { socket } = raw
    let before = socket.bytesRead
    const watch = setInterval(() => {
      const arrived = socket.bytesRead - before
      before = socket.bytesRead
      // Data in our buffer waits for us, not for the sender.
      if (!raw.complete && raw.readableLength === 0 && arrived < FLOW_BYTES) socket.destroy()
    }, FLOW_MS).unref()
    const end = () => {
      raw.off('close', end)
      socket.off('close', end)
      clearInterval(watch)
      this.#filesCount--
      for (const [key] of keys) {
        const left = openOf(key) - 1
        if (left > 0) this.#files.set(key, left)
        else this.#files.delete(key)
      }
    }
    raw.once('close', end)
    // A request answered before its body was read never closes if the connection breaks.
    socket.once('close', end)
  }
}

const hasBody = ({ method, headers }: FastifyRequest): boolean =>
  !['GET', 'HEAD'].includes(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

const MULTIPART = /^multipart\/form-data\b/i

/** A resumable upload checks the type itself: its protocol defines the response. */
const isTaken = ({ upload }: Route, type: string): boolean =>
  upload === 'tus' || (upload ? MULTIPART : /^application\/json\s*(;|$)/i).test(type)

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
