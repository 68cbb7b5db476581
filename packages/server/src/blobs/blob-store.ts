import type { Readable } from 'node:stream'

/** Whole bytes `start` to `end`, both inclusive, counted from 0. */
export interface ByteRange {
  start: number
  end: number
}

/** A received file that isn't part of the store yet. Exactly one of `keep` and `discard` ends it. */
export interface Staged {
  /** SHA-256 of the content, lowercase hex. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** Path of the bytes until then, for callers that inspect them. */
  readonly path: string
  /**
   * Makes it part of the store, durably: once this resolves, a power cut doesn't lose it. `replace`: the stored file is
   * damaged, even if its size is right.
   */
  keep(options?: { replace?: boolean }): Promise<void>
  /** Deletes it; does nothing after `keep`. */
  discard(): Promise<void>
}

/**
 * Files that arrive in parts over hours, each under an id chosen by the caller (a plain name). Received parts survive a
 * restart until they are kept or discarded.
 */
export interface PartialFiles {
  /**
   * Appends content at `offset`, which must be the current size: throws CONFLICT otherwise, TOO_LARGE beyond `limit`
   * bytes in total, STORAGE_FULL. Bytes received before a failure stay. Returns the new size.
   */
  append(id: string, offset: number, content: Readable, limit: number): Promise<number>
  /** Bytes so far; 0 without any. */
  size(id: string): Promise<number>
  /** Hashes the whole file. Discarding the result keeps the parts. */
  stage(id: string): Promise<Staged>
  discard(id: string): Promise<void>
  /** Ids of all partial files. */
  ids(): AsyncIterable<string>
}

/**
 * Files by the SHA-256 of their content (lowercase hex): immutable, stored once however often they arrive. The original
 * file name is stored elsewhere, as metadata.
 */
export interface BlobStore {
  /** Identifies the storage: a database with files belongs to exactly one. */
  readonly id: string
  /**
   * Stores a stream temporarily, hashing while it writes. Throws TOO_LARGE beyond `limit` bytes, STORAGE_FULL on a
   * full disk, and whatever the stream throws. Leaves no files after a failure.
   */
  stage(content: Readable, limit: number): Promise<Staged>
  readonly partials: PartialFiles
  /** The whole file, for work that reads it continuously. Throws NOT_FOUND. */
  read(sha256: string): Promise<Readable>
  /** A range within the file, in memory, in one or several parts. Throws NOT_FOUND. */
  readRange(sha256: string, range: ByteRange): Promise<Buffer[]>
  /** Bytes to read at a time, if memory allows: a storage in the network takes longer to answer than a disk. */
  readonly rangeBytes: number
  /** Bytes; undefined if the file isn't stored. */
  size(sha256: string): Promise<number | undefined>
  /** Deletes the file; does nothing if it isn't stored. */
  delete(sha256: string): Promise<void>
  /** Writes and deletes a small file. Throws if nothing can be stored now. */
  probe(): Promise<void>
  /** Every stored file with its bytes and the time it was last kept, in milliseconds since 1970. */
  list(): AsyncIterable<{ sha256: string; size: number; keptAt: number }>
}

/** What a storage has before it is opened. */
export interface StoredFiles {
  /** Undefined without a marker: new, or not mounted. */
  id: string | undefined
  isEmpty: boolean
}

export const SHA256 = /^[0-9a-f]{64}$/
