import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const archivesKey = ['archives'] as const

/** Milliseconds between looks while one runs. */
const RUNNING = 1500

/** Exports and imports of the last days, newest first. */
export const archivesQuery = (organizationId: string | undefined) =>
  queryOptions({
    queryKey: [...archivesKey, organizationId],
    queryFn: async ({ signal }) =>
      (await api.archives.list({ query: { organizationId } }, { signal })).archives,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'waiting' || state === 'running') ? RUNNING : false,
  })
