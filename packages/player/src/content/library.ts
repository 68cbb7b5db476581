import type { ManifestPart } from '@vitrine/contract/api/screens/manifest'
import { mayDownload } from '@vitrine/contract/schedule/downloads'
import type { Api } from '#lib/api.ts'
import { errorMessage, isUnpaired } from '#lib/api.ts'
import { retryDelay } from '#lib/retry.ts'
import { Signal } from '#lib/signal.ts'
import { parseKept, type State } from '#lib/state.ts'
import { sumOf } from '#lib/sum-of.ts'
import { alarm } from '#lib/time/alarm.ts'
import type { Clock } from '#lib/time/clock.ts'
import { untilLoaded } from '#lib/until-loaded.ts'
import type { Share } from '#sharing/share.ts'
import type { WantedFile } from './download.ts'
import { type FileStore, isQuota, PAUSED } from './file-store.ts'
import { KeptFiles } from './kept-files.ts'
import {
  filesOf,
  isPlayable,
  isSame,
  PART_KINDS,
  type Part,
  type PartKind,
  type Parts,
  playable,
  readPart,
} from './parts.ts'

const AT_ONCE = 2
/** A full disk is not asked again and again. */
const QUOTA_RETRY_MS = 300_000
/** How often it looks whether the hours of downloads have begun. */
const HOURS_LOOK_MS = 60_000

export interface Progress {
  missing: number
  total: number
  /** Bytes of the wanted files that are kept, and of all of them. */
  keptBytes: number
  totalBytes: number
}

interface Options {
  store: FileStore
  state: State
  api: Pick<Api, 'file'>
  clock: Clock
  /** Brings a large file from a screen in the same network or from the server; `run` downloads it from either. */
  share?: Share
  report: (problem: string) => void
  onUnpaired: () => void
}

/** The stored state of the parts: one pointer, written in one transaction with the bodies it points to. */
interface Pointer {
  latest: Partial<Record<PartKind, { version: number; hash: string }>>
  ready: Partial<Record<PartKind, { version: number; hash: string }>>
}

/**
 * The content this screen was assigned and the content that is ready. `latest` is the newest part known; `ready` is
 * the newest whose files are all stored and verified, and is what plays. A part becomes ready as a whole or not at
 * all, and old files stay until nothing visible needs them.
 */
