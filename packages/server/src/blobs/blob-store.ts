import type { Readable } from 'node:stream'

/** Whole bytes `start` to `end`, both inclusive, counted from 0. */
export interface ByteRange {
  start: number
  end: number
}

/** A file that has arrived but is not part of the store yet. Exactly one of `keep` and `discard` ends it. */
export interface Staged {
  /** SHA-256 of the content, lowercase hex. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** Where the bytes are until then, for callers that inspect them. */
  readonly path: string
  /**
   * Makes it part of the store, durably: when this resolves, a power cut does not lose it. `replace`: what the store has
   * is damaged, even if its size is right.
   */
  keep(options?: { replace?: boolean }): Promise<void>
  /** Forgets it; harmless after `keep`. */
  discard(): Promise<void>
}

/**
 * Files that arrive in parts over hours, each under an id of its owner's making (a plain name). What arrived stays over
 * a restart until it is kept or discarded.
 */
export interface PartialFiles {
  /**
   * Adds what comes at `offset`, which must be its present size: throws CONFLICT otherwise, TOO_LARGE beyond `limit`
   * bytes in all, STORAGE_FULL. What arrived before a failure stays. Answers the new size.
   */
  append(id: string, offset: number, content: Readable, limit: number): Promise<number>
  /** Bytes so far; 0 when there is nothing. */
  size(id: string): Promise<number>
  /** The whole of it, hashed. Discarding that leaves the parts where they are. */
  stage(id: string): Promise<Staged>
  discard(id: string): Promise<void>
  /** Of all that there is something of. */
  ids(): AsyncIterable<string>
}

/**
 * Files by the SHA-256 of their content (lowercase hex): never changed, stored once however often they arrive. The
 * original file name is stored elsewhere, as metadata.
 */
export interface BlobStore {
  /** Tells one storage from another: a database that knows files belongs to exactly one. */
  readonly id: string
  /**
   * Stores a stream temporarily, hashing while it writes. Throws TOO_LARGE beyond `limit` bytes, STORAGE_FULL on a
   * full disk, and whatever the stream throws. Leaves no files after a failure.
   */
  stage(content: Readable, limit: number): Promise<Staged>
  readonly partials: PartialFiles
  /** The bytes, or a range within the file. Throws NOT_FOUND. */
  read(sha256: string, range?: ByteRange): Promise<Readable>
  /** Bytes; undefined when it is not here. */
  size(sha256: string): Promise<number | undefined>
  /** Removes it; nothing happens when it is not here. */
  delete(sha256: string): Promise<void>
  /** Writes something small and removes it. Throws where nothing can be stored now. */
  probe(): Promise<void>
  /** Every stored file with its bytes and the time it was last kept, in milliseconds since 1970. */
  list(): AsyncIterable<{ sha256: string; size: number; keptAt: number }>
}

export const SHA256 = /^[0-9a-f]{64}$/
