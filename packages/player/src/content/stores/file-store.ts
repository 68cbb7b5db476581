import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'

/**
 * Where a player keeps files, each under the SHA-256 of its bytes. A file arrives in pieces, to let a download resume,
 * and counts as kept only once `finish` was called, after verification. The pieces stay where they are: a finished file
 * is a record that names them, so that it never needs its size twice.
 */
export interface FileStore {
  readonly kind: ScreenFacts['storage']
  /** The kept files with their sizes in bytes. */
  list(): Promise<Map<string, number>>
  /** The bytes that have arrived of each unfinished file. */
  unfinished(): Map<string, number>
  /** What has arrived of an unfinished file, in order. */
  pieces(sha256: string): Promise<Blob[]>
  append(sha256: string, number: number, piece: Blob): Promise<void>
  /** Removes the newest piece of an unfinished file. */
  cut(sha256: string): Promise<void>
  /** Turns the pieces, plus a last one too small to write separately, into a stored file. */
  finish(sha256: string, mimetype: string, last: Blob): Promise<void>
  /** Removes a file, or what has arrived of it. */
  remove(sha256: string): Promise<void>
  clear(): Promise<void>
  /** The address under which the page shows a kept file. */
  url(sha256: string): string | undefined
  /** A kept file itself. */
  blob(sha256: string): Promise<Blob | undefined>
  /** Bytes that may still be written; Infinity when the browser does not say. */
  room(): Promise<number>
}

/** Whether a write failed because the disk or the browser's share of it is full. */
export const isQuota = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

/** Why a download is aborted that continues later: what has arrived stays. Browsers before 2022 start over. */
export const PAUSED = 'paused'

const GIB = 2 ** 30

/**
 * To resist fingerprinting, Chromium may report the usage plus whole gibibytes, 10 on most machines, regardless of
 * the disk: such an answer is meaningless.
 */
export async function browserFreeSpace(): Promise<number> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  const room = (quota ?? Number.NaN) - (usage ?? 0)
  return room % GIB ? room : Number.POSITIVE_INFINITY
}
