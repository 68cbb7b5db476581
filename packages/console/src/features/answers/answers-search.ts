/** Days that answers are counted over; absent means all there are. */
export const PERIODS = [7, 30, 365] as const

export interface AnswersSearch {
  /** Only those of one page. */
  of?: string
  days?: number
}

/** What the address says of the answers that are shown. */
export function answersSearch({ of, days }: Record<string, unknown>): AnswersSearch {
  return {
    ...(typeof of === 'string' && of !== '' && { of }),
    ...(PERIODS.some((period) => period === days) && { days: Number(days) }),
  }
}
