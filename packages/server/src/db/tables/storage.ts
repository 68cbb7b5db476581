import type { Flag, Id, Instant, Json } from './column.ts'

/**
 * The collector's state of a file; the id is its SHA-256. `held`: a row is about to reference it. `unused`: nothing
 * referenced it at `at`. `deleting`: it is being deleted; calls that want to hold it wait.
 */
export interface FileStatesTable {
  id: Id
  state: 'held' | 'unused' | 'deleting'
  at: number
}

/** Recurring work, done by one of the servers; the id is its name. Milliseconds. */
export interface JobsTable {
  id: Id
  nextAt: number
  startedAt: number | null
  finishedAt: number | null
  /** Result of the last run: counts by name, or why it failed. */
  result: Json | null
  error: string | null
  /** End of the last successful run. */
  succeededAt: number | null
}

/** The server's own marks: its last write, and the latest time it knew (operations/system/clock-check.ts). */
export interface ServerMarksTable {
  id: Id
  at: number
  text: string | null
}

/** A transaction's changes, for the other servers on a PostgreSQL (db/between-servers/changes.ts). */
export interface ChangesTable {
  id: Id
  /** Number of the transaction that wrote it. */
  transaction: number
  /** The process that wrote it. */
  origin: string
  text: Json
  at: number
}

/** A guess of a password or code, counted for one of its limits (db/between-servers/guesses.ts). */
export interface GuessesTable {
  id: Id
  /** Shared by all limits of one guess. */
  guess: string
  /** A hash of the subject of the guesses. */
  key: string
  isWrong: Flag
  at: number
}

/**
 * Tasks that the servers on one PostgreSQL do once, whichever receives them; the id identifies the task. `result` is
 * null while it runs.
 */
export interface DoneOnceTable {
  id: Id
  result: Json | null
  at: number
}

/** A file that arrives in parts. Its bytes are a partial file of the store, under this id. */
export interface UploadsTable {
  id: Id
  organizationId: Id
  userId: Id
  name: string
  size: number
  /** Set once the file is complete and kept; this row references it until a media item does. */
  sha256: string | null
  /** Modification time of the sender's file in milliseconds, to recognize it; null if unknown. */
  modifiedAt: number | null
  expiresAt: number
  createdAt: Instant
}

/** A file whose bytes were wrong or missing when it was read; the id is its SHA-256. */
export interface DamagedFilesTable {
  id: Id
  problem: 'damaged' | 'missing'
  foundAt: number
  /** When it was repaired, and from where. The names stay: during an update, servers of the previous version read them. */
  mendedAt: number | null
  mendedFrom: 'backup' | 'screen' | 'upload' | null
}

/** Progress of the file check; one row. */
export interface CheckRunsTable {
  id: Id
  /** End of the last complete round. */
  finishedAt: number | null
  /** Files read in this round. */
  files: number
  /** The last file read; empty at the start of a round. */
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
