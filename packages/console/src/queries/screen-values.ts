import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ValueOwner } from '@vitrine/contract/api/screens/screen-values'
import { api } from '#lib/api.ts'

export const screenFieldsKey = ['screen-fields'] as const
export const screenValuesKey = ['screen-values'] as const

export const screenFieldsQuery = () =>
  queryOptions({
    queryKey: screenFieldsKey,
    queryFn: async ({ signal }) => (await api.screenFields.list({}, { signal })).fields,
    staleTime: 60_000,
  })

/** The values of a building, a floor, or a screen, with those that it inherits. */
export const valuesOfQuery = (of: ValueOwner, id: string) =>
  queryOptions({
    queryKey: [...screenValuesKey, of, id],
    queryFn: ({ signal }) => api.screenValues.of({ params: { of, id } }, { signal }),
  })

const ROWS = 100

/** Screens with their values, by name. */
export const valuedScreensQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...screenValuesKey, 'list', search],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      api.screenValues.list(
        { query: { page, pageSize: ROWS, sort: 'name', search: search.trim() || undefined } },
        { signal },
      ),
    getNextPageParam: ({ total = 0 }, _all, page) => (page * ROWS < total ? page + 1 : undefined),
  })
