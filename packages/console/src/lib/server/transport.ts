import type { Call } from '@vitrine/contract/client'
import { type Conflict, ERRORS, type ErrorBody, type ErrorKey, type UsedBy } from '@vitrine/contract/errors'
import { type Session, session, type Tokens } from '#lib/session/session.ts'
import { apiBase } from './config.ts'
import { acrossTabs } from './lock.ts'
import { type Submission, SubmissionKeys } from './submission-keys.ts'

/** A failed call. `status` 0: the server was unreachable. `errors`: one message per input field. */
export class ApiError extends Error {
  readonly status: number
  readonly errKey: ErrorKey | undefined
  readonly errors: Record<string, string>
  /** For CONFLICT: who saved the newer version. */
  readonly conflict: Conflict | undefined
  /** For a refused deletion: where the record is used. */
  readonly usedIn: readonly UsedBy[]

  constructor(status: number, body: Partial<ErrorBody> = {}) {
    super(body.message ?? '')
    this.status = status
    this.errKey = body.errKey && Object.hasOwn(ERRORS, body.errKey) ? body.errKey : undefined
    this.errors = body.errors ?? {}
    this.conflict = body.conflict
    this.usedIn = body.usedIn ?? []
  }
}

/** A raw response. */
interface Reply {
  status: number
  /** The Retry-After seconds of a busy server. */
  retryAfter?: number
  read(): Promise<unknown>
}

/** Sends one call with a token, without session handling. Rejects if the server is unreachable. */
export type Exchange = (call: Submission, token: string | null) => Promise<Reply>

export interface Progress {
  loaded: number
  total: number
}

interface Dependencies {
  exchange: Exchange
  session: Pick<Session, 'get' | 'token' | 'renew' | 'end' | 'reload'>
  withLock: typeof acrossTabs
}

const REFRESH: Call = {
  method: 'POST',
  path: '/auth/refresh-token',
  // Only the fields that `exchange` reads, because the contract isn't loaded before the login.
  route: { method: 'POST', path: '/auth/refresh-token', summary: '', who: 'public', response: 'file' },
}
/** Retries of a call that a busy server refused, before reporting the failure. */
const BUSY_TRIES = 4

/** Storage written by one tab reaches the others shortly after its lock is released: poll for up to 20 × 10 ms. */
const STORAGE_TRIES = 20
const STORAGE_MS = 10
const WITHOUT_REFRESH = ['/auth/login', '/auth/refresh-token']

/**
 * Sends calls for the session: a 401 causes one refresh, shared by all waiting calls and tabs, and one retry. If the
 * refresh fails, or the retry gets a 401, the session ends.
 */
export function createTransport({ exchange, session, withLock }: Dependencies) {
  let refreshing: Promise<void> | undefined
  const keys = new SubmissionKeys()

  async function refresh(refused: string | null): Promise<void> {
    await withLock('vitrine-refresh', async (waited) => {
      session.reload()
      const changed = () => session.get().token !== refused
      for (let left = waited ? STORAGE_TRIES : 0; left > 0 && !changed(); left -= 1) {
        await new Promise((resolve) => setTimeout(resolve, STORAGE_MS))
        session.reload()
      }
      if (changed()) return
      const { refreshToken } = session.get()
      const reply = refreshToken
        ? await reach(exchange({ ...REFRESH, body: { refreshToken } }, null))
        : undefined
      if (!reply || reply.status >= 400) throw new ApiError(401, { errKey: 'SESSION_EXPIRED' })
      session.renew((await reply.read()) as Tokens)
    })
  }

  function sharedRefresh(refused: string | null): Promise<void> {
    refreshing ??= refresh(refused).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function exchangeWithRefresh(call: Submission, by: Exchange): Promise<Reply> {
    const had = session.get().token
    const used = session.token()
    // Another tab has logged out or logged in as someone else: this call belonged to the ended session.
    if (had && !used) throw new ApiError(401, { errKey: 'SESSION_EXPIRED' })
    const first = await reach(by(call, used))
    if (first.status !== 401 || WITHOUT_REFRESH.includes(call.path)) return first
    try {
      await sharedRefresh(used)
    } catch (error) {
      session.end('expired')
      throw error
    }
    const second = await reach(by(call, session.get().token))
    if (second.status === 401) session.end('expired')
    return second
  }

  return async function send(call: Submission, by: Exchange = exchange): Promise<unknown> {
    const keyed = { ...call, key: keys.keyOf(call) }
    let reply = await exchangeWithRefresh(keyed, by)
    for (
      let tries = 0;
      reply.status === 503 && reply.retryAfter !== undefined && tries < BUSY_TRIES;
      tries++
    ) {
      await pause(reply.retryAfter * 1000 * (1 + Math.random()), call.signal)
      reply = await exchangeWithRefresh(keyed, by)
    }
    // After a lost or a proxy's response, the server may still have done the work.
    if (reply.status < 500) keys.answered(call)
    // 502 to 504: a proxy whose server didn't respond.
    if (reply.status > 501) notifyUnreachable()
    return answer(reply)
  }
}

function pause(ms: number, signal: Call['signal']): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new DOMException('Aborted', 'AbortError'))
    }
    const timer = setTimeout(() => {
      if (signal instanceof AbortSignal) signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else if (signal instanceof AbortSignal) signal.addEventListener('abort', stop, { once: true })
  })
}

