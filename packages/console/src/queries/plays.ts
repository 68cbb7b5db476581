import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { PlayQuery } from '@vitrine/contract/api/screens/plays'
import { api } from '#lib/api.ts'

const playsKey = ['plays'] as const

export const playsQuery = (query: PlayQuery) =>
  queryOptions({
    queryKey: [...playsKey, 'list', query],
    queryFn: ({ signal }) => api.plays.list({ query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const playReportQuery = (query: PlayQuery) =>
  queryOptions({
    queryKey: [...playsKey, 'report', query],
    queryFn: async ({ signal }) => (await api.plays.report({ query }, { signal })).report,
    placeholderData: keepPreviousData,
  })
