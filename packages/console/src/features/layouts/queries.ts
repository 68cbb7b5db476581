import { queryOptions } from '@tanstack/react-query'
import { allPieces } from '#lib/all-pieces.ts'
import { api } from '#lib/api.ts'
import { freePageName } from '#lib/text/page-names.ts'
import { piecesQuery } from '#ui/list/list-source.ts'

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

/** Layouts with their documents; with a size only those. */
export const layoutPiecesQuery = (q: string, size?: { width: number; height: number }) =>
  piecesQuery([...layoutsKey, 'list', size], q, async (query, options) => {
    const { layouts: rows, next } = await api.layouts.documents(
      { query: { ...query, width: size?.width, height: size?.height } },
      options,
    )
    return { rows, next }
  })

/** A name that no layout has; the server looks among those that contain `wanted`. */
export const freeLayoutName = async (wanted: string) =>
  freePageName(wanted, (await api.layouts.list({ query: { search: wanted } })).layoutList)

export const layoutQuery = (id: string) =>
  queryOptions({
    queryKey: [...layoutsKey, id],
    queryFn: async ({ signal }) => (await api.layouts.get({ params: { id } }, { signal })).layout,
  })
