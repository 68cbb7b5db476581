import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ListSearch, listSearch, PAGE_SIZE } from './list-search.ts'

/** Search, sorting and page of the list on this screen, read from the address and written to it. */
export function useListState() {
  const search = listSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  return {
    q: search.q ?? '',
    sort: search.sort,
    page: search.page ?? 1,
    size: search.size ?? PAGE_SIZE,
    set(change: ListSearch) {
      // Turning a page is a step that Back undoes; typing and sorting are not.
      const replace = change.page === undefined
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, page: undefined, ...change }) as never,
        replace,
      })
    },
  }
}
