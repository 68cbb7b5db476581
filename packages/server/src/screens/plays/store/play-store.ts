import type { Play, PlayQuery, PlayReport, PlayTotal } from '@vitrine/contract/api/screens/plays'
import type { Db } from '#db/schema.ts'
import type { NewPlay } from '#screens/plays/api.ts'

/** Number of items in totals by default. */
export const TOTALS_MAX = 200

/**
 * The only access to plays. Each storage engine implements it: the installation's database, or ClickHouse. Reads take the
 * `reader` of a call, bound to its organization.
 */
export interface PlayStore {
  /** Maximum days that any organization's individual plays are kept. */
  readonly keepDays: number

  /** Stores plays of any screens. A repeated play counts once, with its latest end. */
  save(plays: readonly NewPlay[]): Promise<void>

  /** A page of individual plays, newest first, and their total. */
  list(reader: Db, query: PlayQuery): Promise<{ plays: Play[]; total: number }>

  /** All individual plays, newest first, in batches. */
  every(reader: Db, query: PlayQuery, atOnce: number): AsyncGenerator<Play[]>

  /** Plays and duration per item, longest first. By the whole hours that begin in the period. */
  totals(reader: Db, query: PlayQuery, most?: number): Promise<PlayTotal[]>

  /** By the whole hours that begin in the period. */
  report(reader: Db, query: PlayQuery): Promise<PlayReport>

  /** Deletes plays and totals past their limits. */
  forget(signal?: AbortSignal): Promise<ForgottenPlays>

  /** Computes the totals of past hours, for stores that don't with each play. */
  sum?(signal?: AbortSignal): Promise<object>

  /** The version of an engine outside of the database; null while it isn't available. */
  engineVersion?(): string | null

  close(): Promise<void>
}

/** Rows of plays and totals, and days that were dropped as a whole. */
export interface ForgottenPlays {
  plays: number
  hours: number
  days: number
}

export const NO_PLAYS: PlayReport = {
  plays: 0,
  seconds: 0,
  screensCount: 0,
  hours: [],
  items: [],
  screens: [],
  places: [],
  storyboards: [],
}
