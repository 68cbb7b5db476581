import type { ManifestPart } from '@vitrine/contract/api/playback/manifest'
import type { Api } from '#lib/api.ts'
import { errorMessage } from '#lib/api.ts'
import { Signal } from '#lib/signal.ts'
import type { State } from '#lib/state.ts'
import { sumOf } from '#lib/sum-of.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { WantedFile } from './download.ts'
import { Downloads } from './downloads.ts'
import { forScreen, partsWith, readyParts, traitsIn } from './for-screen.ts'
import { KeptFiles } from './kept-files.ts'
import { filesOf, isSame, PART_KINDS, type PartKind, type Parts, readPart } from './parts.ts'
import type { Share } from './share.ts'
import { StoredParts } from './stored-parts.ts'
import type { FileStore } from './stores/file-store.ts'

export interface Progress {
  missing: number
  total: number
  /** Bytes of the required files: stored, and in total. */
  keptBytes: number
  totalBytes: number
}

interface Options {
  store: FileStore
  state: State
  api: Pick<Api, 'file'>
  clock: Clock
  /** Downloads a large file from a neighbor or from the server; `run` does either. */
  share?: Share
  report: (problem: string) => void
  onUnpaired: () => void
}

/**
 * A screen's assigned and ready content. `latest` is the newest known part; `ready` is the newest one whose files are
 * all stored and verified, and which plays. A part becomes ready as a whole, and old files stay until nothing visible
 * needs them.
 */
export class Library {
  readonly ready = new Signal<Parts>({})
  readonly latest = new Signal<Parts>({})
  readonly progress = new Signal<Progress>({ missing: 0, total: 0, keptBytes: 0, totalBytes: 0 })
  readonly #files: KeptFiles
  /** By what shows them: the stage, and each layer. */
  readonly #shown = new Map<unknown, ReadonlySet<string>>()
  /** A page leaving the stage still protects files from cleanup. */
  #isCleaning = false
  readonly #stored: StoredParts
  readonly #downloads: Downloads
  #closed = false
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    const { store, state, report } = options
    this.#files = new KeptFiles({ store, isNeeded: this.#isNeeded })
    this.#stored = new StoredParts(state, report)
    this.#downloads = new Downloads({
      ...options,
      limits: () => this.latest.get().device?.body.configuration,
      isUrgent: (sha256) => Object.hasOwn(this.#needed().device?.body.files ?? {}, sha256),
      isShowing: () => Object.keys(this.ready.get().group?.body.storyboards ?? {}).length > 0,
      makeRoom: async (bytes) => (await this.#files.makeRoom(bytes)) > 0,
      onArrived: ({ sha256, size }) => this.#files.sizes.set(sha256, size),
      onTurn: () => this.#work(),
    })
  }

  storedBytes = (): number => this.#files.bytes()

  /** Whether the disk is too full for this screen's content. */
  isFull = (): boolean => this.#downloads.isFull

  /** Loads the stored state, which lets a screen play before the server responds. */
  async open(): Promise<void> {
    await this.#files.look()
    const { latest, ready, lastNeeded, traits } = await this.#stored.read()
    this.latest.set(latest)
    this.#files.lastNeeded = lastNeeded
    this.ready.set(partsWith(ready, traits ?? traitsIn(ready), this.#isHere))
    this.#work()
  }

  /**
   * Accepts a published part. `refused`: its bytes don't match its hash, so nothing changes and it must be fetched
   * again. @param spreadMs milliseconds over which screens that were notified together spread their downloads
   */
  offer(kind: PartKind, offered: ManifestPart, spreadMs = 0): 'taken' | 'known' | 'refused' {
    const known = this.latest.get()[kind]
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
    this.latest.set({ ...this.latest.get(), [kind]: part })
    this.#downloads.startFrom(this.#options.clock.now() + Math.random() * spreadMs)
    this.#work()
    // A part that is already ready is stored already.
    if (this.ready.get()[kind] !== part) {
      this.#storePointer()
      this.#files.dropLeftovers().catch(this.#reportError)
    }
    return 'taken'
  }

  /** Protects the files on the stage from eviction. */
  showing(files: ReadonlySet<string>, by?: object): void {
    if (files.size > 0) this.#shown.set(by, files)
    else this.#shown.delete(by)
    if (this.#isCleaning) void this.clean().catch(this.#reportError)
  }

  /** Called when a file failed to show: checks whether the browser evicted it, and downloads it again. */
  async recheck(): Promise<void> {
    await this.#files.look()
    this.#work()
  }

  /**
   * Deletes unneeded files, and checks which of the others still exist. Files that only the stage needs follow once
   * their page has left.
   */
  async clean(): Promise<void> {
    this.#isCleaning = true
    await this.#files.evict(Number.POSITIVE_INFINITY)
    this.#isCleaning = [...this.#files.sizes.keys()].some((sha256) => !this.#isPublished(sha256))
    await this.recheck()
  }

  /** The server answers again: downloads that failed don't wait any longer. */
  tryAgain = (): void => this.#downloads.hurry()

  /** Drops unneeded files beyond the limit. */
  tidy = (): Promise<void> => this.#files.tidy()

  close(): void {
    this.#closed = true
    this.#downloads.close()
  }

  /** Makes progress: activates complete parts, starts downloads. */
  #work(): void {
    if (this.#closed) return
    const missing = this.#missing()
    this.#switchReady()
    this.#downloads.bring(missing)
    this.#showProgress()
  }

  /**
   * Files to download: the device's part first, because a user is waiting for it, then the group's part in order, and
   * planned content last.
   */
  #missing(): WantedFile[] {
    return this.#wanted().filter(({ sha256 }) => !this.#isHere(sha256))
  }

  #wanted = (): WantedFile[] => filesOf([this.#needed(), this.ready.get()])

  /** The newest parts with the files that this screen can need. */
  #needed(): Parts {
    const latest = this.latest.get()
    const { group, device } = latest
    const traits = traitsIn(latest)
    return { group: group && forScreen(group, traits), device: device && forScreen(device, traits) }
  }

  #isHere = (sha256: string): boolean => this.#files.sizes.has(sha256)

  #switchReady(): void {
    const before = this.ready.get()
    const after = readyParts(this.latest.get(), before, this.#isHere)
    for (const kind of PART_KINDS)
      if (after[kind] && isSame(before[kind], after[kind])) Object.assign(after, { [kind]: before[kind] })
    if (PART_KINDS.every((kind) => after[kind] === before[kind])) return
    this.#noteNeeded()
    this.ready.set(after)
    this.#storePointer()
    void this.tidy().catch(this.#reportError)
  }

  #isNeeded = (sha256: string): boolean =>
    [...this.#shown.values()].some((files) => files.has(sha256)) || this.#isPublished(sha256)

  #isPublished(sha256: string): boolean {
    return [this.#needed(), this.ready.get()].some((parts) =>
      PART_KINDS.some((kind) => Object.hasOwn(parts[kind]?.body.files ?? {}, sha256)),
    )
  }

  #reportError = (error: unknown): void => this.#options.report(errorMessage(error))

  /** Called before a part is replaced: records when its files were last needed. */
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

  #storePointer(): void {
    this.#stored.write(() => ({
      latest: this.latest.get(),
      ready: this.ready.get(),
      lastNeeded: this.#files.lastNeeded,
      traits: traitsIn(this.ready.get()),
    }))
  }

  /** Resolves when all changes so far are stored. */
  stored = (): Promise<void> => this.#stored.written()
}
