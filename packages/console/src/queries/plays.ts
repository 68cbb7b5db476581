import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SheetQuery } from '@vitrine/contract/api/screens/play-sheets'
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

/** A report to send. */
export const playSheetQuery = (query: Omit<SheetQuery, 'organizationId' | 'language'>) =>
  queryOptions({
    queryKey: [...playsKey, 'sheet', query],
    queryFn: async ({ signal }) => (await api.plays.sheet({ query }, { signal })).sheet,
    placeholderData: keepPreviousData,
  })

/** The pages and media that played longest in a period. */
export const playedItemsQuery = (query: Pick<PlayQuery, 'from' | 'to'>) =>
  queryOptions({
    queryKey: [...playsKey, 'items', query],
    queryFn: async ({ signal }) => (await api.plays.totals({ query }, { signal })).totals,
  })
