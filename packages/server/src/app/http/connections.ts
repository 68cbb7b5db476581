import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import timer from 'node:timers'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#lib/log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Uploads a file: it may take long, and losing it costs a user time. */
    isUpload?: boolean
  }
}

/** Milliseconds that requests in progress get once the server stops. */
const OTHERS_MS = 5_000
export const UPLOADS_MS = 25_000
/** Interval in milliseconds at which a stopping server closes connections without a request in progress. */
const UNUSED_CHECK_MS = 50
/** Milliseconds in which calls on the last accepted connections are still answered. */
const LAST_ACCEPTED_MS = 500
/** Maximum milliseconds to accept connections from the backlog, even if more arrive. */
const ACCEPTING_MS = 500

/**
 * Maximum unanswered requests per connection. Browsers and proxies wait for each response; a client that pipelines
 * thousands and reads none would hold the main thread and memory for each.
 */
const UNANSWERED_MAX = 32

const ignore = () => {}

/**
 * Tracks the connections of all origins. Every server, socket, and response gets an error listener here, because an
 * unhandled `error` event crashes the process; stopping waits for work in progress, but not forever.
 */
export class Connections {
  readonly #servers: FastifyInstance[] = []
  readonly #sockets = new Set<Socket>()
  readonly #responses = new Set<ServerResponse>()
  readonly #uploads = new WeakSet<ServerResponse>()
  #accepted = 0
  #isDraining = false

  /** Call before the server listens. */
  follow(app: FastifyInstance, log: Log): void {
    this.#servers.push(app)
    const { server } = app
    // For example no free file descriptor for a new connection.
    server.on('error', (error) => log.error({ err: error }, 'The web server failed to accept a connection'))
    // Node removes its own error listener from a socket that it hands over, as for CONNECT.
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
      // Keep a reference: once the response has ended, the request may have no socket.
      const { socket } = request
      const done = () => {
        responses.delete(response)
        unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
      }
      request.on('error', ignore)
      response.on('error', ignore)
      // Node never closes the response to a request that is parsed after its connection has ended.
      if (socket.destroyed) return
      response.on('close', done)
      responses.add(response)
      const own = (unanswered.get(socket) ?? 0) + 1
      unanswered.set(socket, own)
      if (own > UNANSWERED_MAX) socket.destroy()
    })
    app.addHook('onRequest', (request, reply, next) => {
      if (this.#isDraining) reply.header('Connection', 'close')
      // Node still parses data received before the connection was cut above.
      if (request.raw.socket.destroyed) {
        reply.hijack()
        return
      }
      if (request.routeOptions.config.isUpload) this.#uploads.add(reply.raw)
      next()
    })
  }

  /**
   * Stops listening; new connections are refused, so a proxy tries another server. The accepted ones are served, and closed
   * after their next response: not earlier, because a proxy would open new ones, and the system resets a connection that
   * arrives in the moment of the stop. A proxy doesn't retry a save that is lost with its connection.
   */
  async stopListening(): Promise<void> {
    // The system resets connections in the backlog. Each turn of the event loop accepts one: a turn without a new one
    // means that the backlog is empty.
    const end = performance.now() + ACCEPTING_MS
    for (let before = -1; before !== this.#accepted && performance.now() < end; ) {
      before = this.#accepted
      await setImmediate()
    }
    // Unlike that of node:http, it keeps unused connections, on which a call can be on its way.
    for (const { server } of this.#servers) Server.prototype.close.call(server)
    this.#isDraining = true
    await setTimeout(LAST_ACCEPTED_MS)
  }

  /**
   * Stops accepting connections; resolves when the last request has ended. Uploads get more time than other requests;
   * `spentMs`, the time that stopping has taken so far, is subtracted.
   */
  async close(spentMs = 0): Promise<void> {
    this.#isDraining = true
    const timers = [
      timer.setTimeout(() => this.#cut((response) => !this.#uploads.has(response)), OTHERS_MS),
      timer.setTimeout(() => this.#cut(() => true), UPLOADS_MS - spentMs),
      // Timers run before sockets are read: after a pause, calls that have arrived would count as unused.
      timer.setInterval(() => timer.setImmediate(() => this.#closeUnused()), UNUSED_CHECK_MS),
    ]
    await Promise.all(this.#servers.map((app) => app.close())).finally(() =>
      timers.forEach(timer.clearTimeout),
    )
  }

  /**
   * Browsers open connections ahead of need. Node doesn't count one that has sent nothing as idle, so it would delay
   * the stop by minutes. With TLS, a response's socket wraps the accepted one: match them by the client's port.
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
