import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const casesKey = ['cases'] as const

/** Answers come without anybody here doing anything. */
const REFRESH_MS = 30_000

export const casesQuery = () =>
  queryOptions({
    queryKey: casesKey,
    queryFn: async ({ signal }) => (await api.cases.list({}, { signal })).cases,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
