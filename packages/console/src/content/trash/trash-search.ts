import { TRASH_KINDS, type TrashKind } from '@vitrine/contract/api/content/trash/kinds'
import { type ListSearch, listSearch } from '#ui/list/list-search.ts'

export interface TrashSearch extends ListSearch {
  kind?: TrashKind
}

/** Parses the view from the URL's search; invalid parts are dropped. */
export function trashSearch(raw: Record<string, unknown>): TrashSearch {
  const found: TrashSearch = listSearch(raw)
  const kind = TRASH_KINDS.find((one) => one === raw.kind)
  if (kind) found.kind = kind
  return found
}
