import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const webhooksKey = ['webhooks'] as const

/** The organization's webhooks, newest first. */
export const webhooksQuery = (organizationId: string | undefined) =>
  queryOptions({
    queryKey: [...webhooksKey, organizationId],
    queryFn: async ({ signal }) =>
      (await api.webhooks.list({ query: { organizationId } }, { signal })).webhooks,
  })

export const webhookDeliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, 'deliveries', id],
    queryFn: async ({ signal }) => (await api.webhooks.deliveries({ params: { id } }, { signal })).deliveries,
    refetchInterval: 3000,
    gcTime: 0,
  })
