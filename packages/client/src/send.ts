import type { Call, Send } from '@vitrine/contract/client'
import type { ErrorBody } from '@vitrine/contract/errors'
import { trimSlashes } from '@vitrine/contract/trim-slashes'
import { VitrineError } from './vitrine-error.ts'

/** A server and a key to call it with. */
export interface Connection {
  /** The console's address, such as `https://signage.example.org`. */
  url: string
  /** An API key. */
  key: string
  /** Milliseconds that a call may take; 30 seconds if absent, and ten minutes for files. */
  timeout?: number
}

export interface CallOptions {
  signal?: AbortSignal
  /** Milliseconds, instead of the connection's. */
  timeout?: number
  /** Of a POST: a repeated call with the same key is answered like the first and does nothing. */
  idempotencyKey?: string
}

const TIMEOUT = 30_000
const FILE_TIMEOUT = 600_000
/** A server that wants a longer pause has a reason to report. */
const PAUSE_SECONDS_MAX = 60

/** Sends calls to one server with one key. Reads that a busy server refuses are sent once more; writes never are. */
export function senderTo({ url, key, timeout }: Connection): Send<CallOptions> {
  const base = `${addressOf(url)}/api`
  const authorization = `Bearer ${checked(key)}`

  return async (call) => {
    const { upload, response: kind } = call.route
    const isLong = upload !== undefined || typeof kind === 'string'
    const limit = call.timeout ?? timeout ?? (isLong ? FILE_TIMEOUT : TIMEOUT)
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), limit)
    const signal = AbortSignal.any([deadline.signal, call.signal ?? []].flat())
    try {
      const send = () => request(base, authorization, call, signal)
      let response = await send()
      const pause = call.method === 'GET' ? pauseOf(response) : undefined
      if (pause !== undefined) {
        await response.body?.cancel()
        await waited(pause * 1000, signal)
        response = await send()
      }
      return await read(response, call)
    } catch (error) {
      if (error instanceof VitrineError || call.signal?.aborted) throw error
      const { host } = new URL(base)
      const message = deadline.signal.aborted
        ? `${host} didn't answer within ${limit / 1000} seconds`
        : `Couldn't reach ${host}${reasonOf(error)}`
      throw new VitrineError(0, { message }, error)
    } finally {
      clearTimeout(timer)
    }
  }
}

function addressOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:\/\//i.test(url))
    throw new TypeError('The address must be like https://signage.example.org')
  return trimSlashes(url)
}

/** Headers quote what they refuse, so a key with a line break would be in the message. */
function checked(key: string): string {
  const trimmed = key.trim()
  if (!/^[\x21-\x7e]+$/.test(trimmed)) throw new TypeError('The API key has characters that no key has')
  return trimmed
}

function request(
  base: string,
  authorization: string,
  { method, path, body, route, idempotencyKey }: Call & CallOptions,
  signal: AbortSignal,
): Promise<Response> {
  const isJson = body !== undefined && !route.upload
  return fetch(base + path, {
    method,
    headers: {
      authorization,
      ...(isJson && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: isJson ? JSON.stringify(body) : route.upload ? formOf(body as Record<string, unknown>) : undefined,
    // A redirected POST would become a GET.
    redirect: method === 'GET' ? 'follow' : 'error',
    cache: 'no-store',
    signal,
  })
}

function formOf(parts: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts))
    for (const each of [value].flat())
      if (each !== undefined) form.append(name, each instanceof Blob ? each : String(each))
  return form
}

/** Seconds that a busy server asks to wait. */
function pauseOf({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 && seconds <= PAUSE_SECONDS_MAX ? seconds : undefined
}

function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

async function read(response: Response, { route }: Call): Promise<unknown> {
  const { status, headers } = response
  const isJson = headers.get('content-type')?.includes('json')
  if (!response.ok) {
    const body = (isJson ? await response.json() : {}) as Partial<ErrorBody>
    throw new VitrineError(status, { ...body, message: body.message ?? `${status} ${response.statusText}` })
  }
  if (route.response === 'stream') return response.body
  if (route.response === 'file') return response.blob()
  if (isJson) return response.json()
  throw new VitrineError(status, { message: "This address doesn't answer like the API of Vitrine's console" })
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } }
  const reason = cause?.code ?? cause?.message
  return reason ? ` (${reason})` : ''
}
