import type { Id } from './column.ts'

/**
 * The response to a POST with an idempotency key; the id is a hash of the person and the key. The names stay: during an
 * update, servers of the previous version use the table.
 */
export interface GivenAnswersTable {
  id: Id
  organizationId: Id
  /** A hash of the address and the body: reusing the key with another body is an error of the caller. */
  fingerprint: string
  /** As sent; empty until the transaction that claimed the key ends. */
  answer: string
  createdAt: number
}

/** Who saved a document last; its id is the document's. */
export interface EditsTable {
  id: Id
  organizationId: Id
  userId: Id
  /** The resulting version; null for documents without one. */
  version: number | null
  at: number
}

export interface RequestTables {
  given_answers: GivenAnswersTable
  edits: EditsTable
}
