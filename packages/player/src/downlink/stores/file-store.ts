import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'

/**
 * A store of files by their SHA-256. A file arrives in pieces, which lets a download resume, and is complete only
 * after `finish`, which follows verification. Pieces stay in place: a finished file is a record that lists them, so
 * it never needs twice its size.
 */
export interface FileStore {
  readonly kind: ScreenFacts['storage']
  /** Complete files with their sizes in bytes. */
  list(): Promise<Map<string, number>>
  /** The received bytes of each partial file. */
  unfinished(): Map<string, number>
  /** The pieces of a partial file, in order. */
  pieces(sha256: string): Promise<Blob[]>
  append(sha256: string, number: number, piece: Blob): Promise<void>
  /** Removes the newest piece of a partial file. */
  cut(sha256: string): Promise<void>
  /** Completes a file from its pieces, plus a last one too small to write separately. */
  finish(sha256: string, mimetype: string, last: Blob): Promise<void>
  /** Removes a complete or partial file. */
  remove(sha256: string): Promise<void>
  clear(): Promise<void>
  /** The object URL of a complete file. */
  url(sha256: string): string | undefined
  /** A complete file. */
  blob(sha256: string): Promise<Blob | undefined>
  /** Free bytes; Infinity if the browser doesn't report them. */
  room(): Promise<number>
}

/** Whether a write failed because the disk or the browser's quota is full. */
export const isQuota = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

/** The abort reason of a download that will resume: its bytes are kept. Browsers before 2022 start over. */
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
