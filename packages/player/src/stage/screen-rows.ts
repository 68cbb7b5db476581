import type { DevicePart } from '@vitrine/contract/api/playback/manifest'
import { SCREEN_KEY, screenRows } from '@vitrine/contract/document/screen-values'
import type { RowsByKey, SourceData } from '@vitrine/contract/document/source-data'
import type { Source } from '@vitrine/widgets/host'
import { sha256Of } from '#downlink/sha256.ts'
import { type Live, liveOf } from '#lib/live.ts'
import type { WatchedRows } from '#schedule/conditions.ts'

/** The values of the screen in force. Another object once they change, or rows that addresses need have come. */
export interface ScreenValues {
  /** Undefined in organizations without fields: there, a data source may have their name. */
  values: DevicePart['values']
}

/** A data source, or the values of the screen. */
export function sourceOf(live: Live, { values }: ScreenValues): (key: string) => Source<SourceData> {
  const rows = values && screenRows(values)
  return (key) =>
    key === SCREEN_KEY && rows ? { get: () => rows, subscribe: () => () => {} } : liveOf(live).source(key)
}

export const rowsOf =
  (live: Live, screen: ScreenValues): RowsByKey =>
  (key) =>
    sourceOf(live, screen)(key).get()

/** Identifies the values; undefined without any. */
export const keyOfValues = ({ values }: ScreenValues): string | undefined =>
  values?.length ? sha256Of(JSON.stringify(values)).slice(0, 12) : undefined

/** Values never change: their rows, as a condition follows them. */
const rowsOfValues = new WeakMap<NonNullable<ScreenValues['values']>, WatchedRows>()

/** The rows with a key, always as the same object while they are of the same values. */
export function watchedRows(live: Live, values: ScreenValues['values'], key: string): WatchedRows {
  if (key !== SCREEN_KEY || !values) return liveOf(live).source(key)
  const rows = rowsOfValues.get(values) ?? sourceOf(live, { values })(key)
  rowsOfValues.set(values, rows)
  return rows
}
