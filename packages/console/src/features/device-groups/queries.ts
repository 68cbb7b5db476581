import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const deviceGroupsKey = ['device-groups'] as const

export const deviceGroupsQuery = () =>
  queryOptions({
    queryKey: deviceGroupsKey,
    queryFn: async ({ signal }) => (await api.deviceGroups.list({}, { signal })).devicesGroups,
    staleTime: 0,
  })

/** Asked for again while a change is on its way to the screens. */
const REFRESH_MS = 2000

export const deviceGroupQuery = (id: string) =>
  queryOptions({
    queryKey: [...deviceGroupsKey, id],
    queryFn: async ({ signal }) => (await api.deviceGroups.get({ params: { id } }, { signal })).deviceGroup,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
