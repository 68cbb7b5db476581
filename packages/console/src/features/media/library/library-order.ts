import type { Media } from '@vitrine/contract/api/media'
import { KINDS, kindOf, type MediaKind } from '#features/media/media-facts.ts'
import type { LibraryContent } from '#features/media/queries.ts'
import { compareNames } from '#lib/text/compare-names.ts'
import type { LibraryView, Sort } from './library-view.ts'

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
