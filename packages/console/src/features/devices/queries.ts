import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const devicesKey = ['devices'] as const

/** Connection and content change by themselves, so the list is asked for again while it is looked at. */
const REFRESH_MS = 5000

export const devicesQuery = () =>
  queryOptions({
    queryKey: devicesKey,
    queryFn: async ({ signal }) => (await api.devices.list({}, { signal })).devices,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