export class Library {
  readonly ready = new Signal<Parts>({})
  /** The newest parts known, ready or not. */
  readonly told = new Signal<Parts>({})
  readonly progress = new Signal<Progress>({ missing: 0, total: 0, keptBytes: 0, totalBytes: 0 })
  #latest: Parts = {}
  readonly #files: KeptFiles
  /** A write was refused: downloads run one by one until all is here. */
  #isFull = false
  #shown: ReadonlySet<string> = new Set()
  /** A page that is leaving the stage kept files from being cleaned. */
  #isCleaning = false
  /** One limit for all downloads. */
  #pace: ReturnType<typeof import('./download.ts').createPace> | undefined
  readonly #running = new Map<string, AbortController>()
  readonly #failures = new Map<string, { count: number; again: number; cancel: () => void }>()
  #storing: Promise<void> = Promise.resolve()
  #held = false
  #cancelHold: () => void = () => undefined
  #cancelHours: () => void = () => undefined
  #closed = false
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.#files = new KeptFiles({ store: options.store, isNeeded: this.#isNeeded })
  }

  storedBytes = (): number => this.#files.bytes()

  /** Whether the disk has no room for what this screen should have. */
  isFull = (): boolean => this.#isFull

  get latest(): Parts {
    return this.#latest
  }

  /** Loads the stored state: with it, a screen plays without waiting for the server. */
  async open(): Promise<void> {
    const { state } = this.#options
    await this.#files.look()
    const pointer = parseKept<Pointer>(await state.get('pointer')) ?? { latest: {}, ready: {} }
    this.#files.lastNeeded = new Map(
      Object.entries(parseKept<Record<string, number>>(await state.get('lastNeeded')) ?? {}),
    )
    const ready: Parts = {}
    for (const kind of PART_KINDS) {
      const kept = await this.#restore(kind, pointer.ready[kind])
      Object.assign(ready, { [kind]: kept && playable(kept, this.#isHere) })
      const isReady = pointer.latest[kind]?.hash === pointer.ready[kind]?.hash
      Object.assign(this.#latest, {
        [kind]: (isReady ? undefined : await this.#restore(kind, pointer.latest[kind])) ?? kept,
      })
    }
    this.ready.set(ready)
    this.told.set(this.#latest)
    this.#work()
  }

  async #restore(kind: PartKind, at: { version: number; hash: string } | undefined) {
    const body = at && (await this.#options.state.get(`part.${at.hash}`))
    return at && body !== undefined ? readPart(kind, { ...at, body }) : undefined
  }

  /**
   * Accepts a published part. `refused`: its bytes don't match its hash, so nothing changes and it must be fetched
   * again.
   * @param spreadMs milliseconds over which the screens notified together spread their downloads
   */
  offer(kind: PartKind, offered: ManifestPart, spreadMs = 0): 'taken' | 'known' | 'refused' {
    const known = this.#latest[kind]
    if (known?.hash === offered.hash) {
      known.version = offered.version
      const ready = this.ready.get()[kind]
      if (ready?.hash === offered.hash) ready.version = offered.version
      return 'known'
    }
    const part = readPart(kind, offered)
    if (!part) {
      this.#options.report(`The ${kind} part ${offered.version} is damaged`)
      return 'refused'
    }
    this.#noteNeeded()
    this.#latest = { ...this.#latest, [kind]: part }
    this.told.set(this.#latest)
    this.#failures.forEach((failure) => void failure.cancel())
    this.#failures.clear()
    this.#downloadFrom(this.#options.clock.now() + Math.random() * spreadMs)
    this.#work()
    // A part that was already ready is stored.
    if (this.ready.get()[kind] !== part) {
      this.#storePointer()
      this.#files.dropLeftovers().catch(this.#reportError)
    }
    return 'taken'
  }

  /** The files that the stage shows now: never evicted. */
  showing(files: ReadonlySet<string>): void {
    this.#shown = files
    if (this.#isCleaning) void this.clean().catch(this.#reportError)
  }

  /** A file that should be here could not be shown: looks whether the browser threw it away, and brings it again. */
  async recheck(): Promise<void> {
    await this.#files.look()
    this.#work()
  }

  /**
   * Drops every kept file that nothing needs, and looks which of the others are still there. Files that only the stage
   * still needs follow as soon as their page has left.
   */
  async clean(): Promise<void> {
    this.#isCleaning = true
    await this.#files.evict(Number.POSITIVE_INFINITY)
    this.#isCleaning = [...this.#files.sizes.keys()].some((sha256) => !this.#isPublished(sha256))
    await this.recheck()
  }

  /** Drops unneeded files beyond the limit. */
  tidy = (): Promise<void> => this.#files.tidy()

  close(): void {
    this.#closed = true
    this.#cancelHold()
    this.#cancelHours()
    for (const cancel of this.#running.values()) cancel.abort()
    for (const failure of this.#failures.values()) failure.cancel()
  }

  /** No download begins before this instant. */
  #downloadFrom(instant: number): void {
    const { clock } = this.#options
    this.#cancelHold()
    this.#held = instant > clock.now()
    if (!this.#held) return
    this.#cancelHold = alarm(clock, instant, () => {
      this.#held = false
      this.#work()
    })
  }

  /** Advances everything possible: ready parts, downloads. */
  #work(): void {
    if (this.#closed) return
    const { clock } = this.#options
    const missing = this.#missing()
    if (missing.length === 0) this.#isFull = false
    this.#switchReady()
    const wanted = new Set(missing.map(({ sha256 }) => sha256))
    for (const [sha256, cancel] of this.#running) if (!wanted.has(sha256)) cancel.abort()
    const later = missing.filter(({ sha256 }) => this.#waitsForHours(sha256))
    this.#cancelHours()
    if (missing.length > 0 && this.#configuration?.downloadHours)
      this.#cancelHours = alarm(clock, clock.now() + HOURS_LOOK_MS, () => this.#work())
    for (const { sha256 } of later) this.#running.get(sha256)?.abort(PAUSED)
    for (const file of missing) {
      if (this.#held || this.#running.size >= (this.#isFull ? 1 : AT_ONCE)) break
      if (later.includes(file) || this.#running.has(file.sha256) || this.#failures.get(file.sha256)?.again)
        continue
      void this.#bring(file)
    }
    this.#showProgress()
  }

  /**
   * Whether a file of the group must wait for the configured download hours. A screen with nothing to show never
   * waits, and neither do files for this screen alone (a takeover, a manual switch).
   */
  #waitsForHours(sha256: string): boolean {
    const { clock } = this.#options
    if (mayDownload(this.#configuration, clock.now()) || this.#isOfDevice(sha256)) return false
    return Object.keys(this.ready.get().group?.body.storyboards ?? {}).length > 0
  }

  get #configuration() {
    return this.#latest.device?.body.configuration
  }

  #isOfDevice = (sha256: string): boolean => Object.hasOwn(this.#latest.device?.body.files ?? {}, sha256)

  /**
   * Files to download: the device's part first, because a user is waiting for it, then in the order of the group's
   * part, and planned content last.
   */
  #missing(): WantedFile[] {
    return this.#wanted().filter(({ sha256 }) => !this.#isHere(sha256))
  }

  #wanted = (): WantedFile[] => filesOf([this.#latest, this.ready.get()])

  #isHere = (sha256: string): boolean => this.#files.sizes.has(sha256)

  #switchReady(): void {
    const before = this.ready.get()
    const after = { ...before }
    for (const kind of PART_KINDS) {
      const part = this.#latest[kind]
      if (!part || !isPlayable(part, this.#isHere)) continue
      const now = playable(part, this.#isHere)
      if (!isSame(before[kind], now)) Object.assign(after, { [kind]: now })
    }
    if (PART_KINDS.every((kind) => after[kind] === before[kind])) return
    this.#noteNeeded()
    this.ready.set(after)
    this.#storePointer()
    void this.tidy().catch(this.#reportError)
  }

  async #bring(file: WantedFile): Promise<void> {
    const { store, api, clock, report, onUnpaired, share } = this.#options
    const { sha256 } = file
    const cancel = new AbortController()
    this.#running.set(sha256, cancel)
    const count = this.#failures.get(sha256)?.count ?? 0
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
          (bytes) => pace(bytes, this.#isOfDevice(sha256) ? null : this.#configuration?.downloadMbit),
        )
      await (share && !this.#isOfDevice(sha256) ? share(file, cancel.signal, run) : run(api))
      this.#files.sizes.set(sha256, file.size)
      this.#failures.delete(sha256)
    } catch (error) {
      if (isUnpaired(error)) onUnpaired()
      else if (cancel.signal.reason === PAUSED) return
      else if (cancel.signal.aborted) await store.remove(sha256).catch(() => undefined)
      else {
        report(`${sha256.slice(0, 12)}: ${errorMessage(error)}`)
        const retry = () => {
          this.#failures.set(sha256, { count: count + 1, again: 0, cancel: () => undefined })
          this.#work()
        }
        const again = clock.now() + (isQuota(error) ? QUOTA_RETRY_MS : retryDelay(count))
        this.#failures.set(sha256, { count: count + 1, again, cancel: alarm(clock, again, retry) })
      }
    } finally {
      this.#running.delete(sha256)
      this.#work()
    }
  }

  /**
   * A write of this download was refused: frees what nothing needs, then what has arrived of later downloads, because two
   * halves show nothing. Whether that freed anything.
   */
  async #makeRoom(sha256: string, bytes: number): Promise<boolean> {
    this.#isFull = true
    if (await this.#files.makeRoom(bytes)) return true
    const { store } = this.#options
    const wanted = this.#missing().map((file) => file.sha256)
    const unfinished = store.unfinished()
    const last = wanted.slice(wanted.indexOf(sha256) + 1).findLast((each) => unfinished.has(each))
    if (last === undefined) return false
    this.#running.get(last)?.abort()
    await store.remove(last)
    return true
  }

  #isNeeded = (sha256: string): boolean => this.#shown.has(sha256) || this.#isPublished(sha256)

  #isPublished(sha256: string): boolean {
    return [this.#latest, this.ready.get()].some((parts) =>
      PART_KINDS.some((kind) => Object.hasOwn(parts[kind]?.body.files ?? {}, sha256)),
    )
  }

  #reportError = (error: unknown): void => this.#options.report(errorMessage(error))

  /** Called before a part is replaced: its files were needed until now. */
  #noteNeeded(): void {
    const now = this.#options.clock.now()
    for (const { sha256 } of this.#wanted()) this.#files.lastNeeded.set(sha256, now)
  }

  #showProgress(): void {
    const wanted = this.#wanted()
    const kept = wanted.filter(({ sha256 }) => this.#files.sizes.has(sha256))
    const bytes = (files: WantedFile[]) => sumOf(files.map(({ size }) => size))
    this.progress.set({
      missing: wanted.length - kept.length,
      total: wanted.length,
      keptBytes: bytes(kept),
      totalBytes: bytes(wanted),
    })
  }

  /** Writes run in order, to leave the newest pointer in place. */
  #storePointer(): void {
    this.#storing = this.#storing
      .then(() => this.#writePointer())
      .catch((error) => this.#options.report(`Not stored: ${errorMessage(error)}`))
  }

  async #writePointer(): Promise<void> {
    const { state } = this.#options
    const ready = this.ready.get()
    const old = parseKept<Pointer>(await state.get('pointer'))
    const at = (parts: Parts) =>
      Object.fromEntries(
        PART_KINDS.flatMap((kind) => {
          const part = parts[kind]
          return part ? [[kind, { version: part.version, hash: part.hash }]] : []
        }),
      )
    const pointer: Pointer = { latest: at(this.#latest), ready: at(ready) }
    const bodies = new Map<string, string>()
    for (const parts of [this.#latest, ready])
      for (const kind of PART_KINDS) {
        const part: Part | undefined = parts[kind]
        if (part) bodies.set(part.hash, part.text)
      }
    const before = new Set(
      [old?.latest, old?.ready].flatMap((refs) => Object.values(refs ?? {}).map(({ hash }) => hash)),
    )
    const changes: Record<string, string | undefined> = { pointer: JSON.stringify(pointer) }
    for (const [hash, body] of bodies) if (!before.has(hash)) changes[`part.${hash}`] = body
    for (const hash of before) if (!bodies.has(hash)) changes[`part.${hash}`] = undefined
    changes.lastNeeded = JSON.stringify(Object.fromEntries(this.#files.lastNeeded))
    await state.set(changes)
  }

  /** Resolves when everything said so far is stored. */
  stored = (): Promise<void> => this.#storing
}
