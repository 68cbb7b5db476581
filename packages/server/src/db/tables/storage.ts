import type { Flag, Id, Instant, Json } from './column.ts'

/**
 * What the collector of unused files knows of a file; the id is its SHA-256. `held`: a row is about to refer to it.
 * `unused`: nothing referred to it at `at`. `deleting`: it is being removed; calls that want to hold it wait.
 */
export interface FileStatesTable {
  id: Id
  state: 'held' | 'unused' | 'deleting'
  at: number
}

/** Work that is done again and again by one of the servers; the id is its name. Milliseconds. */
export interface JobsTable {
  id: Id
  nextAt: number
  startedAt: number | null
  finishedAt: number | null
  /** Of the last run that ended: counts by name, or why it failed. */
  result: Json | null
  error: string | null
  /** When the last run that did not fail ended. */
  succeededAt: number | null
}

/** What the server itself notes: that it could write, and the latest time it knew (features/system/clock-check.ts). */
export interface ServerMarksTable {
  id: Id
  at: number
  text: string | null
}

/** What a transaction changed, for the other servers on a PostgreSQL (db/between-servers/changes.ts). */
export interface ChangesTable {
  id: Id
  /** Number of the transaction that wrote it. */
  transaction: number
  /** The process that wrote it. */
  origin: string
  text: Json
  at: number
}

/** A guess of a password or code under one of the limits that count it (db/between-servers/guesses.ts). */
export interface GuessesTable {
  id: Id
  /** The same for all limits of one guess. */
  guess: string
  /** A hash of whose guesses are counted. */
  key: string
  isWrong: Flag
  at: number
}

/**
 * Tasks that servers on one PostgreSQL do once, on whichever is asked; the id names the task. `result` is null while
 * it runs.
 */
export interface DoneOnceTable {
  id: Id
  result: Json | null
  at: number
}

/** A file that arrives in parts. Its bytes are in the store's partials under the id. */
export interface UploadsTable {
  id: Id
  organizationId: Id
  userId: Id
  name: string
  size: number
  /** Set once it is complete and kept; it is then referred to from here until a media item does. */
  sha256: string | null
  /** When the sender's file was last changed, in milliseconds, to know it again by; null where it was not told. */
  modifiedAt: number | null
  expiresAt: number
  createdAt: Instant
}

/** A file whose bytes were not its own, or were gone, when it was read; the id is its SHA-256. */
export interface DamagedFilesTable {
  id: Id
  problem: 'damaged' | 'missing'
  foundAt: number
  mendedAt: number | null
  mendedFrom: 'backup' | 'screen' | 'upload' | null
}

/** How far reading all files has come; one row. */
export interface CheckRunsTable {
  id: Id
  /** When all of them had been read for the last time. */
  finishedAt: number | null
  /** Read in the present round. */
  files: number
  /** The last one that was read; empty at the start of a round. */
  position: string
  databaseProblems: Json
}

export interface StorageTables {
  changes: ChangesTable
  guesses: GuessesTable
  done_once: DoneOnceTable
  damaged_files: DamagedFilesTable
  check_runs: CheckRunsTable
  file_states: FileStatesTable
  jobs: JobsTable
  server_marks: ServerMarksTable
  uploads: UploadsTable
}
