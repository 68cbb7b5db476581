import { PerSecond } from '@vitrine/contract/player/per-second'
import type { Api } from '#lib/api.ts'
import { errorMessage } from '#lib/api.ts'
import { reloadWhenReachable } from '#lib/reload.ts'
import { retryDelay } from '#lib/retry.ts'
import type { State } from '#lib/state.ts'
import { untilLoaded } from '#lib/until-loaded.ts'
import { sharedFreezes } from './freezes/freezes.ts'
import { hiddenFrame } from './hidden-frame.ts'
import type { Library } from './library.ts'
import type { FileAnswer, FromBridge } from './package-bridge.ts'
import type { PackageStrikes } from './package-strikes.ts'
import type { PackageWatch } from './package-watch.ts'
import { PART_KINDS } from './parts.ts'
import type { FileStore } from './stores/file-store.ts'

/** Timeout for the worker, after which packages load from the server. */
const WORKER_MS = 4000
/** Stored facts about the content origin; absent on a paired screen that has shown no package yet. */
const STATE_KEY = 'contentOrigin'
/** Larger files are transferred as blobs and read on demand. */
const BYTES_MAX = 1_000_000
/** The number of cached package versions: current, next, and recent ones. */
const KNOWN_MAX = 200

/** How long a restarted keeper gets to respond, and the pause before the next attempt. */
const RESTART_MS = 8000
/** After this many failed restarts, the player reloads itself. */
const RESTARTS_MOST = 3
/** Messages per second from all frames: more than a package has files. More keep the player from doing anything else. */
const MESSAGES_MOST = 3000

/** A package on the stage. */
interface Frame {
  hash: string
  name: string
  died: () => void
}

type Question = Extract<FromBridge, { keeper: 'asks' }>

interface Options {
  api: Pick<Api, 'contentOrigin'>
  state: State
  store: FileStore
  library: Pick<Library, 'ready' | 'recheck'>
  report: (problem: string) => void
  /** Called when someone touches a package: its name, and the text of the touched control. */
  touched: (what: string) => void
  surroundings: () => { sites: readonly string[]; locale: string }
  /** Returns a virtual file, such as the rows of a data source. */
  data: (path: string) => Promise<ArrayBuffer | undefined>
  /** Fills the values of the screen in those of a package; other files stay. */
  filled: (path: string, file: ArrayBuffer | Blob) => Promise<ArrayBuffer | Blob>
}

/**
 * Web packages on their own origin. The player stores their files; that origin's service worker requests them through
 * a hidden page, which lets packages play without the server. Plain http has no worker, so files come from the
 * server.
 */
export class Packages {
  readonly #options: Options
  readonly #versions = new Map<string, Readonly<Record<string, string>>>()
  readonly #stops: (() => void)[] = []
  /** Where packages of this organization were shown, read before the state is cleared. */
  readonly #stored: Promise<string | undefined>
  #origin: string | undefined
  #keeper: HTMLIFrameElement | undefined
  #ready = false
  /** Whether the worker is installed. */
  #kept = false
  #started = false
  #closed = false
  #retry: ReturnType<typeof setTimeout> | undefined
  readonly #frames = new Set<Frame>()
  /** Packages that left the stage while their process was unresponsive. */
  readonly #suspects = new Set<Frame>()
  #strikes: PackageStrikes | undefined
  readonly #listeners = new Set<() => void>()
  #watch: PackageWatch | undefined
  #restarts = 0
  readonly #heard = new PerSecond(MESSAGES_MOST)
  #patience: ReturnType<typeof setTimeout> | undefined
  readonly #returns = new Set<ReturnType<typeof setTimeout>>()

