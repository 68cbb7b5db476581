import { queryOptions } from '@tanstack/react-query'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { api } from '#lib/api.ts'
import type { ListSource } from '#ui/list/list-source.ts'

export const deviceGroupsKey = ['device-groups'] as const

/** Poll while a change is on its way to the screens. */
const REFRESH_MS = 2000
const isOnItsWay = ({ delivery: { activateAt, shown, online } }: DeviceGroup) =>
  activateAt !== null || shown < online

export const deviceGroupsQuery = () =>
  queryOptions({
    queryKey: deviceGroupsKey,
    queryFn: async ({ signal }) => (await api.deviceGroups.list({}, { signal })).devicesGroups,
    refetchInterval: ({ state }) => state.data?.some(isOnItsWay) && REFRESH_MS,
    staleTime: 0,
  })

/** Upcoming gaps and ends in the schedules. */
export const forecastQuery = () =>
  queryOptions({
    queryKey: [...deviceGroupsKey, 'forecast'],
    queryFn: ({ signal }) => api.deviceGroups.forecast({}, { signal }),
  })

export const deviceGroupQuery = (id: string) =>
  queryOptions({
    queryKey: [...deviceGroupsKey, id],
    queryFn: async ({ signal }) => (await api.deviceGroups.get({ params: { id } }, { signal })).deviceGroup,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })

/** Its screens whose size the pages of its schedule don't fit. */
export const groupFitQuery = (id: string) =>
  queryOptions({
    queryKey: [...deviceGroupsKey, id, 'fit'],
    queryFn: async ({ signal }) => (await api.deviceGroups.fit({ params: { id } }, { signal })).misfits,
  })

/** Screens report measurements every few minutes. */
const MEASURED_MS = 30_000

export const inStepQuery = (id: string) =>
  queryOptions({
    queryKey: [...deviceGroupsKey, id, 'in-step'],
    queryFn: async ({ signal }) => (await api.deviceGroups.inStep({ params: { id } }, { signal })).inStep,
    refetchInterval: MEASURED_MS,
  })

export const fillingQuery = (id: string) =>
  queryOptions({
    queryKey: [...deviceGroupsKey, id, 'filling'],
    queryFn: async ({ signal }) => (await api.deviceGroups.filling({ params: { id } }, { signal })).filling,
    refetchInterval: MEASURED_MS,
  })

/** The first groups by name, with the count of all. */
export const firstGroupsQuery = (pageSize: number) =>
  queryOptions({
    queryKey: [...deviceGroupsKey, 'first', pageSize],
    queryFn: async ({ signal }) => {
      const query = { page: 1, pageSize, sort: 'name' }
      const { devicesGroups: rows, total } = await api.deviceGroups.list({ query }, { signal })
      return { rows, total }
    },
    refetchInterval: ({ state }) => state.data?.rows.some(isOnItsWay) && REFRESH_MS,
    staleTime: 0,
  })

export const deviceGroupsSource = {
  key: deviceGroupsKey,
  load: async (query, options) => {
    const { devicesGroups: rows, total } = await api.deviceGroups.list({ query }, options)
    return { rows, total }
  },
  options: {
    refetchInterval: ({ state }) =>
      (state.data as { rows: DeviceGroup[] } | undefined)?.rows.some(isOnItsWay) && REFRESH_MS,
    staleTime: 0,
  },
} satisfies ListSource<DeviceGroup>
