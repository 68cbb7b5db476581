import type { OutgoingHttpHeader, ServerResponse } from 'node:http'
import { spreadMs } from '@vitrine/contract/manifest'

/** Proxies and screens take a line that is quiet for long for a dead one. */
const BEAT_SECONDS = 15
/** A screen that lost the line comes back within this, in milliseconds, however few there are. */
const RETRY_MIN = 1000
/** Bytes that may wait for a screen that does not read; it is let go then, and asks when it comes back. */
const BACKLOG_MAX = 1_000_000
/** Screens told between two turns of the event loop, so that everybody else is answered meanwhile. */
const TOLD_AT_ONCE = 250
/** A screen comes back before its old line is known to be dead; more lines than that are somebody's mistake. */
const PER_DEVICE = 4

/** One open line to a screen. */
export interface Stream {
  readonly deviceId: string
  readonly tokenHash: string
  groupId: string | null
  /** Hash of the device part that it was last told of. */
  deviceHash: string
  readonly response: ServerResponse
}

export const event = (name: string, data: unknown): Buffer =>
  Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

/** Begins an answer that is a stream of events. The end of the line is its end: no framing around every event. */
export function beginEvents(
  response: ServerResponse,
  headers: Readonly<Record<string, OutgoingHttpHeader | undefined>> = {},
): void {
  response.useChunkedEncodingByDefault = false
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  response.socket?.setNoDelay(true)
}

/** All open lines of this process. A line costs no timer and no closure of its own. */
export class Streams {
  readonly #byDevice = new Map<string, Stream[]>()
  readonly #byGroup = new Map<string | null, Set<Stream>>()
  readonly #beats: Set<Stream>[] = Array.from({ length: BEAT_SECONDS }, () => new Set())
  /** What each group is being told just now. */
  readonly #telling = new Map<string, Buffer>()
  #opened = 0
  #size = 0
  #beat = 0
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => this.#keepAlive(), 1000)
  }

  /** Takes a response over: headers, greeting, and whatever follows. */
  open(stream: Stream, hello: Buffer): void {
    const { response, deviceId } = stream
    beginEvents(response)
    response.socket?.setKeepAlive(true, 30_000)
    response.write(Buffer.concat([this.#retry(), hello]))
    const beats = this.#beats[this.#opened++ % BEAT_SECONDS]
    const lines = this.#byDevice.get(deviceId) ?? []
    if (lines.length >= PER_DEVICE) lines[0]?.response.destroy()
    this.#byDevice.set(deviceId, [...lines, stream])
    this.#join(stream)
    beats?.add(stream)
    this.#size++
    response.once('close', () => {
      beats?.delete(stream)
      this.#size--
      this.#leave(stream)
      const rest = (this.#byDevice.get(deviceId) ?? []).filter((each) => each !== stream)
      if (rest.length) this.#byDevice.set(deviceId, rest)
      else this.#byDevice.delete(deviceId)
    })
  }

  /** Open lines. */
  get size(): number {
    return this.#size
  }

  of(deviceId: string): readonly Stream[] {
    return this.#byDevice.get(deviceId) ?? []
  }

  inGroup(groupId: string): number {
    return this.#byGroup.get(groupId)?.size ?? 0
  }

  move(stream: Stream, groupId: string | null): void {
    this.#leave(stream)
    stream.groupId = groupId
    this.#join(stream)
  }

  send(stream: Stream, data: Buffer): void {
    const { response } = stream
    if (response.destroyed) return
    if (response.writableLength > BACKLOG_MAX) response.destroy()
    else response.write(data)
  }

  /** The same bytes to all screens of a group, a few at a time. What comes later overtakes what is not sent yet. */
  async tell(groupId: string, data: Buffer): Promise<void> {
    this.#telling.set(groupId, data)
    let told = 0
    for (const stream of [...(this.#byGroup.get(groupId) ?? [])]) {
      if (stream.groupId === groupId) this.send(stream, data)
      if (++told % TOLD_AT_ONCE === 0) await new Promise(setImmediate)
      if (this.#telling.get(groupId) !== data) return
    }
    this.#telling.delete(groupId)
  }

  /** Says something last, and hangs up. */
  end(stream: Stream, last: Buffer): void {
    if (!stream.response.destroyed) stream.response.end(last)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const lines of this.#byDevice.values()) for (const { response } of lines) response.end()
  }

  #keepAlive(): void {
    this.#beat = (this.#beat + 1) % BEAT_SECONDS
    const beat = this.#retry()
    for (const stream of this.#beats[this.#beat] ?? []) this.send(stream, beat)
  }

  /** Gives no event; says how far apart the screens should come back if they all lost the line now. */
  #retry(): Buffer {
    return Buffer.from(`retry: ${Math.max(RETRY_MIN, spreadMs(this.#size))}\n\n`)
  }

  #join(stream: Stream): void {
    const group = this.#byGroup.get(stream.groupId)
    if (group) group.add(stream)
    else this.#byGroup.set(stream.groupId, new Set([stream]))
  }

  #leave(stream: Stream): void {
    const group = this.#byGroup.get(stream.groupId)
    group?.delete(stream)
    if (group?.size === 0) this.#byGroup.delete(stream.groupId)
  }
}
