import type { Media } from '@vitrine/contract/media'
import { compareNames } from '#lib/compare-names.ts'
import { KINDS, kindOf, type MediaKind } from './media-facts.ts'
import type { LibraryContent } from './queries.ts'

export const SORTS = ['newest', 'name', 'largest'] as const
export type Sort = (typeof SORTS)[number]

/** How the library is looked at; on its own screen this stands in the address. */
export interface LibraryView {
  q?: string
  sort?: Sort
  kind?: MediaKind
  /** A grid of cards when absent. */
  view?: 'list'
}

/** Reads it from an address; what makes no sense is left out. */
export function libraryView(raw: Record<string, unknown>): LibraryView {
  const view: LibraryView = {}
  if (typeof raw.q === 'string' || typeof raw.q === 'number')
    view.q = String(raw.q).slice(0, 200) || undefined
  view.sort = SORTS.find((sort) => sort === raw.sort && sort !== 'newest')
  view.kind = KINDS.find((kind) => kind === raw.kind)
  if (raw.view === 'list') view.view = 'list'
  return view
}

const ORDERS: Record<Sort, (a: Media, b: Media) => number> = {
  newest: (a, b) =>
    b.createdAt === a.createdAt ? (b.id < a.id ? -1 : 1) : b.createdAt < a.createdAt ? -1 : 1,
  name: (a, b) => compareNames(a.name, b.name),
  largest: (a, b) => b.size - a.size,
}

/** What is shown of a place, in order. With a kind chosen folders stay: what is looked for may lie in one. */
export function shown(
  { folders, media }: LibraryContent,
  { sort = 'newest', kind }: LibraryView,
  accept: readonly MediaKind[] = KINDS,
) {
  const fitting = media.filter((item) => accept.includes(kindOf(item)) && (!kind || kindOf(item) === kind))
  return { folders, media: fitting.toSorted(ORDERS[sort]) }
}
