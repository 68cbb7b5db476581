import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const unknownScreensKey = ['unknown-screens'] as const
const REFRESH_MS = 30_000

export const unknownScreensQuery = () =>
  queryOptions({
    queryKey: unknownScreensKey,
    queryFn: async ({ signal }) => (await api.unknownScreens.list({}, { signal })).screens,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
