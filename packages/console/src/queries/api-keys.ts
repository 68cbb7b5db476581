import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const apiKeysKey = ['api-keys'] as const

/** The organization's API keys, newest first. */
export const apiKeysQuery = (organizationId: string | undefined) =>
  queryOptions({
    queryKey: [...apiKeysKey, organizationId],
    queryFn: async ({ signal }) => (await api.apiKeys.list({ query: { organizationId } }, { signal })).keys,
  })
