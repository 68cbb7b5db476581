import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type ListSearch, listSearch, PAGE_SIZE } from './list-search.ts'

/** A list's search, sorting, and page. Keeps its identity while nothing changes. */
export interface ListState {
  q: string
  sort: string | undefined
  page: number
  size: number
}

/** Search, sorting and page of the list on this screen, read from the address and written to it. */
export function useListState() {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo<ListState>(() => {
    const { q = '', sort, page = 1, size = PAGE_SIZE } = listSearch(search)
    return { q, sort, page, size }
  }, [search])
  const set = useCallback(
    (change: ListSearch) => {
      // Turning a page is a step that Back undoes; typing and sorting are not.
      const replace = change.page === undefined
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, page: undefined, ...change }) as never,
        replace,
      })
    },
    [navigate],
  )
  return { ...state, state, set }
}
