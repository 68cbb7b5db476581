import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const floorsKey = ['floors'] as const

/** Connections change by themselves, so it is asked for again while it is looked at. */
const REFRESH_MS = 10_000

export const floorsQuery = () =>
  queryOptions({
    queryKey: floorsKey,
    queryFn: async ({ signal }) => (await api.floors.list({}, { signal })).buildings,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
