import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const photoKey = ['web-photos'] as const

const REFRESH_MS = 15_000

/** The state of the picture that the server takes of a web page; fetched again while it is open. */
export const photoQuery = (id: string) =>
  queryOptions({
    queryKey: [...photoKey, id] as const,
    queryFn: async ({ signal }) => (await api.webMedia.photo({ params: { id } }, { signal })).photo,
    refetchInterval: REFRESH_MS,
  })
