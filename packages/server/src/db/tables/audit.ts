import type { AuditActorKind, AuditKind, AuditVerb } from '@vitrine/contract/audited'
import type { Id, Json } from './column.ts'

/** What one call did. Never changed; the oldest are deleted by age. */
export interface AuditEntriesTable {
  id: Id
  /** Null: of the installation. */
  organizationId: Id | null
  /** The organization's id, '' for the installation: whose entries are numbered and chained together. */
  chain: string
  number: number
  at: number
  actorKind: AuditActorKind
  actorId: string | null
  actorName: string
  action: string
  verb: AuditVerb
  kind: AuditKind
  /** The thing, or the first of several. Things may be gone. */
  thingId: string | null
  thingName: string
  count: number
  /** AuditChange[], and how many were left out. */
  changes: Json
  more: number
  address: string | null
  request: string
  /** Names and values in a form for searches. */
  searched: string
  hash: string
}

/** Further things of an entry, for their histories. */
export interface AuditThingsTable {
  id: Id
  organizationId: Id | null
  entryId: Id
  thingId: string
  number: number
}

/** The end of a chain, and where it begins since older entries were deleted; the id is the chain's. */
export interface AuditChainsTable {
  id: string
  organizationId: Id | null
  number: number
  hash: string
  /** Number and hash of the last deleted entry; 0 and '' before. */
  prunedNumber: number
  prunedHash: string
}

/** How far a chain was sent to syslog; the id is the chain's. */
export interface AuditSentTable {
  id: string
  number: number
}

export interface AuditTables {
  audit_entries: AuditEntriesTable
  audit_things: AuditThingsTable
  audit_chains: AuditChainsTable
  audit_sent: AuditSentTable
}
