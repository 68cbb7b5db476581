/** Totals of lists are exact up to here: a page doesn't count 100,000 rows. A larger one says that there are more. */
export const COUNTED_MOST = 10_000
/** The same for searches, whose hits are found by comparing names. */
export const SEARCHED_MOST = 1000

export const countedMost = (search: string | undefined): number =>
  search?.trim() ? SEARCHED_MOST : COUNTED_MOST
