/** Counted periods in days; absent means all time. */
export const PERIODS = [7, 30, 365] as const

export interface AnswersSearch {
  /** Only the answers of one page, by its id. */
  of?: string
  days?: number
}

/** Parses the view from the URL's search. */
export function answersSearch({ of, days }: Record<string, unknown>): AnswersSearch {
  return {
    ...(typeof of === 'string' && of !== '' && { of }),
    ...(PERIODS.some((period) => period === days) && { days: Number(days) }),
  }
}
