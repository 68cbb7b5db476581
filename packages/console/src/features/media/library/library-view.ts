import { MEDIA_KINDS, type MediaKind } from '@vitrine/contract/api/media-kinds'

export const SORTS = ['newest', 'name', 'largest'] as const
export type Sort = (typeof SORTS)[number]

/** The library's view settings; on its own page they are part of the address. */
export interface LibraryView {
  q?: string
  sort?: Sort
  kind?: MediaKind
  /** A grid of cards when absent. */
  view?: 'list'
  /** The screen for uploads in the place of the library: going back closes it. */
  tab?: 'upload'
}

/** Reads it from an address; what makes no sense is left out. */
export function libraryView(raw: Record<string, unknown>): LibraryView {
  const view: LibraryView = {}
  if (typeof raw.q === 'string' || typeof raw.q === 'number')
    view.q = String(raw.q).slice(0, 200) || undefined
  view.sort = SORTS.find((sort) => sort === raw.sort && sort !== 'newest')
  view.kind = MEDIA_KINDS.find((kind) => kind === raw.kind)
  if (raw.view === 'list') view.view = 'list'
  if (raw.tab === 'upload') view.tab = 'upload'
  return view
}
