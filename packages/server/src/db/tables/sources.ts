import type { SourceKind } from '@vitrine/contract/api/data/sources'
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
  /** What couldn't be read as written at the last successful fetch; empty if everything was. */
  note: string
  failures: number
  /** When the author was notified. */
  failingSince: number | null
  savedBy: string | null
  version: number
}

/** A feed, or a place's weather, that fails to load. Instants in milliseconds since 1970 UTC. */
export interface FailingLoadsTable {
  id: Id
  organizationId: Id
  kind: 'feed' | 'weather'
  /** A feed's URL, or a value of the lookup `cities`. */
  address: string
  /** The last successful load; the first failure if that isn't known. */
  since: number
  /** The last attempt. */
  checkedAt: number
  error: string
}

export interface SourceTables {
  failing_loads: FailingLoadsTable
  sources: SourcesTable
}
