import { api } from '#lib/api.ts'
import { session } from '#lib/session/session.ts'
import { apiBase } from './config.ts'
import { loadChunk } from './load-chunk.ts'
import { ApiError } from './transport.ts'

/** Bytes of one request: what a broken line costs at most. */
const PART = 16 * 2 ** 20
/** Milliseconds before each further try; then about a quarter of an hour of them. Progress resets the count. */
const RETRY_AFTER = [0, 1000, 2000, ...Array<number>(180).fill(5000)]

interface Sending {
  name: string
  signal: AbortSignal
  /** Bytes that have arrived. */
  onProgress: (loaded: number) => void
  /** The line is broken, or there again. */
  onWaiting: (isWaiting: boolean) => void
}

/**
 * Uploads a file in parts and returns its upload id. `begun` is the id of an unfinished upload to resume. Waits out
 * broken connections. Throws `ApiError`, or an AbortError after which it can resume.
 */
export async function sendInParts(file: File, begun: string | undefined, sending: Sending): Promise<string> {
  const { Upload, DetailedError } = await loadChunk(() => import('tus-js-client'))
  const { name, signal, onProgress, onWaiting } = sending
  const endpoint = new URL(`${apiBase()}/media/uploads`, document.baseURI).href
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: begun && `${endpoint}/${begun}`,
      chunkSize: PART,
      retryDelays: RETRY_AFTER,
      storeFingerprintForResuming: false,
      metadata: { filename: name, modified: String(file.lastModified) },
      onBeforeRequest: (request) => request.setHeader('authorization', `Bearer ${session.get().token ?? ''}`),
      onAfterResponse: async (_request, response) => {
        // An ordinary call renews the session, and the next try has the new token.
        if (response.getStatus() === 401) await api.media.uploads()
        else onWaiting(false)
      },
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0
        const again = status === 0 || status === 401 || status === 409 || status === 423 || status >= 500
        onWaiting(again && status !== 401)
        return again && status !== 507
      },
      onProgress: (loaded) => onProgress(loaded),
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      onError: (error) => {
        const response = error instanceof DetailedError ? error.originalResponse : null
        reject(response ? new ApiError(response.getStatus(), bodyOf(response.getBody())) : new ApiError(0))
      },
    })
    const stop = () => {
      void upload.abort()
      reject(new DOMException('Aborted', 'AbortError'))
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    upload.start()
  })
}

function bodyOf(text: string): object {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
