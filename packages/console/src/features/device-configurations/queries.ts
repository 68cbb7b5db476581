import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const configurationsKey = ['device-configurations'] as const

export const configurationsQuery = () =>
  queryOptions({
    queryKey: configurationsKey,
    queryFn: async ({ signal }) => (await api.deviceConfigurations.list({}, { signal })).configurations,
  })
