import { matchingSearch } from '#lib/matching-search.ts'

/** The calendar's view in the URL: a week by default, or a month, around a date. */
export interface CalendarSearch {
  view?: 'month'
  /** `YYYY-MM-DD`, perhaps of a day that doesn't exist; today if absent. */
  date?: string
}

export const calendarSearch = (raw: Record<string, unknown>): CalendarSearch =>
  matchingSearch(raw, { view: /^month$/, date: /^20\d\d-[01]\d-[0-3]\d$/ }) as CalendarSearch