  constructor(options: Options) {
    this.#options = options
    this.#stored = options.state.get(STATE_KEY).catch(() => undefined)
    this.#stops.push(options.library.ready.subscribe(this.#look))
    window.addEventListener('message', this.#onMessage)
    this.#look()
  }

  /** The URL of a package version's page; `undefined` while it can't be shown. */
  url(hash: string): string | undefined {
    if (!this.#ready || this.#strikes?.isOut(hash, performance.now())) return undefined
    if (sharedFreezes().isOut(hash)) return undefined
    return this.#origin === undefined ? undefined : `${this.#origin}/p/${hash}/`
  }

  /** Monitors a package's frame: `died` is called when its process crashes or hangs. */
  follow = (hash: string, name: string, died: () => void) => {
    const frame = { hash, name, died }
    const start = sharedFreezes().start(hash, name)
    this.#frames.add(frame)
    return {
      /** `load` fires before the first paint, which takes many frames more on a busy CPU. */
      painted: () => {
        start.loaded()
        return this.#watch?.painted(`/p/${hash}/`) ?? Promise.resolve()
      },
      end: () => {
        start.end()
        this.#frames.delete(frame)
        // Pages with a hung package are skipped before the watch gives up on the process.
        if (this.#watch?.isSilent) this.#suspects.add(frame)
        else this.#suspects.clear()
      },
    }
  }

  /** Calls `listener` when packages on the stage have died, and when a skipped one may play again. */
  onDied = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Whether its page would load now: without a worker, only from the server. */
  isThere = async (): Promise<boolean> =>
    this.#kept ||
    (await import('./package-probe.ts')
      .then(({ contentAnswers }) => contentAnswers(this.#origin ?? ''))
      .catch(() => false))

  /** Called when the screen leaves its organization; resolves once all package data is deleted. */
  async close(): Promise<void> {
    this.#closed = true
    window.removeEventListener('message', this.#onMessage)
    for (const stop of this.#stops) stop()
    clearTimeout(this.#retry)
    clearTimeout(this.#patience)
    for (const timer of this.#returns) clearTimeout(timer)
    this.#dropKeeper()
    const origin = this.#origin ?? (await this.#stored)
    if (origin !== undefined) await this.#forget(origin)
  }

  /** Screens without packages never contact the content origin. */
  #look = (): void => {
    const parts = this.#options.library.ready.get()
    for (const kind of PART_KINDS)
      for (const { sha256, files } of Object.values(parts[kind]?.body.media ?? {})) {
        if (!files) continue
        this.#versions.delete(sha256)
        this.#versions.set(sha256, files)
      }
    for (const hash of this.#versions.keys()) {
      if (this.#versions.size <= KNOWN_MAX) break
      this.#versions.delete(hash)
    }
    if (this.#versions.size > 0 && !this.#started) void this.#start()
  }

  async #start(): Promise<void> {
    this.#started = true
    const { PackageStrikes } = await untilLoaded(() => import('./package-strikes.ts'))
    this.#strikes = PackageStrikes.restored(performance.now())
    this.#open(await this.#stored)
    await this.#ask(0)
  }

  /** Asks the server for the content origin until it responds; the stored answer is used until then. */
  async #ask(failures: number): Promise<void> {
    const { api, state, report } = this.#options
    try {
      const { url } = await api.contentOrigin()
      // The first package since pairing: delete the data of an earlier organization.
      if (this.#origin === undefined) await this.#forget(url)
      if (this.#closed) return
      this.#open(url)
      await state.set({ [STATE_KEY]: url })
    } catch (error) {
      if (this.#closed) return
      if (this.#origin === undefined && failures === 0) report(`Packages: ${errorMessage(error)}`)
      this.#retry = setTimeout(() => void this.#ask(failures + 1), retryDelay(failures))
    }
  }

  #forget = (origin: string): Promise<unknown> =>
    import('./forget-packages.ts').then(({ forgetPackages }) => forgetPackages(origin)).catch(() => false)

  #open(origin: string | undefined): void {
    if (this.#closed || origin === undefined || origin === this.#origin) return
    this.#origin = origin
    this.#dropKeeper()
    // Without Cache Storage there is no worker: packages load from the server.
    this.#ready = this.#options.store.kind !== 'cache'
    if (this.#ready) return
    this.#openKeeper()
    this.#patience = setTimeout(() => this.#go('its worker did not start'), WORKER_MS)
  }

  #openKeeper(): void {
    this.#keeper = hiddenFrame(`${this.#origin}/keeper.html`)
    document.body.append(this.#keeper)
  }

  #dropKeeper(): void {
    clearTimeout(this.#patience)
    this.#watch?.close()
    this.#watch = undefined
    this.#keeper?.remove()
    this.#keeper = undefined
    this.#kept = false
    this.#ready = false
  }

  async #watchProcess(port: MessagePort): Promise<void> {
    const keeper = this.#keeper
    const { PackageWatch } = await untilLoaded(() => import('./package-watch.ts'))
    if (this.#keeper !== keeper || this.#watch) return
    const events = {
      died: () => this.#restart('stopped responding'),
      touched: this.#touched,
      blocked: this.#blocked,
    }
    this.#watch = new PackageWatch(port, events, this.#options.surroundings)
    this.#kept = true
    this.#go()
  }

  /** All packages share a process with the keeper. The browser ends it once it has no frame left, even if it hangs. */
  #restart(what: string): void {
    const isKept = this.#keeper !== undefined
    const dead = [...this.#frames]
    const suspects = [...this.#suspects, ...dead]
    const names = [...new Set(suspects.map(({ name }) => `"${name}"`))].join(', ')
    this.#options.report(`Package ${what}: ${names}`)
    const skipped =
      this.#strikes?.add([...new Set(suspects.map(({ hash }) => hash))], performance.now()) ?? []
    this.#frames.clear()
    this.#suspects.clear()
    if (isKept) this.#dropKeeper()
    for (const { died } of dead) died()
    for (const wait of skipped) this.#notifyAfter(wait)
    this.#notify()
    if (!isKept) return
    this.#restarts = 0
    this.#reopen()
  }

  #touched = (hash: string, label: string): void => {
    const frame = [...this.#frames].find((each) => each.hash === hash)
    if (frame) this.#options.touched(label ? `${frame.name}: ${label}` : frame.name)
  }

  #blocked = (hash: string, host: string): void => {
    const { name } = [...this.#frames].find((each) => each.hash === hash) ?? {}
    this.#options.report(`Package "${name}" can't open ${host}, which isn't allowed`)
  }

  #notify = (): void => {
    for (const listener of this.#listeners) listener()
  }

  #notifyAfter(wait: number): void {
    const timer = setTimeout(() => {
      this.#returns.delete(timer)
      this.#notify()
    }, wait)
    this.#returns.add(timer)
  }

  #reopen = (): void => {
    this.#dropKeeper()
    if (this.#closed) return
    if (this.#restarts++ >= RESTARTS_MOST) {
      this.#strikes?.keep(performance.now())
      return void reloadWhenReachable()
    }
    this.#openKeeper()
    this.#patience = setTimeout(() => {
      this.#dropKeeper()
      this.#patience = setTimeout(this.#reopen, RESTART_MS * this.#restarts)
    }, RESTART_MS)
  }

  #go(problem?: string): void {
    clearTimeout(this.#patience)
    if (problem !== undefined && !this.#ready) this.#options.report(`Packages: ${problem}`)
    this.#ready = true
  }

  /** Accepts messages from the hidden page only, which can only get files of packages that play here. */
  #onMessage = (message: MessageEvent<FromBridge | undefined>): void => {
    // A frame that was removed leaves its messages.
    if (!message.source) return
    if (this.#heard.isTooMuch(message.timeStamp) && this.#frames.size > 0) {
      this.#restart('sent too many messages')
      return
    }
    // Don't even read other messages: reading them costs time.
    if (!this.#keeper || message.source !== this.#keeper.contentWindow || message.origin !== this.#origin)
      return
    const { data, ports } = message
    if (data?.keeper === 'ready') {
      if (ports[0]) void this.#watchProcess(ports[0])
      else {
        this.#kept = true
        this.#go()
      }
    } else if (data?.keeper === 'failed') this.#go(String(data.reason))
    else if (data?.keeper === 'asks') void this.#give(data, ports[0])
  }

  async #give({ hash, path, bytes }: Question, port: MessagePort | undefined): Promise<void> {
    const files = this.#versions.get(hash)
    const sha256 = files && Object.hasOwn(files, path) ? files[path] : undefined
    const read = sha256 === undefined ? files && this.#options.data(path) : this.#read(sha256, bytes)
    const found = await read?.catch(() => undefined)
    const isText = sha256 !== undefined && path.endsWith('.json')
    const file = found && isText ? await this.#options.filled(path, found).catch(() => undefined) : found
    const sites = this.#watch?.frames?.sites
    port?.postMessage({ file: file ?? null, ...(sites && { sites }) } satisfies FileAnswer)
    port?.close()
    // The browser evicted the file: download it again.
    if (sha256 !== undefined && !found) void this.#options.library.recheck()
  }

  async #read(sha256: string, bytes: boolean): Promise<ArrayBuffer | Blob | undefined> {
    const blob = await this.#options.store.blob(sha256)
    return bytes && blob && blob.size <= BYTES_MAX ? new Response(blob).arrayBuffer() : blob
  }
}
