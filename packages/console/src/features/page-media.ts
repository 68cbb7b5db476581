import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { Media } from '@vitrine/contract/media'
import { api } from '#lib/api.ts'

/** One medium by its id, for pages that name it. */
export const mediaItemQuery = (id: string) =>
  queryOptions({
    queryKey: ['media', 'item', id],
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await api.media.get({ params: { id } }, { signal })).media,
  })

export type MediaById = Readonly<Record<string, Media>>

/** The media of the given ids, as far as they have arrived; the same object until one of them changes. */
export const useMediaItems = (ids: readonly string[]): MediaById =>
  useQueries({ queries: ids.map(mediaItemQuery), combine: byId })

const byId = (results: readonly UseQueryResult<Media>[]): MediaById =>
  Object.fromEntries(results.flatMap(({ data }) => (data ? [[data.id, data]] : [])))
