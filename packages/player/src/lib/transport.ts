import { type Address, pathOf } from '@vitrine/contract/client'
import type { ErrorBody, ErrorKey } from '@vitrine/contract/errors'

/** An unexpected response. Status 0: no response, or not from a Vitrine server. */
export class ApiError extends Error {
  declare readonly status: number
  declare readonly key: ErrorKey | undefined
  constructor(message: string, status: number, key?: ErrorKey) {
    super(message)
    this.status = status
    this.key = key
  }
}

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

const ANSWER_MS = 15_000
/** Every this many bytes of a long response extend its timeout: a slow one may finish, an endless one is aborted. */
const PROGRESS_BYTES = 10_000

export interface CallOptions {
  headers?: Record<string, string>
  /** Timeout in milliseconds without a response, or without progress. */
  timeout?: number
  signal?: AbortSignal
}
export interface CallParts extends CallOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** A response with an unread body. */
export interface OpenResponse {
  response: Response
  /** Restarts the timeout. */
  extend: () => void
  /** Stops the timeout; the signal still aborts. */
  settle: () => void
  /**
   * Stops the timeout and releases the signal. Call it when the body is read: one signal may outlive thousands of
   * calls.
   */
  end: () => undefined
}
export type Open = (address: Address, parts?: CallParts) => Promise<OpenResponse>

/** Sends calls to the API at `base`, with the screen's token. Throws `ApiError` for failures except 304. */
export const createTransport =
  (base: string, token: () => string | undefined): Open =>
  async (address, parts = {}) => {
    const { body, headers = {}, timeout = ANSWER_MS, signal } = parts
    const cancel = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const abort = () => cancel.abort()
    const settle = () => clearTimeout(timer)
    const extend = () => {
      settle()
      timer = setTimeout(abort, timeout)
    }
    const end = () => {
      settle()
      signal?.removeEventListener('abort', abort)
      return undefined
    }
    extend()
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    const bearer = token()
    const isForm = body instanceof FormData
    try {
      const response = await fetch(base + pathOf(address, parts), {
        method: address.method,
        cache: 'no-store',
        credentials: 'omit',
        signal: cancel.signal,
        headers: {
          ...(bearer && { Authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      })
      if (!response.ok && response.status !== 304) throw await failure(response)
      return { response, extend, settle, end }
    } catch (error) {
      end()
      throw error instanceof ApiError ? error : new ApiError(`No response: ${errorMessage(error)}`, 0)
    }
  }

async function failure(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>
  return new ApiError(body.message ?? `Status ${response.status}`, response.status, body.errKey)
}

/** The body of a long response, also over a slow connection. */
async function longText({ response, extend }: OpenResponse): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let received = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || !value) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    received += value.length
    if (received < PROGRESS_BYTES) continue
    received = 0
    extend()
  }
}

/** The JSON object of a response with all `fields`. Throws `ApiError` for a response of a proxy or another server. */
export async function jsonOf(opened: OpenResponse, fields: readonly string[] = []): Promise<object> {
  const answer: unknown = await longText(opened)
    .then(JSON.parse)
    .catch((error: unknown) => {
      throw new ApiError(`Invalid response: ${errorMessage(error)}`, 0)
    })
    .finally(opened.end)
  if (typeof answer === 'object' && answer && fields.every((name) => name in answer)) return answer
  throw notVitrine()
}

export const notVitrine = (): ApiError => new ApiError('Not a Vitrine server', 0)

/** Whether anything responds. Any status counts, because it can't be read across origins. */
export async function answers(address: string, ms: number): Promise<boolean> {
  const cancel = new AbortController()
  const timer = setTimeout(() => cancel.abort(), ms)
  try {
    await fetch(address, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal: cancel.signal })
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
    cancel.abort()
  }
}
