import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import timer from 'node:timers'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { keptShapes } from '#lib/http/kept-shapes.ts'
import type { Log } from '#lib/log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request carries a file: it may take long, and losing it costs a person time. */
    isUpload?: boolean
  }
}

/** How long requests in progress may take once the server stops. Milliseconds. */
const OTHERS_MS = 5_000
export const UPLOADS_MS = 25_000
/** How often connections without a request in progress are closed while the server stops. Milliseconds. */
const UNUSED_CHECK_MS = 50
/** How long calls are still answered that arrive on a connection accepted last. Milliseconds. */
const LAST_ACCEPTED_MS = 200
/** For those that wait to be accepted, however many more arrive. */
const ACCEPTING_MS = 500

/**
 * Requests of one connection that wait for their answers. Browsers and proxies send the next one after an answer; a client
 * that sends thousands and reads none would hold the main thread and memory for each.
 */
const UNANSWERED_MAX = 32

const ignore = () => {}

/**
 * The connections of all origins. Every server, socket, and response gets an error listener here, because an
 * unhandled `error` event ends the process; and stopping waits for work in progress, but not forever.
 */
export class Connections {
  readonly #servers: FastifyInstance[] = []
  readonly #sockets = new Set<Socket>()
  readonly #responses = new Set<ServerResponse>()
  readonly #uploads = new WeakSet<ServerResponse>()
  /** Kept as long as the server runs. */
  readonly shapes = keptShapes()
  #accepted = 0
  #isDraining = false

  /** Before the server listens. */
  follow(app: FastifyInstance, log: Log): void {
    this.#servers.push(app)
    const { server } = app
    // Such as no free file descriptor for a new connection.
    server.on('error', (error) => log.error({ err: error }, 'The web server failed to accept a connection'))
    // Node's own listeners leave a socket that changes hands, as one of CONNECT does.
    const sockets = this.#sockets
    function gone(this: Socket) {
      sockets.delete(this)
    }
    const guard = (socket: Socket) => socket.on('error', ignore)
    server.on('connection', (socket: Socket) => {
      this.#accepted++
      sockets.add(guard(socket).on('close', gone))
    })
    server.on('secureConnection', guard)
    const responses = this.#responses
    const unanswered = new WeakMap<Socket, number>()
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      // Kept here: once the answer has ended, the request may have no socket.
      const { socket } = request
      const done = () => {
        responses.delete(response)
        unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
      }
      request.on('error', ignore)
      response.on('error', ignore)
      // Nothing closes the answer of a request that is read from a connection after its end.
      if (socket.destroyed) return
      response.on('close', done)
      responses.add(response)
      const own = (unanswered.get(socket) ?? 0) + 1
      unanswered.set(socket, own)
      if (own > UNANSWERED_MAX) socket.destroy()
    })
    app.addHook('onRequest', (request, reply, next) => {
      if (this.#isDraining) reply.header('Connection', 'close')
      // Node still reads what has already arrived on a connection that was cut above.
      if (request.raw.socket.destroyed) {
        reply.hijack()
        return
      }
      if (request.routeOptions.config.isUpload) this.#uploads.add(reply.raw)
      next()
    })
  }

  /**
   * Closes each connection after its next answer. A proxy keeps connections open, and doesn't send a call again that one of
   * them has lost.
   */
  drain(): void {
    this.#isDraining = true
  }

  /** Stops listening, and serves the connections it has accepted. New ones are refused, so a proxy tries another server. */
  async stopListening(): Promise<void> {
    // The system resets connections that wait to be accepted. Each turn of the event loop accepts one: after a turn without
    // a new one, none waits.
    const end = performance.now() + ACCEPTING_MS
    for (let before = -1; before !== this.#accepted && performance.now() < end; ) {
      before = this.#accepted
      await setImmediate()
    }
    for (const { server } of this.#servers) server.close()
    await setTimeout(LAST_ACCEPTED_MS)
  }

  /**
   * Stops accepting; resolves when the last request has ended. Uploads get longer than everything else, less what the
   * stop has taken so far.
   */
  async close(spentMs = 0): Promise<void> {
    const timers = [
      timer.setTimeout(() => this.#cut((response) => !this.#uploads.has(response)), OTHERS_MS),
      timer.setTimeout(() => this.#cut(() => true), UPLOADS_MS - spentMs),
      timer.setInterval(() => this.#closeUnused(), UNUSED_CHECK_MS),
    ]
    await Promise.all(this.#servers.map((app) => app.close())).finally(() =>
      timers.forEach(timer.clearTimeout),
    )
  }

  /**
   * Browsers open connections before they need them. Node doesn't count one that has sent nothing as idle, so it would
   * hold up the stop for minutes. With TLS a response's socket wraps the accepted one: both have the client's port.
   */
  #closeUnused(): void {
    const client = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
    const used = new Set([...this.#responses].map(({ socket }) => socket && client(socket)))
    for (const socket of [...this.#sockets]) if (!used.has(client(socket))) socket.destroy()
  }

  #cut(which: (response: ServerResponse) => boolean): void {
    for (const response of [...this.#responses]) if (which(response)) response.destroy()
  }
}
