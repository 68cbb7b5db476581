import { MEDIA_KINDS, type MediaKind } from '@vitrine/contract/api/content/media-kinds'

export const SORTS = ['newest', 'name', 'largest'] as const
export type Sort = (typeof SORTS)[number]

/** The library's view settings, stored in the URL on its own page. */
export interface LibraryView {
  q?: string
  sort?: Sort
  kind?: MediaKind
  tag?: string
  /** A grid of cards when absent. */
  view?: 'list'
  /** Shows the upload screen in place of the library; Back closes it. */
  tab?: 'upload'
}

/** Parses the view from the URL's search; invalid parts are dropped. */
export function libraryView(raw: Record<string, unknown>): LibraryView {
  const view: LibraryView = {}
  if (typeof raw.q === 'string' || typeof raw.q === 'number')
    view.q = String(raw.q).slice(0, 200) || undefined
  view.sort = SORTS.find((sort) => sort === raw.sort && sort !== 'newest')
  view.kind = MEDIA_KINDS.find((kind) => kind === raw.kind)
  if (typeof raw.tag === 'string' || typeof raw.tag === 'number')
    view.tag = String(raw.tag).slice(0, 30) || undefined
  if (raw.view === 'list') view.view = 'list'
  if (raw.tab === 'upload') view.tab = 'upload'
  return view
}
