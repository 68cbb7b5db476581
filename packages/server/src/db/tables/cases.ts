import type { Flag, Id, Instant, Timed } from './column.ts'

/** A support case: a question to the operator of the server. */
export interface CasesTable extends Timed {
  id: Id
  organizationId: Id
  /** Null after the account is deleted; `author` is its name at that time. */
  userId: Id | null
  author: string
  subject: string
  subjectKey: string
  text: string
  kind: string
  facts: string
  deviceId: Id | null
  status: string
}

export interface CaseRepliesTable {
  id: Id
  organizationId: Id
  caseId: Id
  author: string
  isSupport: Flag
  text: string
  createdAt: Instant
}

export interface CaseTables {
  cases: CasesTable
  case_replies: CaseRepliesTable
}
