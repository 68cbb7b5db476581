import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { CLOSED } from '#lib/http/closed-policy.ts'

/** The first byte of a TLS connection (RFC 8446, section 5.1); no method of HTTP begins with it. */
const HANDSHAKE = 0x16
/** Milliseconds until a new connection must have sent something. */
const FIRST_MS = 30_000
/** Not for the API: a program that sends its key in plain must fail, or nothing would tell. */
const PLAIN_GET =
  /^(?:GET|HEAD) (?!\/+api[/?\s])(\/\S*) HTTP\/1\.[01]\r\n(?:[^\r\n]+\r\n)*?host: *([\w.:[\]-]+) *\r\n/i

/** Answers plain HTTP on a port for HTTPS: pages are redirected, everything else is refused with a hint. Call before it listens. */
export function redirectPlain({ server }: FastifyInstance): void {
  const secure = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const leave = () => socket.destroy()
    socket.setTimeout(FIRST_MS, leave)
    socket.on('error', leave)
    socket.once('readable', () => {
      const first: Buffer | null = socket.read()
      socket.setTimeout(0, leave)
      socket.off('error', leave)
      if (first === null) return leave()
      if (first[0] !== HANDSHAKE) return answerPlain(socket, first)
      socket.unshift(first)
      for (const listener of secure) listener.call(server, socket)
    })
  })
}

function answerPlain(socket: Socket, first: Buffer): void {
  const [, path, host] = PLAIN_GET.exec(first.toString('latin1')) ?? []
  const text = 'This address needs https:// instead of http://\n'
  const head = [
    // Not a permanent one: TLS may be turned off again.
    host ? 'HTTP/1.1 307 Temporary Redirect' : 'HTTP/1.1 400 Bad Request',
    ...(host ? [`Location: https://${host}${path}`] : []),
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Security-Policy: ${CLOSED}`,
    'Connection: close',
  ]
  socket.on('error', () => {})
  socket.setTimeout(FIRST_MS, () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, 'latin1', () => socket.resume())
}
