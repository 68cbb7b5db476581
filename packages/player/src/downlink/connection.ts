import type { ManifestNotice, SourceNotice } from '@vitrine/contract/api/playback/manifest'
import type { Command } from '@vitrine/contract/player/commands'
import { manifestTag } from '@vitrine/contract/player/manifest'
import type { ServerEvent } from '@vitrine/contract/server-events'
import { type Api, errorMessage, isRefused, isUnpaired, isUnreachable } from '#lib/api.ts'
import { jittered, retryDelay } from '#lib/retry.ts'
import { readEvents } from '#lib/server-events.ts'
import { Signal } from '#lib/signal.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { Library } from './library.ts'
import type { PartKind, Parts } from './parts.ts'

/** The server sends at least a comment every 15 s; a stream that is silent for longer is dead. */
const SILENCE_MS = 40_000
/** A stream that lasted this long resets the back-off. */
const GOOD_MS = 20_000
/** Retries at the server's interval before backing off. */
const PATIENT_TRIES = 2
/** Servers restart within this time: while nothing responds, retry at the server's interval. */
const RESTART_MS = 30_000
/** The spread of reconnecting screens until the server sends its own value. */
export const APART_MS = 1000
const POLL_MS = 60_000
/** After this many refusals, it isn't a temporary problem. */
const REFUSED_TRIES = 8
const POLL_SPREAD_MS = 30_000
/** The maximum latency of a message in milliseconds; a larger difference means that the server's clock was set. */
const OFF_MS = 5000

interface Hello {
  versions?: Partial<Record<PartKind, number>>
  serverTime?: number
}

interface Options {
  api: Pick<Api, 'manifest' | 'stream'>
  library: Pick<Library, 'latest' | 'offer'>
  clock: Clock
  report: (problem: string) => void
  onUnpaired: () => void
  onCommand: (command: Command) => void
  /** Called when the rows of a data source have changed. */
  onSource: (notice: SourceNotice) => void
  /** Called when the server's clock differs from this screen's. */
  onTime: () => void
}

/**
 * Keeps this screen up to date. Events are only hints; the manifest is authoritative. It is requested with its tag at
 * startup, after a gap, when a heartbeat reports a different one, and about every minute while disconnected.
 */
export class Connection {
  readonly connected = new Signal(false)
  /** When the server last responded, by the monotonic clock. */
  heardAt: number | undefined
  /** The server's spread of reconnects in milliseconds: more for many screens. */
  apart = APART_MS
  /** Milliseconds over which the screens notified of the last change spread their requests. */
  crowd = 0
  /** Whether data has arrived: a proxy that buffers everything also opens the stream. */
  #isFed = false
  #closed = false
  #asking = false
  #askAgain = false
  #failures = 0
  #noticed = 0
  /** Whether the server responds, but doesn't know this screen. */
  isRefused = false
  #pollTimer: ReturnType<typeof setTimeout> | undefined
  #noticeTimer: ReturnType<typeof setTimeout> | undefined
  #cancelStream = new AbortController()
  #lineFailures = 0
  /** Since when nothing responds, by the monotonic clock. */
  #silentSince: number | undefined
  /** Ends the wait before the next attempt. */
  #endPause: (() => void) | undefined
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    void this.ask()
    void this.#keepStream()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#pollTimer)
    clearTimeout(this.#noticeTimer)
    this.#cancelStream.abort()
  }

