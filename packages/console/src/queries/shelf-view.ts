import { SHELF_KINDS, type ShelfKind } from '@vitrine/contract/api/content/shelf-kinds'

export const SHELF_SORTS = ['-updatedAt', 'name'] as const
export type ShelfSort = (typeof SHELF_SORTS)[number]

/** The view of all content, in the URL. */
export interface ShelfView {
  q?: string
  kind?: ShelfKind
  tag?: string
  /** Where it plays: the id of a building or a floor. */
  place?: string
  sort?: ShelfSort
}

/** Parses the view from the URL's search; invalid parts are dropped. */
export function shelfView(raw: Record<string, unknown>): ShelfView {
  const text = (value: unknown, most: number) =>
    typeof value === 'string' || typeof value === 'number'
      ? String(value).slice(0, most) || undefined
      : undefined
  return {
    q: text(raw.q, 200),
    kind: SHELF_KINDS.find((kind) => kind === raw.kind),
    tag: text(raw.tag, 30),
    place: text(raw.place, 40),
    sort: SHELF_SORTS.find((sort) => sort === raw.sort && sort !== '-updatedAt'),
  }
}
