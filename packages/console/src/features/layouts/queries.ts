import { queryOptions } from '@tanstack/react-query'
import { allPieces } from '#lib/all-pieces.ts'
import { api } from '#lib/api.ts'

export const layoutsKey = ['layouts'] as const

/** With their documents, from which lists and pickers draw them. */
export const layoutsQuery = () =>
  queryOptions({
    queryKey: layoutsKey,
    queryFn: ({ signal }) =>
      allPieces(async (after) => {
        const { layouts, next } = await api.layouts.documents({ query: { after } }, { signal })
        return { rows: layouts, next }
      }),
  })

export const layoutQuery = (id: string) =>
  queryOptions({
    queryKey: [...layoutsKey, id],
    queryFn: async ({ signal }) => (await api.layouts.get({ params: { id } }, { signal })).layout,
  })
