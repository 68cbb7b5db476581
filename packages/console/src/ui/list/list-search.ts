/** Rows per page of the generic table. */
export const PAGE_SIZE = 10
export const PAGE_SIZES = [10, 25, 50, 100] as const

/** A list's state in the URL. */
export interface ListSearch {
  q?: string
  /** Shows only items with this tag. */
  tag?: string
  /** A column's key, prefixed with `-` for descending order. */
  sort?: string
  page?: number
  size?: number
}

/** Parses a list's state from the URL's search; invalid parts are dropped. For `validateSearch` of list routes. */
export function listSearch(raw: Record<string, unknown>): ListSearch {
  const found: ListSearch = {}
  if (typeof raw.q === 'string' || typeof raw.q === 'number')
    found.q = String(raw.q).slice(0, 200) || undefined
  if (typeof raw.tag === 'string' || typeof raw.tag === 'number')
    found.tag = String(raw.tag).slice(0, 30) || undefined
  if (typeof raw.sort === 'string' && /^-?\w{1,60}$/.test(raw.sort)) found.sort = raw.sort
  const page = Number(raw.page)
  if (Number.isSafeInteger(page) && page > 1) found.page = page
  const size = PAGE_SIZES.find((one) => one === Number(raw.size))
  if (size !== undefined && size !== PAGE_SIZE) found.size = size
  return found
}
