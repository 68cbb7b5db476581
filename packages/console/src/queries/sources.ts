import { queryOptions } from '@tanstack/react-query'
import type { Source, SourceReading } from '@vitrine/contract/api/data/sources'
import { api } from '#lib/api.ts'
import type { ListSource } from '#ui/list/list-source.ts'

export const sourcesKey = ['sources'] as const

export const sourcesQuery = () =>
  queryOptions({
    queryKey: sourcesKey,
    queryFn: async ({ signal }) => (await api.sources.list({}, { signal })).sources,
    staleTime: 60_000,
  })

export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: [...sourcesKey, id],
    queryFn: async ({ signal }) => (await api.sources.get({ params: { id } }, { signal })).source,
  })

export const sourceRowsQuery = (id: string) =>
  queryOptions({
    queryKey: [...sourcesKey, id, 'rows'],
    queryFn: ({ signal }) => api.sources.rows({ params: { id } }, { signal }),
  })

/** A source's rows before saving. Cached for a while, because each preview makes the server request another one. */
export const previewQuery = (reading: SourceReading) =>
  queryOptions({
    queryKey: ['source-preview', reading],
    queryFn: ({ signal }) => api.sources.preview({ body: reading }, { signal }),
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  })

export const sourcesSource = {
  key: sourcesKey,
  load: async (query, options) => {
    const { sources: rows, total } = await api.sources.list({ query }, options)
    return { rows, total }
  },
} satisfies ListSource<Source>