let notifyUnreachable = () => {}
/** Calls `listener` whenever a call can't reach the server. */
export function onUnreachable(listener: () => void): void {
  notifyUnreachable = listener
}

async function reach(reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    notifyUnreachable()
    throw new ApiError(0)
  }
}

async function answer(reply: Reply): Promise<unknown> {
  if (reply.status < 400) return reply.read()
  let body: unknown
  try {
    body = await reply.read()
  } catch {
    // Ignore a proxy's HTML error page.
  }
  const error = new ApiError(reply.status, typeof body === 'object' && body !== null ? body : {})
  if (error.errKey === 'SECOND_FACTOR_REQUIRED') session.requireSecondFactor()
  throw error
}

const authorization = (token: string | null): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {}

const idempotencyHeader = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { 'idempotency-key': key }

const byFetch: Exchange = async (call, token) => {
  const json = call.body !== undefined && !(call.body instanceof FormData)
  const response = await fetch(apiBase() + call.path, {
    method: call.method,
    headers: {
      ...authorization(token),
      ...idempotencyHeader(call.key),
      ...(json && { 'content-type': 'application/json' }),
    },
    body: json ? JSON.stringify(call.body) : (call.body as FormData | undefined),
    signal: call.signal instanceof AbortSignal ? call.signal : undefined,
    cache: 'no-store',
  })
  const isJson = response.headers.get('content-type')?.includes('json')
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    status: response.status,
    ...(Number.isFinite(retryAfter) && { retryAfter }),
    read: () => (isJson ? response.json() : response.blob()),
  }
}

/** An open response stream, for server-sent events. */
const byStream: Exchange = async (call, token) => {
  const response = await fetch(apiBase() + call.path, {
    headers: { ...authorization(token), accept: 'text/event-stream' },
    signal: call.signal instanceof AbortSignal ? call.signal : undefined,
    cache: 'no-store',
  })
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream')
  return { status: response.status, read: async () => (isEvents ? response.body : response.json()) }
}

/** XMLHttpRequest, because fetch can't report upload progress. */
const byUpload =
  (onProgress: (progress: Progress) => void): Exchange =>
  (call, token) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(call.method, apiBase() + call.path)
      for (const [name, value] of Object.entries({ ...authorization(token), ...idempotencyHeader(call.key) }))
        request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress({ loaded, total })
      request.onload = () =>
        resolve({ status: request.status, read: async () => JSON.parse(request.responseText || 'null') })
      request.onerror = () => reject(new TypeError('Network'))
      request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
      if (call.signal instanceof AbortSignal) {
        if (call.signal.aborted) return request.onabort?.(new ProgressEvent('abort'))
        call.signal.addEventListener('abort', () => request.abort(), { once: true })
      }
      request.send(call.body as FormData)
    })

export const send = createTransport({ exchange: byFetch, session, withLock: acrossTabs })

/** Sends a multipart body with progress. */
export const sendUpload = (call: Submission, onProgress: (progress: Progress) => void): Promise<unknown> =>
  send(call, byUpload(onProgress))

/** The bytes of a `response: 'stream'` call as they arrive. */
export const sendStream = (call: Call): Promise<ReadableStream<Uint8Array>> =>
  send(call, byStream) as Promise<ReadableStream<Uint8Array>>

/** Reads a JSON file next to index.html; `undefined` if there is none. */
export async function readStaticJson(file: string): Promise<unknown> {
  try {
    const response = await fetch(new URL(file, document.baseURI), { cache: 'no-cache' })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

/** The server's current index.html; `undefined` if it is unreachable. */
export async function readStartPage(): Promise<string | undefined> {
  try {
    const response = await fetch(document.baseURI, { cache: 'no-store' })
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}

/** A static file of the console, such as a font; throws if it doesn't exist. */
export async function loadFile(url: string): Promise<Blob> {
  const response = await fetch(url)
  if (!response.ok) throw new ApiError(response.status)
  return response.blob()
}
