import { spreadMs } from '@vitrine/contract/player/manifest'
import { EventStream, type Handover } from '#lib/http/event-stream.ts'

/** Proxies and screens treat a stream without traffic as dead. */
const BEAT_SECONDS = 15
/** Minimum reconnection delay in milliseconds, however few screens there are. */
const RETRY_MIN = 1000
/**
 * Maximum bytes queued for a screen that doesn't read. Its stream is then cut; it reloads everything after
 * reconnecting.
 */
const BACKLOG_MAX = 1_000_000
/**
 * Screens notified before yielding to the event loop, so that other requests are answered in between. With fewer,
 * reports of the first screens delay the notice to the others.
 */
const SENT_TOGETHER = 1000
/**
 * Maximum streams per screen, because it may reconnect before its old stream is known to be dead. Beyond this the
 * oldest is cut.
 */
const PER_DEVICE = 4

/** The screen and group of a stream. */
export interface Subject {
  readonly deviceId: string
  readonly tokenHash: string
  groupId: string | null
  /** Hash of the last device part sent. */
  deviceHash: string
}

/** One open stream to a screen. */
export interface Stream extends Subject {
  readonly events: EventStream
}

/** All open streams to screens of this process. A stream has no timer. */
export class Streams {
  readonly #byDevice = new Map<string, Stream[]>()
  readonly #byGroup = new Map<string | null, Set<Stream>>()
  readonly #beats: Set<Stream>[] = Array.from({ length: BEAT_SECONDS }, () => new Set())
  /** The pending message of each group and subject. */
  readonly #telling = new Map<string, Buffer>()
  #opened = 0
  #size = 0
  #beat = 0
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => this.#keepAlive(), 1000)
  }

  /** Takes over a response: headers, hello event, and everything after. */
  open(subject: Subject, handover: Handover, hello: Buffer): void {
    const beats = this.#beats[this.#opened++ % BEAT_SECONDS]
    let stream: Stream | undefined
    const events = EventStream.open(handover, Buffer.concat([this.#retry(), hello]), {
      backlog: BACKLOG_MAX,
      onEnd: () => {
        if (!stream) return
        beats?.delete(stream)
        this.#remove(stream)
      },
    })
    if (!events) return
    stream = { ...subject, events }
    const open = this.of(subject.deviceId)
    if (open.length >= PER_DEVICE) open[0]?.events.destroy()
    this.#byDevice.set(subject.deviceId, [...this.of(subject.deviceId), stream])
    this.#join(stream)
    beats?.add(stream)
    this.#size++
  }

  /** Number of open streams. */
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
    // The stream may have ended while its new group was loaded.
    if (!stream.events.isOpen) return
    this.#leave(stream)
    stream.groupId = groupId
    this.#join(stream)
  }

  /**
   * Sends the same bytes to all screens of a group, in batches. A later message on the same subject replaces an unsent
   * one.
   */
  async send(groupId: string, data: Buffer, subject = ''): Promise<void> {
    const key = `${groupId} ${subject}`
    this.#telling.set(key, data)
    let sent = 0
    for (const stream of [...(this.#byGroup.get(groupId) ?? [])]) {
      if (stream.groupId === groupId) stream.events.write(data)
      if (++sent % SENT_TOGETHER === 0) await new Promise(setImmediate)
      if (this.#telling.get(key) !== data) return
    }
    this.#telling.delete(key)
  }

  /** Sends the same bytes to every screen, in batches. */
  async sendAll(data: Buffer): Promise<void> {
    let sent = 0
    for (const streams of [...this.#byDevice.values()])
      for (const { events } of streams) {
        events.write(data)
        if (++sent % SENT_TOGETHER === 0) await new Promise(setImmediate)
      }
  }

  close(): void {
    clearInterval(this.#timer)
    const retry = this.#retry()
    for (const streams of [...this.#byDevice.values()]) for (const { events } of streams) events.end(retry)
  }

  #keepAlive(): void {
    this.#beat = (this.#beat + 1) % BEAT_SECONDS
    const beat = this.#retry()
    for (const { events } of this.#beats[this.#beat] ?? []) events.write(beat)
  }

  /** The reconnection delay, not an event: it spreads the screens if all of them lost their stream now. */
  #retry(): Buffer {
    return Buffer.from(`retry: ${Math.max(RETRY_MIN, spreadMs(this.#size))}\n\n`)
  }

  #remove(stream: Stream): void {
    const { deviceId } = stream
    const rest = this.of(deviceId).filter((each) => each !== stream)
    this.#size--
    this.#leave(stream)
    if (rest.length) this.#byDevice.set(deviceId, rest)
    else this.#byDevice.delete(deviceId)
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
