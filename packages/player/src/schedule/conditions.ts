import type { SourceData } from '@vitrine/contract/document/source-data'
import type { Conditions } from '@vitrine/contract/schedule/conditions'
import type { Signal } from '#lib/signal.ts'

/** What conditions say at an instant, now or later as far as is known. */
export type ConditionsAt = (instant: number) => Conditions

/** What plays follows it. */
export interface FollowedConditions {
  at: ConditionsAt
  /** Another value whenever a condition says something else, or will. */
  changed: Signal<object>
}

/** The rows of a data source, as far as this screen has them. */
export interface WatchedRows {
  get: () => SourceData | undefined
  subscribe: (listener: () => void) => () => void
  /** Resolves when the copy that was stored before a restart is there. */
  stored?: () => Promise<unknown>
}
