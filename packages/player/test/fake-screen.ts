import { randomBytes, randomUUID } from 'node:crypto'
import type { DevicePart, GroupPart, ManifestPart } from '@vitrine/contract/api/playback/manifest'
import type { Heartbeat } from '@vitrine/contract/api/screens/screen-report'
import type { Order } from '@vitrine/contract/player/commands'
import { manifestTag } from '@vitrine/contract/player/manifest'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { createMemoryStore } from '#downlink/stores/memory-store.ts'
import { type Api, ApiError, type Claim } from '#lib/api.ts'
import { memoryState } from '#lib/state.ts'
import { clockAfter, Player } from '#session/player.ts'
import type { Session } from '#session/session.ts'
import {
  colorPage,
  contentOf,
  devicePart,
  groupPart,
  scheduleOf,
  sha256,
  type TestFile,
  zonePage,
} from './content.ts'
import { partOf } from './protocol-server.ts'

const START = Date.parse('2026-06-01T12:00:00Z')
const PAINT_MS = 100
const ALIVE_MS = 15_000
const COMMENT = new TextEncoder().encode(':\n\n')

/** The server's side of the player's calls, in memory. */
class FakeServer {
  isDown = false
  /** Refuses every call of the screen. */
  refusal: ApiError | undefined
  /** Files that can't be sent. */
  readonly withheld = new Set<string>()
  readonly calls: string[] = []
  readonly heartbeats: Heartbeat[] = []
  readonly done: { id: string; ok: boolean }[] = []
  #token: string | undefined
  #parts: { group: ManifestPart; device: ManifestPart } | undefined
  #claim: ((claim: Claim) => void) | undefined
  readonly #files = new Map<string, Uint8Array<ArrayBuffer>>()
  readonly #streams = new Set<ReadableStreamDefaultController<Uint8Array>>()

  /** A file of random bytes. */
  file(size: number) {
    const bytes = new Uint8Array(randomBytes(size))
    const hash = sha256(bytes)
    this.#files.set(hash, bytes)
    return { sha256: hash, size, mimetype: 'image/png' }
  }

