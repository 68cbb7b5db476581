import { queryOptions } from '@tanstack/react-query'
import { allPieces } from '#lib/all-pieces.ts'
import { api } from '#lib/api.ts'
import { freePageName } from '#lib/text/page-names.ts'
import { piecesQuery } from '#ui/list/list-source.ts'

export const layoutsKey = ['layouts'] as const

/** Layouts with documents, by id. */
export const layoutsByIds = (ids: readonly string[]) =>
  allPieces(async (after) => {
    const { layouts, next } = await api.layouts.documents({ query: { ids: ids.join(','), after } })
    return { rows: layouts, next }
  })

export const layoutNamesQuery = () =>
  queryOptions({
    queryKey: [...layoutsKey, 'names'],
    queryFn: async ({ signal }) =>
      (await api.layouts.list({}, { signal })).layoutList.map(({ id, name }) => ({ id, name })),
  })

/** Layouts with documents, optionally of one size or organization. */
export const layoutPiecesQuery = (
  filter: { q: string; tag?: string | undefined },
  of: { width?: number; height?: number; organizationId?: string | undefined } = {},
) =>
  piecesQuery([...layoutsKey, 'list', of], filter, async (query, options) => {
    const { layouts: rows, next } = await api.layouts.documents(
      { query: { ...query, ...of, made: '0' } },
      options,
    )
    return { rows, next }
  })

/** An unused layout name; the server searches those that contain `wanted`. */
export const freeLayoutName = async (wanted: string) =>
  freePageName(wanted, (await api.layouts.list({ query: { search: wanted } })).layoutList)

export const layoutQuery = (id: string) =>
  queryOptions({
    queryKey: [...layoutsKey, id],
    queryFn: async ({ signal }) => (await api.layouts.get({ params: { id } }, { signal })).layout,
  })