  /** Reopens the stream within `apart`: the browser is online again, and an earlier connection may be dead. */
  wake = (): void => {
    if (this.#closed) return
    this.#lineFailures = 0
    this.#failures = 0
    this.#cancelStream.abort()
    this.#endPause?.()
  }

  /** Fetches the manifest; one request at a time. */
  ask = async (): Promise<void> => {
    if (this.#closed) return
    if (this.#asking) {
      this.#askAgain = true
      return
    }
    this.#asking = true
    this.#askAgain = false
    clearTimeout(this.#pollTimer)
    let wait = jittered(POLL_MS, POLL_SPREAD_MS)
    try {
      await this.#askOnce()
      this.#failures = 0
      this.isRefused = false
    } catch (error) {
      if (isUnpaired(error)) this.#options.onUnpaired()
      else if (!this.#closed) {
        this.#options.report(`Manifest: ${errorMessage(error)}`)
        this.isRefused = isRefused(error)
        wait = Math.max(retryDelay(this.#failures), leastWait(this.isRefused, this.#failures++))
      }
    }
    this.#asking = false
    if (this.#closed) return
    if (this.#askAgain) void this.ask()
    else this.#pollTimer = setTimeout(this.#failures ? this.ask : this.#poll, wait)
  }

  /** Heartbeat responses contain the newest tag; without a connection, poll more often. */
  check = (tag: string): void => {
    const { group, device } = this.#options.library.latest.get()
    if (!group || !device || tag !== manifestTag(group.hash, device.hash)) void this.ask()
  }

  #poll = (): void => {
    if (!this.#isFed) return void this.ask()
    this.#pollTimer = setTimeout(this.#poll, jittered(POLL_MS, POLL_SPREAD_MS))
  }

  async #askOnce(): Promise<void> {
    const { api, library } = this.#options
    const { group, device } = library.latest.get()
    const noticed = this.#noticed
    const manifest = await api.manifest(group && device ? manifestTag(group.hash, device.hash) : undefined)
    this.#heard()
    if (!manifest) return
    this.#takeTime(manifest)
    // A notice that arrived in the meantime is newer than this response.
    if (noticed !== this.#noticed) this.#askAgain = true
    else if (
      [library.offer('device', manifest.device), library.offer('group', manifest.group)].includes('refused')
    )
      throw new Error('A part is damaged')
  }

  async #keepStream(): Promise<void> {
    while (!this.#closed) {
      const began = this.#options.clock.monotonic()
      this.#cancelStream = new AbortController()
      const cancel = this.#cancelStream
      let refused = false
      let isSilent = false
      let silence: ReturnType<typeof setTimeout> | undefined
      const alive = () => {
        clearTimeout(silence)
        silence = setTimeout(() => cancel.abort(), SILENCE_MS)
        this.#heard()
      }
      try {
        const body = await this.#options.api.stream(cancel.signal)
        alive()
        this.connected.set(true)
        const fed = () => {
          this.#isFed = true
          alive()
        }
        await readEvents(body, this.#take, fed, (apart) => {
          this.apart = Math.max(APART_MS, apart)
        })
      } catch (error) {
        if (isUnpaired(error)) return this.#options.onUnpaired()
        refused = isRefused(error)
        isSilent = !this.connected.get() && isUnreachable(error)
      } finally {
        clearTimeout(silence)
        this.#isFed = false
        this.connected.set(false)
      }
      const now = this.#options.clock.monotonic()
      this.#silentSince = isSilent ? (this.#silentSince ?? now) : undefined
      const isRestarting = this.#silentSince !== undefined && now - this.#silentSince < RESTART_MS
      if (now - began > GOOD_MS || isRestarting) this.#lineFailures = 0
      const patient = Math.max(0, this.#lineFailures - PATIENT_TRIES)
      const most = { base: this.apart }
      await this.#pause(Math.max(retryDelay(patient, most), leastWait(refused, this.#lineFailures++)))
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#endPause = () => {
        clearTimeout(timer)
        setTimeout(resolve, Math.random() * this.apart)
      }
    })
  }

  #take = ({ name, data }: ServerEvent): void => {
    let body: unknown
    try {
      body = JSON.parse(data)
    } catch {
      return void this.ask()
    }
    if (name === 'hello') this.#greet(body as Hello)
    else if (name === 'group' || name === 'device') this.#notice(name, body as ManifestNotice)
    else if (name === 'source') this.#options.onSource(body as SourceNotice)
    else if (name === 'command') this.#options.onCommand(body as Command)
    else if (name === 'time') this.#takeTime(body as { serverTime?: number }, true)
    // The event is only a hint; only an authenticated request can confirm it.
    else if (name === 'unpaired') void this.ask()
  }

  /** Screens notified together spread their requests. */
  #takeTime({ serverTime }: { serverTime?: number }, isFromStream = false): void {
    const { clock, onTime } = this.#options
    const isOff = typeof serverTime === 'number' && Math.abs(serverTime - clock.now()) > OFF_MS
    if (isOff) onTime()
    else if (isFromStream) setTimeout(() => !this.#closed && onTime(), Math.random() * this.apart)
  }

  #greet(hello: Hello): void {
    this.#takeTime(hello)
    const { versions } = hello
    const { group, device } = this.#options.library.latest.get()
    if (versions?.group !== group?.version || versions?.device !== device?.version) void this.ask()
  }

  #notice(kind: PartKind, notice: ManifestNotice): void {
    const known = this.#options.library.latest.get()[kind]
    if (known?.hash === notice.hash) return
    this.crowd = Math.max(0, notice.spreadMs || 0)
    const { body } = notice
    if (body !== undefined && isNewer(kind, body, notice.version, known)) {
      this.#noticed++
      if (
        this.#options.library.offer(kind, { ...notice, body }, kind === 'group' ? notice.spreadMs : 0) !==
        'refused'
      )
        return
    }
    clearTimeout(this.#noticeTimer)
    this.#noticeTimer = setTimeout(this.ask, Math.random() * Math.max(0, notice.spreadMs || 0))
  }

  #heard(): void {
    this.heardAt = this.#options.clock.monotonic()
  }
}

/** A server that refuses this screen is polled at the normal interval at most. */
const leastWait = (refused: boolean, failures: number) => (refused && failures > REFUSED_TRIES ? POLL_MS : 0)

/** Versions of one part increase; another group's part has its own numbering. */
function isNewer(kind: PartKind, body: string, version: number, known: Parts[PartKind]): boolean {
  if (!known || version > known.version) return true
  if (kind === 'device') return false
  const groupId = 'groupId' in known.body ? known.body.groupId : undefined
  return !body.includes(`"groupId":${JSON.stringify(groupId)}`)
}
