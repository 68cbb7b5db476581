import type { Contract } from '@vitrine/contract'
import type { Manifest } from '@vitrine/contract/api/playback/manifest'
import { createCalls } from '@vitrine/contract/client'
import { CALLS } from '@vitrine/contract/player/calls'
import type { AnswerOf } from '@vitrine/contract/route'
import { ApiError, type CallOptions, createTransport, errorMessage, jsonOf, notVitrine } from './transport.ts'

export { ApiError, errorMessage }

/** The only response after which a screen forgets its organization. */
export const isUnpaired = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.key === 'DEVICE_UNPAIRED'

/** The server refused this screen without disconnecting it. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)

/** No server responded, or a proxy without its server. */
export const isUnreachable = (error: unknown): boolean =>
  !(error instanceof ApiError) || [0, 502, 504].includes(error.status)

type Routes = Pick<Contract, keyof typeof CALLS>
export type Pairing = AnswerOf<Routes['player']['startPairing']>
export type Claim = NonNullable<AnswerOf<Routes['player']['awaitPairing']>['claimed']>
export type Api = ReturnType<typeof createApi>

/**
 * The player's API calls, typed by the contract. Responses are not parsed by its schemas, which would triple the
 * player's script: manifests are verified by their hash.
 */
export function createApi(base: string, token: () => string | undefined) {
  const open = createTransport(base, token)
  const { player, screenAnswers, contentOrigin, screenData } = createCalls<Routes, CallOptions>(
    CALLS,
    async ({ route, method, path, ...parts }) => jsonOf(await open({ method, path }, parts), route.fields),
  )

  return {
    ...player,
    answers: screenAnswers.report,
    contentOrigin: contentOrigin.get,
    /** For calls without a JSON body. */
    open,

    /** `undefined`: unchanged since `tag`. */
    async manifest(tag?: string): Promise<Manifest | undefined> {
      const opened = await open(
        CALLS.player.manifest,
        tag === undefined ? {} : { headers: { 'If-None-Match': tag } },
      )
      if (opened.response.status === 304) return opened.end()
      const answer = (await jsonOf(opened)) as Manifest
      if (answer.group?.hash && answer.device?.hash) return answer
      throw notVitrine()
    },

    /** The event stream, which the caller monitors. */
    async stream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
      const { response, settle } = await open(CALLS.player.stream, {
        headers: { Accept: 'text/event-stream' },
        signal,
      })
      settle()
      if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
        throw notVitrine()
      return response.body
    },

    /** A file from byte `from` on; status 200 means that it starts at byte 0 anyway. */
    async file(sha256: string, from: number, signal: AbortSignal): Promise<Response> {
      const { response, settle } = await open(CALLS.player.file, {
        params: { sha256 },
        ...(from > 0 && { headers: { Range: `bytes=${from}-` } }),
        signal,
      })
      settle()
      return response
    },

    /** Live data for a widget; `undefined` if the server has none. */
    async data(kind: keyof typeof screenData, query: Record<string, string>): Promise<object | undefined> {
      const call = screenData[kind] as (args: { query: object }) => Promise<Record<string, object | null>>
      const answer = await call({ query })
      return answer[kind] ?? undefined
    },
  }
}
