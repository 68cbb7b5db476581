import type { Id, Json, Timed } from './column.ts'

/** An export of an organization, or an import into a new one, by one server at a time. */
export interface ArchivesTable extends Timed {
  id: Id
  /** Of an import: that of the super admin who started it. */
  organizationId: Id
  kind: 'export' | 'import'
  name: string
  userId: Id
  /** Of the account, for the audit log. */
  author: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  done: number
  total: number | null
  error: string | null
  /** The archive in the file store; null before an export is ready, and after an import. */
  sha256: string | null
  size: number | null
  /** A MoveReport. */
  report: Json | null
  /** Milliseconds; the server that runs it renews this lease. */
  leaseUntil: number
  attempts: number
  /** Milliseconds. */
  expiresAt: number
}

export interface ArchiveTables {
  archives: ArchivesTable
}
