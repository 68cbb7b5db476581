import { SCREEN_KEY, type ScreenValue, screenRows } from '@vitrine/contract/document/screen-values'
import type { RowsByKey, SourceData } from '@vitrine/contract/document/source-data'
import type { Source } from '@vitrine/widgets/host'
import { sha256Of } from '#downlink/sha256.ts'
import { type Live, liveOf } from './live.ts'

/** The values of the screen in force. Another object once they change, or rows that addresses need have come. */
export interface ScreenRows {
  /** Undefined in organizations without fields: there, a data source may have their name. */
  rows: SourceData | undefined
  /** Identifies the values; undefined without any. */
  key: string | undefined
}

export function screenRowsOf(values: readonly ScreenValue[] | undefined): ScreenRows {
  const key = values?.length ? sha256Of(JSON.stringify(values)).slice(0, 12) : undefined
  return { rows: values && screenRows(values), key }
}

/** A data source, or the values of the screen. */
export function sourceOf(live: Live, { rows }: ScreenRows): (key: string) => Source<SourceData> {
  return (key) =>
    key === SCREEN_KEY && rows ? { get: () => rows, subscribe: () => () => {} } : liveOf(live).source(key)
}

export const rowsOf =
  (live: Live, screen: ScreenRows): RowsByKey =>
  (key) =>
    sourceOf(live, screen)(key).get()
