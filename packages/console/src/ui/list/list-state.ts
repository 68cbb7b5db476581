import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type ListSearch, listSearch, PAGE_SIZE } from './list-search.ts'

/** A list's search, sorting, and page. Referentially stable. */
export interface ListState {
  q: string
  tag: string | undefined
  sort: string | undefined
  page: number
  size: number
}

/** The list's search, sorting and page, synced with the URL. */
export function useListState() {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo<ListState>(() => {
    const { q = '', tag, sort, page = 1, size = PAGE_SIZE } = listSearch(search)
    return { q, tag, sort, page, size }
  }, [search])
  const set = useCallback(
    (change: ListSearch) => {
      // Paging adds a history entry; typing and sorting replace the current one.
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
