import type { ScreenConfiguration } from '@vitrine/contract/api/playback/manifest'
import { createPace, type WantedFile, WrongBytes } from '#downlink/download.ts'
import type { Share } from '#downlink/share.ts'
import { type FileStore, isQuota } from '#downlink/stores/file-store.ts'
import { type Api, errorMessage } from '#lib/api.ts'
import { jittered } from '#lib/retry.ts'
import { sleep } from '#lib/time/alarm.ts'
import type { Clock } from '#lib/time/clock.ts'
import { giveFiles } from './give.ts'
import { findNeighbor } from './neighbor-calls.ts'
import { type NeighborCommand, Neighbors } from './neighbors.ts'
import { takeFile } from './take-file.ts'

/** Smaller files cost the server less than finding a neighbor. */
const SHARED_MIN = 1_000_000
/** The interval of progress reports to the server. */
const PROGRESS_MS = 5000
/** Neighbors to try before falling back to the server, in case the server names too many. */
const TRIES = 30
/** Corrupt files from neighbors after which the server sends it without a slot. */
const WRONG_MAX = 3
/** Consecutive failed requests after which the server sends the file without a slot. */
const UNANSWERED_MAX = 4
const ASK_AGAIN_MS = 3000
/** How long to avoid a slow or vanished neighbor; one that sent wrong bytes is avoided forever. */
const AVOID_MS = 600_000
/** Duplicates the contract's limit, to avoid loading its schemas. */
const AVOIDED_MAX = 50
/** A safety limit: the server ends the wait long before, after the transfer time at 1 Mbit/s plus a minute. */
const waitMost = ({ size }: WantedFile) => 3_600_000 + size / 25

interface Options {
  api: Pick<Api, 'file' | 'open'>
  clock: Pick<Clock, 'now' | 'monotonic'>
  store: Pick<FileStore, 'blob' | 'url'>
  configuration: () => ScreenConfiguration | undefined
  report: (problem: string) => void
  /** Whether this browser supports it; otherwise all files come from the server. */
  isAble?: boolean
  /** Delay after an unanswered request. */
  askAgainMs?: number
  neighbors?: Pick<Neighbors, 'isFree' | 'connect' | 'take' | 'close'>
}

type From = Parameters<Parameters<Share>[2]>[0]

/**
 * Downloads large files from screens in the same network, and serves its own to them. Off until a configuration turns
 * it on.
 */
export class Sharing {
  readonly #options: Options
  readonly #neighbors: Pick<Neighbors, 'isFree' | 'connect' | 'take' | 'close'>
  readonly #pace = createPace()
  /** Neighbors to avoid, each until an instant of the monotonic clock. */
  readonly #avoided = new Map<string, number>()
  /** The neighbors that contributed bytes to unfinished files. */
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

  /** Rejects only if the server could not send the file either, or the disk could not store it. */
  bring: Share = async (file, signal, run) => {
    const { api, clock } = this.#options
    if (file.size < SHARED_MIN || !this.#isOn) return run(api)
    const until = clock.monotonic() + waitMost(file)
    let wrong = 0
    for (let tries = 0; tries < TRIES; tries++) {
      const neighbor = await this.#next(file, signal, until)
      if (neighbor === undefined) break
      const outcome = await this.#takeFrom(neighbor, file, signal, run)
      if (outcome === 'whole') return this.#announce(file)
      if (outcome === 'wrong' && ++wrong === WRONG_MAX) break
    }
    const server = () => this.#count(file, { file: api.file }, run)
    const isMixed = this.#givers.has(file.sha256)
    await server().catch((error: unknown) => {
      // Bytes from neighbors were wrong.
      if (isMixed && error instanceof WrongBytes) return server()
      throw error
    })
    this.#announce(file)
  }

  /** Handles a request from the server or, through it, from a neighbor; returns the reason if it is refused. */
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

  /** The neighbor to download from, once the server has chosen; undefined for the server itself. */
  async #next(file: WantedFile, signal: AbortSignal, until: number): Promise<string | undefined> {
    const { api, clock, askAgainMs = ASK_AGAIN_MS } = this.#options
    let unanswered = 0
    while (!signal.aborted && this.#isOn && clock.monotonic() < until) {
      const source = await findNeighbor(api, file.sha256, this.#question(file, 0)).catch(() => undefined)
      if (source?.act === 'take') return source.from
      if (source?.act === 'fetch' || (!source && ++unanswered === UNANSWERED_MAX)) return undefined
      // Don't download from a server because it is busy.
      if (source) unanswered = 0
      const again = source?.again ?? askAgainMs
      await sleep(jittered(again, again / 4))
    }
    return undefined
  }

  /** `wrong`: all bytes arrived, but don't match the hash. */
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
      this.#leave(id, AVOID_MS)
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

  /**
   * Reports that other screens may download it from here. If the report is lost, the server sends the file to another
   * one.
   */
  #announce({ sha256, size }: WantedFile): void {
    const { api, askAgainMs = ASK_AGAIN_MS } = this.#options
    const body = { got: size, holds: true, avoid: [], size }
    const announce = async () => {
      for (let tries = 0; tries < UNANSWERED_MAX && !this.#closed; tries++) {
        const found = await findNeighbor(api, sha256, body).catch(() => undefined)
        if (found) return
        await sleep(askAgainMs)
      }
    }
    void announce()
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
