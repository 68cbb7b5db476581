import { matchingSearch } from '#lib/matching-search.ts'

export type SheetPeriod = 'week' | 'month' | 'custom'

/** A report to send in the URL: what it is about, for whom, and its days. */
export interface SheetSearch {
  storyboard?: string
  /** A page or media item. */
  item?: string
  customer?: string
  /** The last whole week unless named. */
  period?: SheetPeriod
  /** `YYYY-MM-DD`, both inclusive; of a custom period. */
  first?: string
  last?: string
  /** Perhaps unknown to the browser. */
  zone?: string
}

const [ID, DAY] = [/^[\w-]{1,64}$/, /^\d{4}-\d\d-\d\d$/]

export const sheetSearch = (raw: Record<string, unknown>): SheetSearch =>
  matchingSearch(raw, {
    ...{ storyboard: ID, item: ID, customer: /^.{1,100}$/, period: /^(?:month|custom)$/ },
    ...{ first: DAY, last: DAY, zone: /^[A-Z][\w+/-]{1,60}$/ },
  }) as SheetSearch
