import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#lib/errors.ts'
import { CLOSED } from '#lib/http/closed-policy.ts'
import { deletedCookies } from './foreign-cookies.ts'
import { RequestBeginnings } from './request-beginnings.ts'

/**
 * Our messages for parser errors of Node, which occur before there is a request; all others are reported as unreadable.
 */
const REFUSALS: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
}

const STOPPING = 'The server is stopping. Try again in a moment.'
/** Milliseconds to drain the rest of headers: closing earlier resets the connection, and the browser loses the answer. */
const DRAIN_MS = 2000

/** `rawPacket`: a buffer with the part of the request that couldn't be read. */
type ParserError = NodeJS.ErrnoException & { rawPacket?: unknown }

/** Tries again without the deleted cookies. Only what a browser shows as a page. */
const AGAIN = '<!doctype html><meta http-equiv="refresh" content="1"><title>Vitrine</title>'

/** Replaces Node's own refusals by JSON errors; see also `requireHostHeader` and `return503OnClosing`. */
export class Unreadable {
  readonly #beginnings = new RequestBeginnings()

  follow(app: FastifyInstance): void {
    let isStopping = false
    app.addHook('preClose', async () => {
      isStopping = true
    })
    app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
      if (isStopping) return done(new AppError('UNAVAILABLE', STOPPING, undefined, 1))
      const isNameless = headers.host === undefined && raw.httpVersion === '1.1'
      done(isNameless ? new AppError('INVALID', 'The request has no Host header') : undefined)
    })
    this.#beginnings.follow(app)
    // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1).
    app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
    app.server.on('connect', (_request, line) => this.refuse({ name: '', message: '' }, line))
  }

  /** Writes a raw response to a connection and ends it. */
  refuse = ({ code = '', rawPacket }: ParserError, line: Duplex): void => {
    if (code === 'ECONNRESET' || line.destroyed || line.writableEnded) return
    const [status, message] = REFUSALS[code] ?? ['400 Bad Request', 'Malformed request']
    const isOverflow = code === 'HPE_HEADER_OVERFLOW' && Buffer.isBuffer(rawPacket)
    const request = isOverflow ? this.#beginnings.of(line as Socket, rawPacket).toString('latin1') : ''
    const deleted = deletedCookies(request)
    // Of a request in several parts, this is the last one: the next is recorded from its beginning.
    const isPart = isOverflow && !/^[A-Z]+ \S+ HTTP\//.test(request)
    const isPage = isPart || (deleted.length > 0 && /^accept:.*text\/html/im.test(request))
    const body = isPage ? AGAIN : JSON.stringify(new AppError('INVALID', message).body)
    const head = [
      `HTTP/1.1 ${status}`,
      ...deleted,
      `Content-Type: ${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `Content-Security-Policy: ${CLOSED}`,
      'Connection: close',
    ]
    // The names of cookies are repeated byte for byte.
    const answer = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
    const close = () => line.destroy()
    line.end(answer, isOverflow ? () => setTimeout(close, DRAIN_MS).unref() : close)
  }
}
