import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const layoutsKey = ['layouts'] as const

export const layoutsQuery = () =>
  queryOptions({
    queryKey: layoutsKey,
    queryFn: async ({ signal }) =>
      (await api.layouts.list({ query: { type: 'designed' } }, { signal })).layoutList,
  })

export const layoutQuery = (id: string) =>
  queryOptions({
    queryKey: [...layoutsKey, id],
    queryFn: async ({ signal }) => (await api.layouts.get({ params: { id } }, { signal })).layout,
  })
