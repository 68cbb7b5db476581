import type { ScreenConfiguration } from '@vitrine/contract/api/screens/manifest'
import { createPace, type WantedFile, WrongBytes } from '#content/download.ts'
import { type FileStore, isQuota } from '#content/stores/file-store.ts'
import { type Api, errorMessage } from '#lib/api.ts'
import { jittered } from '#lib/retry.ts'
import { sleep } from '#lib/time/alarm.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { NeighborCommand } from '#report/commands.ts'
import { giveFiles } from './give.ts'
import { findNeighbor } from './neighbor-calls.ts'
import { Neighbors } from './neighbors.ts'
import type { Share } from './share.ts'
import { takeFile } from './take-file.ts'

/** Smaller files cost the server less than asking who has them. */
const SHARED_MIN = 1_000_000
/** How often the server hears how far a download is. */
const PROGRESS_MS = 5000
/** Neighbors that are tried before the server: a server that names more of them than it should is not listened to. */
const TRIES = 30
/** Files with wrong bytes from neighbors before the server sends it without a turn. */
const WRONG_MAX = 3
/** Questions in a row that fail before the server sends the file without a turn. */
const UNANSWERED_MAX = 4
const ASK_AGAIN_MS = 3000
/** For how long one is left alone that was slow or gone; one that gave wrong bytes is for good. */
const LEFT_ALONE_MS = 600_000
/** As the contract has it, apart from its schemas. */
const AVOIDED_MAX = 50
/** The server ends the waiting long before: after what a line of 1 Mbit/s takes, and a minute. */
const waitMost = ({ size }: WantedFile) => 3_600_000 + size / 25

interface Options {
  api: Pick<Api, 'file' | 'open'>
  clock: Pick<Clock, 'now' | 'monotonic'>
  store: Pick<FileStore, 'blob' | 'url'>
  configuration: () => ScreenConfiguration | undefined
  report: (problem: string) => void
  /** Of this browser; without it all files come from the server. */
  isAble?: boolean
  /** After a question that got no answer. */
  askAgainMs?: number
  neighbors?: Pick<Neighbors, 'isFree' | 'connect' | 'take' | 'close'>
}

type From = Parameters<Parameters<Share>[2]>[0]

/**
 * Downloads large files from screens in the same network, and gives them its own. Off until a configuration turns it
 * on.
 */
export class Sharing {
  readonly #options: Options
  readonly #neighbors: Pick<Neighbors, 'isFree' | 'connect' | 'take' | 'close'>
  readonly #pace = createPace()
  /** Neighbors to leave alone, each until an instant of the monotonic clock. */
  readonly #avoided = new Map<string, number>()
  /** Which neighbors gave bytes to files that are not finished. */
  readonly #givers = new Map<string, Set<string>>()
  #closed = false

  constructor(options: Options) {
    this.#options = options
    const { api, clock, store } = options
    const pace = (bytes: number) => this.#pace(bytes, options.configuration()?.downloadMbit)
    this.#neighbors =
      options.neighbors ??
      new Neighbors({ api, clock, give: (channel) => giveFiles(channel, { store, pace }) })
  }

