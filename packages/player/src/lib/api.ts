import type { contentOrigin } from '@vitrine/contract/api/packages'
import type { ReportedAnswer, screenAnswers } from '@vitrine/contract/api/screens/answers'
import type { Manifest } from '@vitrine/contract/api/screens/manifest'
import type { Heartbeat, player, ScreenFacts } from '@vitrine/contract/api/screens/player'
import type { ReportedPlay } from '@vitrine/contract/api/screens/plays'
import type { SCREEN_HEADER, ScreenHeader } from '@vitrine/contract/api/screens/unknown-screens'
import type { screenData } from '@vitrine/contract/api/widget-data'
import type { ErrorBody, ErrorKey } from '@vitrine/contract/errors'
import type { CommandResult } from '@vitrine/contract/player/commands'
import type { AnswerOf, BodyOf, Route } from '@vitrine/contract/route'

/** An answer that is not what was asked for. Status 0: none came, or it was no answer of a Vitrine server. */
export class ApiError extends Error {
  readonly status: number
  readonly key: ErrorKey | undefined
  constructor(message: string, status: number, key?: ErrorKey) {
    super(message)
    this.status = status
    this.key = key
  }
}

/** The only answer after which a screen forgets whom it belongs to. */
export const isUnpaired = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.key === 'DEVICE_UNPAIRED'

/** The server answered that this screen may not, without saying that it was disconnected. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)

const ANSWER_MS = 15_000
/** As much more of a long answer gives it as long again: over a slow line, but not from who never ends. */
const PROGRESS_BYTES = 10_000
/** The server holds a waiting question for about 25 s. */
const LONG_POLL_MS = 40_000

interface Call {
  method: Route['method']
  path: string
  body?: unknown
  headers?: Record<string, string>
  timeout?: number
  signal?: AbortSignal
}

export type Pairing = AnswerOf<typeof player.startPairing>
export type Claim = NonNullable<AnswerOf<typeof player.awaitPairing>['claimed']>
export type Api = ReturnType<typeof createApi>

/**
 * The player's calls, all to its own origin. Types come from the contract; its schemas stay out of the player's
 * script, because every manifest is verified by its hash anyway.
 */
