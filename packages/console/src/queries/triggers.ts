import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const triggersKey = ['triggers'] as const

/** The organization's triggers, newest first. */
export const triggersQuery = (organizationId: string | undefined) =>
  queryOptions({
    queryKey: [...triggersKey, organizationId],
    queryFn: async ({ signal }) =>
      (await api.triggers.list({ query: { organizationId } }, { signal })).triggers,
  })

export const triggerCallsQuery = (id: string) =>
  queryOptions({
    queryKey: [...triggersKey, 'calls', id],
    queryFn: async ({ signal }) => (await api.triggers.calls({ params: { id } }, { signal })).calls,
    refetchInterval: 3000,
    gcTime: 0,
  })
