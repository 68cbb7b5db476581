import type { OutgoingHttpHeader, ServerResponse } from 'node:http'
import { CLOSED } from './closed-policy.ts'

/** Milliseconds that a client has to read the last event before its connection is cut. */
const LAST_EVENT_MS = 3000

/** Formats one server-sent event. */
export const event = (name: string, data: unknown): Buffer =>
  Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

/** A response that is handed over, and the headers set on it so far, such as those of CORS. */
export interface Handover {
  response: ServerResponse
  headers?: Readonly<Record<string, OutgoingHttpHeader | undefined>>
}

interface Options {
  /** Maximum bytes queued for a client that doesn't read; beyond that its connection is cut. */
  backlog: number
  /** Runs once and synchronously when the stream ends for any reason: removes it from every set. */
  onEnd: () => void
}

// Shared, because ten thousand streams must not have a closure each.
const ignore = () => {}

/**
 * The only place that writes server-sent events. Nothing here throws, and no connection error reaches the process: a
 * failed stream has ended, and `onEnd` tells its owner.
 */
export class EventStream {
  readonly #response: ServerResponse
  readonly #backlog: number
  #onEnd: (() => void) | undefined

  private constructor(response: ServerResponse, { backlog, onEnd }: Options) {
    this.#response = response
    this.#backlog = backlog
    this.#onEnd = onEnd
  }

  /** Sends the headers and the first event. Undefined if the client has already left. */
  static open({ response, headers }: Handover, first: Buffer, options: Options): EventStream | undefined {
    response.on('error', ignore)
    const { socket } = response
    // Without a socket the response is pipelined behind another, and a disconnect would go unnoticed.
    if (response.destroyed || response.headersSent || !socket || socket.destroyed) {
      response.destroy()
      return undefined
    }
    const stream = new EventStream(response, options)
    response.on('close', () => stream.#over())
    stream.#begin(headers, first)
    return stream.isOpen ? stream : undefined
  }

  get isOpen(): boolean {
    return this.#onEnd !== undefined
  }

  /** Does nothing on an ended stream. Cuts the connection of a client that stopped reading. */
  write(data: Buffer): void {
    if (!this.isOpen) return
    const response = this.#response
    const { socket } = response
    if (!socket || socket.destroyed || response.writableEnded || response.writableLength > this.#backlog)
      this.destroy()
    // The body has no encoding, and the response would queue each event for the next tick: a third more CPU time.
    else this.#attempt(() => socket.write(data))
  }

  /** Sends a last event, if any, and closes the connection. */
  end(last?: Buffer): void {
    if (last) this.write(last)
    if (!this.isOpen) return
    const response = this.#response
    this.#over()
    const cut = setTimeout(() => response.destroy(), LAST_EVENT_MS)
    response.once('close', () => clearTimeout(cut))
    this.#attempt(() => response.end())
  }

  /** Cuts the connection. */
  destroy(): void {
    this.#over()
    this.#response.destroy()
  }

  #begin(headers: Handover['headers'], first: Buffer): void {
    const response = this.#response
    const { socket } = response
    this.#attempt(() => {
      // The connection ends with the stream, so events need no chunked encoding.
      response.useChunkedEncodingByDefault = false
      response.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        'content-security-policy': CLOSED,
      })
      socket?.setNoDelay(true)
      socket?.setKeepAlive(true, 30_000)
      // Its heartbeats would only postpone the timeout: ten thousand streams need no timer each.
      socket?.setTimeout(0)
      if (response.req.method === 'HEAD') response.end()
      else response.write(first)
    })
  }

  #attempt(work: () => unknown): void {
    try {
      work()
    } catch {
      this.destroy()
    }
  }

  #over(): void {
    const onEnd = this.#onEnd
    this.#onEnd = undefined
    onEnd?.()
  }
}