  get #isOn(): boolean {
    const { configuration, isAble = typeof RTCPeerConnection === 'function' } = this.#options
    return isAble && !this.#closed && configuration()?.shareFiles === true
  }

  /** Rejects only when the server could not give the file either, or the disk could not take it. */
  bring: Share = async (file, signal, run) => {
    const { api, clock } = this.#options
    if (file.size < SHARED_MIN || !this.#isOn) return run(api)
    const until = clock.monotonic() + waitMost(file)
    let wrong = 0
    for (let tries = 0; tries < TRIES; tries++) {
      const neighbor = await this.#next(file, signal, until)
      if (neighbor === undefined) break
      const outcome = await this.#takeFrom(neighbor, file, signal, run)
      if (outcome === 'whole') return this.#tell(file)
      if (outcome === 'wrong' && ++wrong === WRONG_MAX) break
    }
    const server = () => this.#count(file, { file: api.file }, run)
    const isMixed = this.#givers.has(file.sha256)
    await server().catch((error: unknown) => {
      // The bytes that neighbors had given were wrong.
      if (isMixed && error instanceof WrongBytes) return server()
      throw error
    })
    this.#tell(file)
  }

  /** What the server asks or passes on; answers why not. */
  take = async (command: NeighborCommand): Promise<string | undefined> => {
    if (!this.#isOn) return 'This screen does not share files'
    if (command.kind === 'neighbor') return this.#neighbors.take(command)
    const { store } = this.#options
    const isKept = this.#neighbors.isFree && store.url(command.sha256) !== undefined
    return isKept ? undefined : "This screen can't give the file"
  }

  close(): void {
    this.#closed = true
    this.#neighbors.close()
  }

  /** The neighbor to take a file from, once it is clear; undefined for the server. */
  async #next(file: WantedFile, signal: AbortSignal, until: number): Promise<string | undefined> {
    const { api, clock, askAgainMs = ASK_AGAIN_MS } = this.#options
    let unanswered = 0
    while (!signal.aborted && this.#isOn && clock.monotonic() < until) {
      const source = await findNeighbor(api, file.sha256, this.#question(file, 0)).catch(() => undefined)
      if (source?.act === 'take') return source.from
      if (source?.act === 'fetch' || (!source && ++unanswered === UNANSWERED_MAX)) return undefined
      // A busy server must not get the whole file asked of it for being busy.
      if (source) unanswered = 0
      const again = source?.again ?? askAgainMs
      await sleep(jittered(again, again / 4))
    }
    return undefined
  }

  /** `wrong`: all bytes came, and some of them were not those of the file. */
  async #takeFrom(
    id: string,
    file: WantedFile,
    signal: AbortSignal,
    run: (from: From) => Promise<void>,
  ): Promise<'whole' | 'failed' | 'wrong'> {
    const { sha256, size } = file
    try {
      const channel = await this.#neighbors.connect(id)
      const givers = this.#givers.get(sha256) ?? new Set()
      this.#givers.set(sha256, givers.add(id))
      const given: From = {
        file: async (_, from) => {
          const headers = { 'Content-Range': `bytes ${from}-${size - 1}/${size}` }
          return new Response(takeFile(channel, { sha256, from, size }), { status: 206, headers })
        },
      }
      await this.#count(file, given, run).finally(() => channel.close())
      return 'whole'
    } catch (error) {
      if (signal.aborted || isQuota(error)) throw error
      this.#leave(id, LEFT_ALONE_MS)
      this.#options.report(`${sha256.slice(0, 12)}: ${errorMessage(error)}`)
      return error instanceof WrongBytes ? 'wrong' : 'failed'
    }
  }

  /** Downloads and reports progress to the server: a screen without progress loses its slot. */
  async #count(file: WantedFile, from: From, run: (from: From) => Promise<void>): Promise<void> {
    const { api } = this.#options
    let got = 0
    const timer = setInterval(() => {
      void findNeighbor(api, file.sha256, this.#question(file, got)).catch(() => undefined)
    }, PROGRESS_MS)
    const counted: From = {
      file: async (sha256, at, signal) => {
        got = at
        const response = await from.file(sha256, at, signal)
        return counting(response, (bytes) => {
          got += bytes
        })
      },
    }
    try {
      await run(counted)
      this.#givers.delete(file.sha256)
    } catch (error) {
      if (error instanceof WrongBytes) {
        for (const id of this.#givers.get(file.sha256) ?? []) this.#leave(id, Number.POSITIVE_INFINITY)
        this.#givers.delete(file.sha256)
      }
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  #leave(id: string, ms: number): void {
    const until = Math.max(this.#avoided.get(id) ?? 0, this.#options.clock.monotonic() + ms)
    this.#avoided.delete(id)
    this.#avoided.set(id, until)
    for (const oldest of this.#avoided.keys()) {
      if (this.#avoided.size <= AVOIDED_MAX) break
      this.#avoided.delete(oldest)
    }
  }

  #question({ size }: WantedFile, got: number) {
    const now = this.#options.clock.monotonic()
    const avoid = [...this.#avoided].flatMap(([id, until]) => (until > now ? id : []))
    return { got, holds: false, avoid, size }
  }

  /** Others may take it from here now. If this gets lost, another one is sent to the server. */
  #tell({ sha256, size }: WantedFile): void {
    const { api, askAgainMs = ASK_AGAIN_MS } = this.#options
    const body = { got: size, holds: true, avoid: [], size }
    const tell = async () => {
      for (let tries = 0; tries < UNANSWERED_MAX && !this.#closed; tries++) {
        const told = await findNeighbor(api, sha256, body).catch(() => undefined)
        if (told) return
        await sleep(askAgainMs)
      }
    }
    void tell()
  }
}

/** The same response; `onBytes` is called with the size of each chunk read. */
function counting(response: Response, onBytes: (bytes: number) => void): Response {
  const reader = response.body?.getReader()
  if (!reader) return response
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        onBytes(value.length)
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  const { status, headers } = response
  return new Response(body, { status, headers })
}
