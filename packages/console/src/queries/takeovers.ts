import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { isWatching } from '#lib/server/watch.ts'

export const takeoversKey = ['takeovers'] as const

export const takeoversQuery = () =>
  queryOptions({
    queryKey: takeoversKey,
    queryFn: async ({ signal }) => (await api.takeovers.list({}, { signal })).takeovers,
    // Poll quickly during a takeover, because its screen count matters then.
    refetchInterval: ({ state }) =>
      state.data?.some(({ isActive }) => isActive) ? 5000 : isWatching() ? 300_000 : 30_000,
  })
