import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const kioskKey = ['kiosk'] as const

export const kioskQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...kioskKey, organizationId],
    queryFn: async ({ signal }) =>
      (await api.kiosk.get({ params: { id: organizationId } }, { signal })).kiosk,
  })

/** The latest ones: older messages were dealt with long ago. */
const LATEST = 200
const REFRESH_MS = 10_000

export const outboxQuery = () =>
  queryOptions({
    queryKey: ['outbox'],
    queryFn: async ({ signal }) =>
      (await api.outbox.list({ query: { page: 1, pageSize: LATEST } }, { signal })).messages,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
