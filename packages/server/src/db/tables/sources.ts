import type { SourceKind } from '@vitrine/contract/api/screens/sources'
import type { Id, Json, Timed } from './column.ts'

/** Instants in milliseconds since 1970 UTC. */
export interface SourcesTable extends Timed {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  kind: SourceKind
  /** Empty for an uploaded file. */
  url: string
  path: string
  sheet: string
  stop: string
  timezone: string
  days: number
  /** Minutes. */
  every: number
  /** The last successful fetch: a SourceTable. */
  data: Json
  found: number
  rows: number
  fetchedAt: number
  checkedAt: number
  /** Next fetch; null for an uploaded file. */
  nextAt: number | null
  error: string
  failures: number
  /** When the author was notified. */
  failingSince: number | null
  savedBy: string | null
  version: number
}

/** A source that a page's document or a package's values reference; it may not exist. */
export interface SourceUsesTable {
  id: Id
  organizationId: Id
  nameKey: string
  ownerKind: 'card' | 'layout' | 'template' | 'package'
  ownerId: Id
}

export interface SourceTables {
  sources: SourcesTable
  source_uses: SourceUsesTable
}
