import type { ScreenConfiguration } from '@vitrine/contract/api/playback/manifest'
import { mayDownload } from '@vitrine/contract/schedule/downloads'
import type { Api } from '#lib/api.ts'
import { errorMessage, isUnpaired } from '#lib/api.ts'
import { Retries } from '#lib/retry.ts'
import { alarm } from '#lib/time/alarm.ts'
import type { Clock } from '#lib/time/clock.ts'
import { untilLoaded } from '#lib/until-loaded.ts'
import type { WantedFile } from './download.ts'
import type { Share } from './share.ts'
import { type FileStore, isQuota, PAUSED } from './stores/file-store.ts'

const AT_ONCE = 2
/** How often it looks whether the hours of downloads have begun. */
const HOURS_LOOK_MS = 60_000

interface Options {
  store: FileStore
  api: Pick<Api, 'file'>
  clock: Clock
  /** Downloads a large file from a neighbor or from the server; `run` does either. */
  share?: Share
  report: (problem: string) => void
  onUnpaired: () => void
  /** The allowed hours and speed. */
  limits: () => Partial<Pick<ScreenConfiguration, 'downloadHours' | 'downloadMbit'>> | undefined
  /** Whether a user is waiting for it (a takeover, a manual switch), which exempts it from limits. */
  isUrgent: (sha256: string) => boolean
  /** Whether the screen shows content. An empty screen ignores the download hours. */
  isShowing: () => boolean
  /** Frees space after a refused write; returns whether it did. */
  makeRoom: (bytes: number) => Promise<boolean>
  onArrived: (file: WantedFile) => void
  /** Called when a download has ended or may start: call `bring` again. */
  onTurn: () => void
}

/** Downloads missing files, a few at a time, and retries failed ones later. */
export class Downloads {
  /** After a refused write, files are downloaded one at a time until all are stored. */
  isFull = false
  #missing: readonly WantedFile[] = []
  /** A shared limiter for all downloads. */
  #pace: ReturnType<typeof import('./download.ts').createPace> | undefined
  readonly #running = new Map<string, AbortController>()
  readonly #retries: Retries
  #held = false
  #cancelHold: () => void = () => undefined
  #cancelHours: () => void = () => undefined
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.#retries = new Retries(options.clock, options.onTurn)
  }

  /** Delays all downloads until this instant, and resets failures. */
  startFrom(instant: number): void {
    const { clock, onTurn } = this.#options
    this.#retries.clear()
    this.#cancelHold()
    this.#held = instant > clock.now()
    if (!this.#held) return
    this.#cancelHold = alarm(clock, instant, () => {
      this.#held = false
      onTurn()
    })
  }

  /** Downloads these files in this order, and aborts all others. */
  bring(missing: readonly WantedFile[]): void {
    const { clock, limits, onTurn } = this.#options
    this.#missing = missing
    if (missing.length === 0) this.isFull = false
    const wanted = new Set(missing.map(({ sha256 }) => sha256))
    for (const [sha256, cancel] of this.#running) if (!wanted.has(sha256)) cancel.abort()
    const later = missing.filter(({ sha256 }) => this.#waitsForHours(sha256))
    this.#cancelHours()
    if (missing.length > 0 && limits()?.downloadHours)
      this.#cancelHours = alarm(clock, clock.now() + HOURS_LOOK_MS, onTurn)
    for (const { sha256 } of later) this.#running.get(sha256)?.abort(PAUSED)
    for (const file of missing) {
      if (this.#held || this.#running.size >= (this.isFull ? 1 : AT_ONCE)) break
      const { sha256 } = file
      if (later.includes(file) || this.#running.has(sha256) || this.#retries.isWaiting(sha256)) continue
      void this.#download(file)
    }
  }

  /** The server answers again: what failed doesn't wait any longer, except for room. */
  hurry = (): void => this.#retries.hurry()

  close(): void {
    this.#cancelHold()
    this.#cancelHours()
    for (const cancel of this.#running.values()) cancel.abort()
    this.#retries.clear()
  }

  #waitsForHours(sha256: string): boolean {
    const { clock, limits, isUrgent, isShowing } = this.#options
    return !mayDownload(limits(), clock.now()) && !isUrgent(sha256) && isShowing()
  }

  async #download(file: WantedFile): Promise<void> {
    const { store, api, limits, isUrgent, share, onArrived, onTurn } = this.#options
    const { sha256 } = file
    const cancel = new AbortController()
    this.#running.set(sha256, cancel)
    const arrived = () => store.unfinished().get(sha256) ?? 0
    const before = arrived()
    try {
      const { createPace, download } = await untilLoaded(() => import('./download.ts'))
      this.#pace ??= createPace()
      const pace = this.#pace
      const run = (from: Pick<Api, 'file'>) =>
        download(
          file,
          store,
          from,
          cancel.signal,
          (bytes) => this.#makeRoom(sha256, bytes),
          (bytes) => pace(bytes, isUrgent(sha256) ? null : limits()?.downloadMbit),
        )
      await (share && !isUrgent(sha256) ? share(file, cancel.signal, run) : run(api))
      this.#retries.forget(sha256)
      onArrived(file)
    } catch (error) {
      const brought = arrived() - before
      await this.#failed({ sha256, error, brought }, cancel.signal)
    } finally {
      this.#running.delete(sha256)
      onTurn()
    }
  }

  async #failed(
    { sha256, error, brought }: { sha256: string; error: unknown; brought: number },
    { aborted, reason }: AbortSignal,
  ): Promise<void> {
    const { store, report, onUnpaired } = this.#options
    if (isUnpaired(error)) return onUnpaired()
    if (reason === PAUSED) return
    if (aborted) return store.remove(sha256).catch(() => undefined)
    report(`${sha256.slice(0, 12)}: ${errorMessage(error)}`)
    this.#retries.failed(sha256, isQuota(error), brought)
  }

  /**
   * After a refused write, frees unneeded files first, then partial later downloads, because half a file shows
   * nothing. Returns whether anything was freed.
   */
  async #makeRoom(sha256: string, bytes: number): Promise<boolean> {
    const { store, makeRoom } = this.#options
    this.isFull = true
    if (await makeRoom(bytes)) return true
    const wanted = this.#missing.map((file) => file.sha256)
    const unfinished = store.unfinished()
    const last = wanted.slice(wanted.indexOf(sha256) + 1).findLast((each) => unfinished.has(each))
    if (last === undefined) return false
    this.#running.get(last)?.abort()
    await store.remove(last)
    return true
  }
}
