import type { Id } from './column.ts'

/** What a POST with an idempotency key was answered; the id is a hash of the person and the key. */
export interface GivenAnswersTable {
  id: Id
  organizationId: Id
  /** A hash of the address and the body: the same key with another body is a mistake of the caller. */
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
  /** That came of it; null for documents without one. */
  version: number | null
  at: number
}

export interface RequestTables {
  given_answers: GivenAnswersTable
  edits: EditsTable
}