export function createApi(base: string, token: () => string | undefined) {
  async function call({ method, path, body, headers = {}, timeout = ANSWER_MS, signal }: Call) {
    const cancel = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const abort = () => cancel.abort()
    const alive = () => {
      clearTimeout(timer)
      timer = setTimeout(abort, timeout)
    }
    alive()
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    const bearer = token()
    const isJson = body !== undefined && !(body instanceof FormData)
    try {
      const response = await fetch(base + path, {
        method,
        cache: 'no-store',
        credentials: 'omit',
        signal: cancel.signal,
        headers: {
          ...(bearer && { Authorization: `Bearer ${bearer}` }),
          ...(isJson && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
      })
      if (!response.ok && response.status !== 304) throw await failure(response)
      const settle = () => clearTimeout(timer)
      // One signal may outlive thousands of calls.
      const end = () => {
        settle()
        signal?.removeEventListener('abort', abort)
      }
      return { response, alive, settle, end }
    } catch (error) {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      throw error instanceof ApiError ? error : new ApiError(`No answer: ${text(error)}`, 0)
    }
  }

  /** A JSON object with the named keys, or it was some other server that answered. */
  async function json<T extends object>(options: Call, ...keys: (keyof T & string)[]): Promise<T> {
    const { response, end } = await call(options)
    try {
      const answer: unknown = await response.json()
      if (typeof answer === 'object' && answer !== null && keys.every((key) => key in answer))
        return answer as T
    } catch (error) {
      throw new ApiError(`Not understood: ${text(error)}`, 0)
    } finally {
      end()
    }
    throw new ApiError('Not the answer of a Vitrine server', 0)
  }

  return {
    startPairing: (screen: ScreenFacts) =>
      json<Pairing>(
        { method: 'POST', path: path<'startPairing'>('/player/pairing'), body: { screen } },
        'code',
        'secret',
      ),

    awaitPairing: (secret: string, signal: AbortSignal) =>
      json<{ claimed: Claim | null }>(
        {
          method: 'POST',
          path: path<'awaitPairing'>('/player/pairing/wait'),
          body: { secret },
          timeout: LONG_POLL_MS,
          signal,
        },
        'claimed',
      ),

    /** `undefined`: nothing changed since `tag`. */
    async manifest(tag?: string): Promise<Manifest | undefined> {
      const { response, alive, settle } = await call({
        method: 'GET',
        path: path<'manifest'>('/player/manifest'),
        ...(tag !== undefined && { headers: { 'If-None-Match': tag } }),
      })
      try {
        if (response.status === 304) return undefined
        const answer = JSON.parse(await longText(response, alive)) as Manifest
        if (answer.group?.hash && answer.device?.hash) return answer
      } catch (error) {
        throw new ApiError(`Not understood: ${text(error)}`, 0)
      } finally {
        settle()
      }
      throw new ApiError('Not the answer of a Vitrine server', 0)
    },

    /** The open stream. Its life is the caller's to watch. */
    async stream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
      const { response, settle } = await call({
        method: 'GET',
        path: path<'stream'>('/player/stream'),
        headers: { Accept: 'text/event-stream' },
        signal,
      })
      settle()
      if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
        throw new ApiError('Not the answer of a Vitrine server', 0)
      return response.body
    },

    /** Says in a header what screen it is, for a server that has forgotten it and does not read further. */
    heartbeat: (body: Heartbeat, identity: Identity) =>
      json<{ serverTime: number; pictureSeconds?: number }>(
        {
          method: 'POST',
          path: path<'heartbeat'>('/player/heartbeat'),
          body,
          headers: { [SCREEN]: encodeURIComponent(JSON.stringify({ ...body.screen, ...identity })) },
        },
        'serverTime',
      ),

    /** Live data for a widget; `undefined` while the server has none. */
    async data(kind: keyof typeof screenData, query: Record<string, string>): Promise<object | undefined> {
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      const address = `${DATA_PATHS[kind]}?${pairs.join('&')}`
      const answer = await json<Record<string, object | null>>({ method: 'GET', path: address }, kind)
      return answer[kind] ?? undefined
    },

    plays: (plays: readonly ReportedPlay[]) =>
      json<AnswerOf<typeof player.plays>>(
        { method: 'POST', path: path<'plays'>('/player/plays'), body: { plays } },
        'accepted',
      ),

    picture: (body: BodyOf<typeof player.picture>) =>
      json<object>({ method: 'POST', path: path<'picture'>('/player/picture'), body }),

    commandDone: (id: string, ok: boolean, text: string) =>
      json<object>({
        method: 'POST',
        path: `/player/commands/${id}`,
        body: { ok, text: text.slice(0, 200) },
      }),

    /** Does on another screen what a touch asks for. */
    action: (body: BodyOf<typeof player.action>) =>
      json<CommandResult>({ method: 'POST', path: path<'action'>('/player/actions'), body }, 'state'),

    answers: (answers: readonly ReportedAnswer[]) =>
      json<AnswerOf<(typeof screenAnswers)['report']>>(
        { method: 'POST', path: ANSWERS, body: { answers } },
        'accepted',
      ),

    time: () =>
      json<{ serverTime: number }>({ method: 'GET', path: path<'time'>('/player/time') }, 'serverTime'),

    /** Where packages are. */
    contentOrigin: () => json<{ url: string }>({ method: 'GET', path: CONTENT_ORIGIN }, 'url'),

    /** A file from byte `from` on; status 200 means that it starts from the beginning all the same. */
    async file(sha256: string, from: number, signal: AbortSignal): Promise<Response> {
      const { response, settle } = await call({
        method: 'GET',
        path: `/player/files/${sha256}`,
        ...(from > 0 && { headers: { Range: `bytes=${from}-` } }),
        signal,
      })
      settle()
      return response
    },

    /** For what is loaded only when it is needed. */
    call,
  }
}

const SCREEN: typeof SCREEN_HEADER = 'x-vitrine-screen'
/** What a server that has forgotten the screen needs to take it back. */
export type Identity = Pick<ScreenHeader, 'name' | 'deviceGroupId'>

const CONTENT_ORIGIN: (typeof contentOrigin)['get']['path'] = '/player/content-origin'
const ANSWERS: (typeof screenAnswers)['report']['path'] = '/player/answers'
const DATA_PATHS = {
  weather: '/player/data/weather',
  prayer: '/player/data/prayer',
  feed: '/player/data/feed',
} as const satisfies { [K in keyof typeof screenData]: (typeof screenData)[K]['path'] }

async function longText(response: Response, alive: () => void): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let heard = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || !value) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    heard += value.length
    if (heard < PROGRESS_BYTES) continue
    heard = 0
    alive()
  }
}

/** A path that the contract knows under this name. */
const path = <K extends keyof typeof player>(known: (typeof player)[K]['path']): string => known

async function failure(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>
  return new ApiError(body.message ?? `Status ${response.status}`, response.status, body.errKey)
}

export const text = (error: unknown): string => (error instanceof Error ? error.message : String(error))
