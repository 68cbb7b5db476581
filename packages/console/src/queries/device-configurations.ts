import { queryOptions } from '@tanstack/react-query'
import type { DeviceConfiguration } from '@vitrine/contract/api/screens/device-configurations'
import { api } from '#lib/api.ts'
import type { ListSource } from '#ui/list/list-source.ts'

export const configurationsKey = ['device-configurations'] as const

export const configurationsQuery = () =>
  queryOptions({
    queryKey: configurationsKey,
    queryFn: async ({ signal }) => (await api.deviceConfigurations.list({}, { signal })).configurations,
    staleTime: 0,
  })

export const configurationsSource = {
  key: configurationsKey,
  load: async (query, options) => {
    const { configurations: rows, total } = await api.deviceConfigurations.list({ query }, options)
    return { rows, total }
  },
} satisfies ListSource<DeviceConfiguration>
