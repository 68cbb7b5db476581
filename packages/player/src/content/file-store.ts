import type { ScreenFacts } from '@vitrine/contract/api/screens/player'

/**
 * Where a player keeps files, each under the SHA-256 of its bytes. A file comes into being in pieces, so that a
 * download goes on where it broke off, and counts as kept only once `finish` was called, after verification.
 */
export interface FileStore {
  readonly kind: ScreenFacts['storage']
  /** The kept files with their sizes in bytes. */
  list(): Promise<Map<string, number>>
  /** What has arrived of an unfinished file, in order. */
  pieces(sha256: string): Promise<Blob[]>
  append(sha256: string, number: number, piece: Blob): Promise<void>
  /** Assembles the pieces, plus a last one too small to write separately, into a stored file. */
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

export async function roomOfBrowser(): Promise<number> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  return quota === undefined || usage === undefined ? Number.POSITIVE_INFINITY : quota - usage
}
