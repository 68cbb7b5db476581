import { queryOptions } from '@tanstack/react-query'
import type { ListedCase } from '@vitrine/contract/api/operations/cases'
import { api } from '#lib/api.ts'
import type { ListSource } from '#ui/list/list-source.ts'

export const casesKey = ['cases'] as const

/** Poll, because no event announces support's replies. */
const REFRESH_MS = 30_000

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: [...casesKey, 'one', id],
    queryFn: async ({ signal }) => (await api.cases.get({ params: { id } }, { signal })).case,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })

export const casesSource = {
  key: casesKey,
  load: async (query, options) => {
    const { cases: rows, total } = await api.cases.list({ query }, options)
    return { rows, total }
  },
  options: { refetchInterval: REFRESH_MS, staleTime: 0 },
} satisfies ListSource<ListedCase>
