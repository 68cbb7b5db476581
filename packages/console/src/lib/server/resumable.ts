import { api } from '#lib/api.ts'
import { session } from '#lib/session/session.ts'
import { apiBase } from './config.ts'
import { loadChunk } from './load-chunk.ts'
import { ApiError } from './transport.ts'

/** Bytes per request: the most that a broken connection loses. */
const PART = 16 * 2 ** 20
/** Delays before retries in milliseconds; then every 5 s for a quarter of an hour. Progress resets the count. */
const RETRY_AFTER = [0, 1000, 2000, ...Array<number>(180).fill(5000)]

interface Sending {
  name: string
  signal: AbortSignal
  /** Gets the number of uploaded bytes. */
  onProgress: (loaded: number) => void
  /** Reports when the connection breaks and when it is restored. */
  onWaiting: (isWaiting: boolean) => void
}

/**
 * Uploads a file in parts and returns its upload id. `unfinishedId` is the id of an unfinished upload to resume. Retries
 * broken connections. Throws `ApiError`, or an AbortError after which it can resume.
 */
export async function sendInParts(
  file: File,
  unfinishedId: string | undefined,
  sending: Sending,
): Promise<string> {
  const { Upload, DetailedError } = await loadChunk(() => import('tus-js-client'))
  const { name, signal, onProgress, onWaiting } = sending
  const endpoint = new URL(`${apiBase()}/media/uploads`, document.baseURI).href
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: unfinishedId && `${endpoint}/${unfinishedId}`,
      chunkSize: PART,
      retryDelays: RETRY_AFTER,
      storeFingerprintForResuming: false,
      metadata: { filename: name, modified: String(file.lastModified) },
      onBeforeRequest: (request) => request.setHeader('authorization', `Bearer ${session.get().token ?? ''}`),
      onAfterResponse: async (_request, response) => {
        // Any API call refreshes the session, and the retry uses the new token.
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