  get parts() {
    if (!this.#parts) throw new Error('No screen is paired')
    return this.#parts
  }

  get streams(): number {
    return this.#streams.size
  }

  pair(group: GroupPart, device: DevicePart): string {
    this.#token = randomUUID()
    this.#parts = { group: partOf(1, group), device: partOf(1, device) }
    return this.#token
  }

  /** Claims the code, like *Connect* in the console. */
  claim(group: GroupPart, device: DevicePart): void {
    const token = this.pair(group, device)
    const { deviceId, name, organization } = device
    this.#claim?.({ deviceId, token, name, organizationName: organization.name })
  }

  publish(kind: 'group' | 'device', part: GroupPart | DevicePart): void {
    this.parts[kind] = partOf(this.parts[kind].version + 1, part)
    if (!this.isDown) this.#send(kind, { ...this.parts[kind], spreadMs: 0 })
  }

  command(order: Order, id = randomUUID()): string {
    this.#send('command', { ...order, id, expiresAt: Date.now() + 10_000 })
    return id
  }

  /** Stops answering: connections break. */
  stop(): void {
    this.isDown = true
    for (const stream of this.#streams) stream.error(new Error('The connection broke'))
    this.#streams.clear()
  }

  /** The calls of one start of the player; after `end`, they are never answered. */
  apiOf(token: () => string | undefined): { api: Api; end: () => void } {
    let isOver = false
    const known = async (call: string) => {
      this.calls.push(call)
      if (isOver) await new Promise(() => {})
      if (this.isDown) throw new ApiError('No response', 0)
    }
    const mine = async (call: string) => {
      await known(call)
      if (this.refusal) throw this.refusal
      if (!this.#parts || token() !== this.#token)
        throw new ApiError('Session expired', 401, 'SESSION_EXPIRED')
    }
    const status = () => ({ serverTime: Date.now(), tag: this.#tag() })
    const api = {
      time: async () => {
        await known('time')
        return { serverTime: Date.now() }
      },
      startPairing: async () => {
        await known('startPairing')
        const sign = { shape: 'triangle', colour: 'blue' }
        return { code: 'KDMRQX', secret: 's', sign, expiresAt: Date.now() + 900_000, consoleUrl: 'http://c' }
      },
      awaitPairing: async () => {
        await known('awaitPairing')
        const claimed = await new Promise<Claim>((resolve) => {
          this.#claim = resolve
        })
        return { claimed }
      },
      manifest: async (tag?: string) => {
        await mine(tag === undefined ? 'manifest' : 'manifest with its tag')
        return tag === this.#tag() ? undefined : { ...this.parts, serverTime: Date.now() }
      },
      stream: async (signal: AbortSignal) => {
        await mine('stream')
        return this.#open(signal)
      },
      file: async (hash: string) => {
        await mine('file')
        const bytes = this.#files.get(hash)
        if (!bytes || this.withheld.has(hash)) throw new ApiError('Not found', 404, 'NOT_FOUND')
        return new Response(bytes)
      },
      heartbeat: async ({ body }: { body: Heartbeat }) => {
        await mine('heartbeat')
        this.heartbeats.push(body)
        return status()
      },
      beat: async () => {
        await mine('beat')
        return { ...status(), isKnown: true }
      },
      plays: async ({ body }: { body: { plays: unknown[] } }) => {
        await mine('plays')
        return { accepted: body.plays.length, refused: 0 }
      },
      commandDone: async ({ params, body }: { params: { commandId: string }; body: { ok: boolean } }) => {
        await mine('commandDone')
        this.done.push({ id: params.commandId, ok: body.ok })
        return {}
      },
      action: async () => {
        await mine('action')
        return { state: 'done', text: '' }
      },
    }
    const end = () => {
      isOver = true
    }
    return { api: api as unknown as Api, end }
  }

  #tag = () => manifestTag(this.parts.group.hash, this.parts.device.hash)

  #open(signal: AbortSignal): ReadableStream<Uint8Array> {
    const { group, device } = this.parts
    return new ReadableStream<Uint8Array>({
      start: (stream) => {
        this.#streams.add(stream)
        const versions = { group: group.version, device: device.version }
        stream.enqueue(event('hello', { versions, serverTime: Date.now() }))
        const alive = setInterval(() => this.#streams.has(stream) && stream.enqueue(COMMENT), ALIVE_MS)
        signal.addEventListener('abort', () => {
          clearInterval(alive)
          if (this.#streams.delete(stream)) stream.error(new Error('Aborted'))
        })
      },
    })
  }

  #send(name: string, data: object): void {
    for (const stream of this.#streams) stream.enqueue(event(name, data))
  }
}

const event = (name: string, data: object) =>
  new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

/** What the player reads of the page that it runs in. */
function standInForPage(): void {
  const events = { addEventListener: () => undefined, removeEventListener: () => undefined }
  const empty = { querySelector: () => null, querySelectorAll: () => [], activeElement: null }
  const createElement = () => ({ canPlayType: () => '' })
  vi.stubGlobal('document', { hidden: false, createElement, getElementById: () => null, ...empty, ...events })
  vi.stubGlobal('location', new URL('http://screen.test/'))
  vi.stubGlobal('navigator', { language: 'en-US', userAgent: 'test', maxTouchPoints: 0 })
  vi.stubGlobal('window', { devicePixelRatio: 1, innerWidth: 1920, innerHeight: 1080, ...events })
}

/** A screen without a browser: a server in memory, storage that survives restarts, and time that `pass` advances. */
class FakeScreen {
  readonly server = new FakeServer()
  readonly state = memoryState()
  readonly store = createMemoryStore()
  /** Moments at which the stage became empty. */
  readonly dark: number[] = []
  restarts = 0
  player: Player | undefined
  #end = () => {}

  get session(): Session {
    const session = this.player?.session()
    if (!session) throw new Error('The screen is not connected')
    return session
  }

  /** What shows: the page on the stage, or else the player's own screen. */
  shows = (): string => {
    const { name } = this.player?.phase.get() ?? { name: 'off' }
    return (name === 'playing' && this.session.director.front?.show.page.id) || name
  }

  /** Starts the player with its stored content. */
  async start(): Promise<void> {
    const storage = { state: this.state, store: this.store, trouble: [], lost: new Promise<void>(() => {}) }
    this.player = new Player({
      storage,
      clock: await clockAfter(this.state),
      connect: (_, token) => {
        const { api, end } = this.server.apiOf(token)
        this.#end = end
        return api
      },
      reload: async () => void this.restarts++,
    })
    this.player.phase.subscribe(this.#paint)
    void this.player.run('')
    await this.pass(0)
  }

  /** Starts it connected, and showing `page-first`. */
  async play(device = devicePart()): Promise<void> {
    const token = this.server.pair(groupNamed('first'), device)
    await this.state.set({ token })
    await this.start()
    await this.pass(2000)
  }

  /** Cuts the power: the player stops. */
  async cutPower(): Promise<void> {
    this.#end()
    vi.clearAllTimers()
    this.player = undefined
  }

  async restart(): Promise<void> {
    await this.cutPower()
    await this.start()
  }

  pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  async close(): Promise<void> {
    await this.player?.session()?.close()
    this.#end()
    vi.clearAllTimers()
  }

  /** Paints each page a moment after the stage prepares it. */
  #paint = () => {
    const session = this.player?.session()
    if (!session || this.player?.phase.get().name !== 'playing') return
    const { director } = session
    let wasLit = false
    const painted = new Set<number>()
    const noteDark = () => {
      if (!director.front && this.player?.session() === session) this.dark.push(Date.now())
    }
    const look = () => {
      // Browsers paint after the task in which the screen may have left its session.
      if (wasLit && !director.front) setTimeout(noteDark)
      wasLit = director.front !== undefined
      for (const { id, state } of director.layers.get()) {
        if (state !== 'back' || painted.has(id)) continue
        painted.add(id)
        setTimeout(() => director.painted(id), PAINT_MS)
      }
    }
    director.layers.subscribe(look)
    look()
  }
}

/** A group that plays one page, `page-NAME`, with the given files. */
export function groupNamed(name: string, media: Record<string, TestFile> = {}): GroupPart {
  const ids = Object.keys(media)
  const page = ids.length ? zonePage(`page-${name}`, ids) : colorPage(`page-${name}`, '#123456')
  return groupPart(contentOf([{ id: name, items: [{ page, seconds: 5 }] }], media), scheduleOf(name))
}

/** A new screen for each test, which is off. */
export function screenOfEachTest(): () => FakeScreen {
  let screen: FakeScreen
  // Loaded already, because loading takes real time.
  beforeAll(() =>
    Promise.all([
      import('#session/background.ts'),
      import('#sharing/sharing.ts'),
      import('#pairing/pair.ts'),
    ]),
  )
  beforeEach(() => {
    vi.useFakeTimers({ now: START })
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    standInForPage()
    screen = new FakeScreen()
  })
  afterEach(async () => {
    await screen.close()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  return () => screen
}
