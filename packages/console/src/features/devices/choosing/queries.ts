import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DeviceFacet } from '@vitrine/contract/api/screens/device-facets'
import { devicesKey } from '#features/devices/queries.ts'
import { api } from '#lib/api.ts'

const PAGE = 60

/** Which screens to choose from. */
export interface Filters {
  organizationId: string | undefined
  search?: string | undefined
  only?: DeviceFacet | undefined
  buildingId?: string | undefined
  floorId?: string | undefined
  /** `none`: those in no group. */
  deviceGroupId?: string | undefined
}

const queryOf = ({ search, ...filters }: Filters) => ({ ...filters, search: search?.trim() || undefined })

/** Screens to choose from, by name, a page at a time. */
export const choicesQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [...devicesKey, 'choices', filters],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      api.devices.list({ query: { ...queryOf(filters), page, pageSize: PAGE } }, { signal }),
    getNextPageParam: ({ total = 0 }, pages) => (pages.length * PAGE < total ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  })

/** Every screen that the filters find. */
export const allChoicesQuery = (filters: Filters) =>
  queryOptions({
    queryKey: [...devicesKey, 'all choices', filters],
    queryFn: async ({ signal }) => (await api.devices.list({ query: queryOf(filters) }, { signal })).devices,
    staleTime: 0,
  })
