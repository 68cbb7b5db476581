import type { Api } from '#lib/api.ts'
import { notVitrine } from '#lib/transport.ts'
import { createSha256, type Sha256 } from './sha256.ts'
import { type FileStore, isQuota, PAUSED } from './stores/file-store.ts'

export interface WantedFile {
  sha256: string
  size: number
  mimetype: string
}

/** The burst that the speed limit allows, in milliseconds of transfer. */
const BURST_MS = 500

/**
 * A rate limiter: returns a function that waits for as long as the bytes take at a limit in megabits per second,
 * shared by all callers.
 */
export function createPace() {
  /** When the limiter is free again, by the monotonic clock. */
  let freeAt = 0
  return async (bytes: number, mbit: number | null | undefined): Promise<void> => {
    if (!mbit) return
    const now = performance.now()
    freeAt = Math.max(now - BURST_MS, freeAt) + (bytes * 8) / (mbit * 1000)
    if (freeAt > now) await new Promise((resolve) => setTimeout(resolve, freeAt - now))
  }
}

/** The downloaded bytes don't match the file's hash. */
export class WrongBytes extends Error {}

/** The write size: large enough to keep pieces few, small enough to lose little. */
const PIECE_BYTES = 8_000_000
/** The hash size per task; longer tasks would disturb playback. */
const HASH_BYTES = 128_000
/** A connection without data for this long is aborted; received bytes are kept. */
const SILENCE_MS = 20_000

/**
 * Progress of interrupted downloads, which avoids rehashing stored bytes at each of many attempts. After a restart
 * they are hashed once.
 */
const unfinished = new Map<string, { count: number; got: number; hash: Sha256 }>()
const nothing = () => ({ count: 0, got: 0, hash: createSha256() })

/**
 * Downloads a file into the store: resumes an interrupted attempt, stores bytes as they arrive, and completes only if
 * size and SHA-256 match. Rejects otherwise; the caller retries. @param makeRoom called after a refused write with
 * the remaining bytes; resolves to whether it freed any @param pace called with the bytes of each chunk; the next
 * chunk is read once it resolves
 */
export async function download(
  file: WantedFile,
  store: FileStore,
  api: Pick<Api, 'file'>,
  signal: AbortSignal,
  makeRoom: (bytes: number) => Promise<boolean>,
  pace: (bytes: number) => Promise<void> = async () => undefined,
): Promise<void> {
  const { sha256, size } = file
  let { count, got, hash } = unfinished.get(sha256) ?? nothing()
  unfinished.delete(sha256)
  try {
    const pieces = await store.pieces(sha256)
    if (count !== pieces.length) {
      ;({ count, got, hash } = nothing())
      for (const piece of pieces) {
        await hashBlob(piece, hash)
        got += piece.size
        count++
      }
    }
  } catch {
    // The disk doesn't give them back.
    await startOver()
  }
  if (got > size) await startOver()
  const room = await store.room()
  if (room < size - got && !(await makeRoom(size - got - room)))
    throw new DOMException(`Not enough space for ${Math.ceil(size / 1e6)} MB`, 'QuotaExceededError')

  async function startOver() {
    await store.remove(sha256)
    ;({ count, got, hash } = nothing())
  }

  let waiting: Uint8Array<ArrayBuffer>[] = []
  let waitingBytes = 0
  /** Free space is found out by trying to write. */
  const stored = (write: () => Promise<void>): Promise<void> =>
    write().catch(async (error: unknown) => {
      if (!isQuota(error)) throw error
      if (await makeRoom(size - got + waitingBytes)) return stored(write)
      // Remove the newest piece, to leave space for the screen's state.
      await store.cut(sha256)
      throw new DOMException(`Not enough space for ${Math.ceil(size / 1e6)} MB`, 'QuotaExceededError')
    })
  const flush = async () => {
    if (waitingBytes === 0) return
    const piece = new Blob(waiting)
    await stored(() => store.append(sha256, count, piece))
    count++
    waiting = []
    waitingBytes = 0
  }
  const breakOff = async () => {
    await flush()
    unfinished.set(sha256, { count, got, hash })
  }

  if (got < size) {
    const cancel = new AbortController()
    const abort = () => cancel.abort()
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    let silence = setTimeout(abort, SILENCE_MS)
    try {
      const response = await api.file(sha256, got, cancel.signal)
      if (isOfProxy(response, file)) throw notVitrine()
      if (got > 0 && !startsAt(response, got)) await startOver()
      const reader = response.body?.getReader()
      while (reader) {
        const { done, value } = await reader.read()
        clearTimeout(silence)
        if (done) break
        await pace(value.length)
        silence = setTimeout(abort, SILENCE_MS)
        got += value.length
        if (got > size) break
        await hashBytes(value, hash)
        waiting.push(value as Uint8Array<ArrayBuffer>)
        waitingBytes += value.length
        if (waitingBytes >= PIECE_BYTES) await flush()
      }
    } catch (error) {
      if (!isQuota(error) && (!signal.aborted || signal.reason === PAUSED)) await breakOff()
      throw error
    } finally {
      clearTimeout(silence)
      signal.removeEventListener('abort', abort)
      cancel.abort()
    }
  }

  if (got < size) {
    await breakOff()
    throw new Error(`The connection ended after ${got} of ${size} bytes`)
  }
  if (got > size || hash.hex() !== sha256) {
    await store.remove(sha256)
    throw new WrongBytes(`Checksum mismatch for ${sha256.slice(0, 12)}`)
  }
  const last = new Blob(waiting)
  await stored(() => store.finish(sha256, file.mimetype, last))
}

/** The login page of a hotel, say: kept as the beginning of a film, it would cost the whole film. */
function isOfProxy({ status, headers }: Response, { size, mimetype }: WantedFile): boolean {
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('text/html') && !mimetype.startsWith('text/html')) return true
  // The length of a compressed answer is another one.
  const length = headers.has('content-encoding') ? null : headers.get('content-length')
  return status === 200 && length !== null && Number(length) !== size
}

const startsAt = (response: Response, from: number) =>
  response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${from}-`) === true

export async function hashBlob(blob: Blob, hash: Sha256): Promise<void> {
  // Older browsers lack `blob.stream()`.
  const reader = new Response(blob).body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    await hashBytes(value, hash)
  }
}

/** Yields between pieces. */
async function hashBytes(bytes: Uint8Array, hash: Sha256): Promise<void> {
  for (let at = 0; at < bytes.length; at += HASH_BYTES) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve))
    hash.update(bytes.subarray(at, at + HASH_BYTES))
  }
}
