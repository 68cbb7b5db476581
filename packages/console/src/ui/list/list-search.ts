/** Rows on a page of the generic table. */
export const PAGE_SIZE = 10
export const PAGE_SIZES = [10, 25, 50, 100] as const

/** What a list keeps in its address. */
export interface ListSearch {
  q?: string
  /** A column's key, with `-` in front for descending. */
  sort?: string
  page?: number
  size?: number
}

/** Reads it from an address; what makes no sense is left out. Routes of lists validate their search with it. */
export function listSearch(raw: Record<string, unknown>): ListSearch {
  const found: ListSearch = {}
  if (typeof raw.q === 'string' || typeof raw.q === 'number')
    found.q = String(raw.q).slice(0, 200) || undefined
  if (typeof raw.sort === 'string' && /^-?\w{1,60}$/.test(raw.sort)) found.sort = raw.sort
  const page = Number(raw.page)
  if (Number.isSafeInteger(page) && page > 1) found.page = page
  const size = PAGE_SIZES.find((one) => one === Number(raw.size))
  if (size !== undefined && size !== PAGE_SIZE) found.size = size
  return found
}
