import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const floorsKey = ['floors'] as const

/** Connections change without a save, so this polls while visible. */
const REFRESH_MS = 10_000

export const floorsQuery = () =>
  queryOptions({
    queryKey: floorsKey,
    queryFn: async ({ signal }) => (await api.floors.list({}, { signal })).buildings,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
