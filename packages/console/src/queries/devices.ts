import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryFilters,
  queryOptions,
} from '@tanstack/react-query'
import type { DeviceState } from '@vitrine/contract/api/screens/device-facets'
import type { Device, devices } from '@vitrine/contract/api/screens/devices'
import type { ResultOf } from '@vitrine/contract/route'
import { api } from '#lib/api.ts'
import { queries } from '#lib/query.ts'
import { batched } from '#lib/server/batched.ts'
import type { ListSource, PageRequest } from '#ui/list/list-source.ts'
import { floorsQuery } from './floors.ts'

export const devicesKey = ['devices'] as const

/**
 * Connection and content change without a save: the server pushes changes, and a slow poll backs it up. While push is
 * unavailable, `live` queries poll faster: see `followWatch`.
 */
const changing = { refetchInterval: 60_000, meta: { live: true } }

export const devicesQuery = () =>
  queryOptions({
    queryKey: devicesKey,
    queryFn: async ({ signal }) => (await api.devices.list({}, { signal })).devices,
    ...changing,
  })

export const deviceQuery = (id: string) =>
  queryOptions({
    queryKey: [...devicesKey, 'one', id],
    queryFn: async ({ signal }) => (await api.devices.get({ params: { id } }, { signal })).device,
    ...changing,
  })

const loadDevice = batched<Device>(
  async (ids) => (await api.devices.list({ query: { ids: ids.join(',') } })).devices,
)

/** A screen for its picture, from a list that has it, or batched; null if it is missing. The event stream updates it. */
export const devicePictureQuery = (id: string) =>
  queryOptions({
    queryKey: [...devicesKey, 'picture', id],
    queryFn: () => loadDevice(id),
    initialData: () => knownDevice(queries, id),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A screen's last report, with more detail than in lists. */
export const deviceReportQuery = (id: string) =>
  queryOptions({
    queryKey: [...devicesKey, 'report', id],
    queryFn: async ({ signal }) => (await api.devices.report({ params: { id } }, { signal })).report,
    ...changing,
  })

/** The rollout of the latest player; null before the first update. */
export const playerUpdateQuery = () =>
  queryOptions({
    queryKey: [...devicesKey, 'player-update'],
    queryFn: async ({ signal }) => (await api.playerUpdates.current({}, { signal })).update,
    ...changing,
  })

/** Manual switches, in effect and planned. */
export const switchesQuery = () =>
  queryOptions({
    queryKey: [...devicesKey, 'switches'],
    queryFn: ({ signal }) => api.devices.switches({}, { signal }),
    ...changing,
  })

/** Delivery of the last published change, by group. */
export const deliveriesQuery = () =>
  queryOptions({
    queryKey: ['deliveries'],
    queryFn: async ({ signal }) => (await api.devices.deliveries({}, { signal })).deliveries,
    ...changing,
  })

export const deliveryHistoryQuery = (period: { from: number; to: number }) =>
  queryOptions({
    queryKey: ['deliveries', 'history', period],
    queryFn: async ({ signal }) => (await api.devices.deliveryHistory({ query: period }, { signal })).hours,
    staleTime: 60_000,
  })

interface Found {
  only?: DeviceState | undefined
}

/** The first screens in an order, with the count of all. */
export const firstDevicesQuery = (query: Found & { pageSize: number; sort: 'state' | '-seen' }) =>
  queryOptions({
    queryKey: [...devicesKey, 'list', 'first', query],
    queryFn: async ({ signal }) => {
      const { devices: rows, total } = await api.devices.list({ query: { ...query, page: 1 } }, { signal })
      return { rows, total }
    },
    placeholderData: keepPreviousData,
    ...changing,
  })

/** A screen with a problem, as many as a bell lists, the last seen first. */
export const problemsQuery = () => firstDevicesQuery({ only: 'problems', pageSize: 50, sort: '-seen' })

/** The first screens without a group, by name. */
export const aloneQuery = (pageSize: number) =>
  queryOptions({
    queryKey: [...devicesKey, 'list', 'alone', pageSize],
    queryFn: async ({ signal }) => {
      const query = { deviceGroupId: 'none', page: 1, pageSize, sort: 'name' } as const
      const { devices: rows, total } = await api.devices.list({ query }, { signal })
      return { rows, total }
    },
    ...changing,
  })

export const devicesSource = ({ only }: Found) =>
  ({
    key: [...devicesKey, 'list', { only }],
    load: async (query, options) => {
      const { devices: rows, total } = await api.devices.list({ query: { ...query, only } }, options)
      return { rows, total }
    },
    options: changing,
  }) satisfies ListSource<Device>

/** All screens that match a search, for bulk actions. */
export const foundDevicesQuery = (q: string) =>
  queryOptions({
    queryKey: [...devicesKey, 'found', q],
    queryFn: async ({ signal }) =>
      (await api.devices.list({ query: { search: q.trim() || undefined } }, { signal })).devices,
    staleTime: 0,
  })

/** Screens per page of the wall, equal to the limit of one screenshot request. */
export const WALL_PAGE = 60

/** Screens by severity of their problem, paged. */
export const wallQuery = ({ only, tag, search }: Found & Pick<PageRequest, 'search' | 'tag'>) =>
  infiniteQueryOptions({
    queryKey: [...devicesKey, 'wall', { only, tag, search }],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      api.devices.list(
        { query: { page, pageSize: WALL_PAGE, sort: 'state', search, tag, only } },
        { signal },
      ),
    getNextPageParam: ({ total = 0 }, pages) =>
      pages.length * WALL_PAGE < total ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
    ...changing,
  })

/** How many screens are in each state, what they show, and the truth of each building. */
export const fleetQuery = () =>
  queryOptions({
    queryKey: [...devicesKey, 'states'],
    queryFn: ({ signal }) => api.devices.states({}, { signal }),
    ...changing,
  })

/** How many screens are in each state. */
export const deviceStatesQuery = () => ({ ...fleetQuery(), select: statesOf })
/** How many screens *Put all right* is about. */
export const correctableQuery = () => ({ ...fleetQuery(), select: correctableOf })
const correctableOf = ({ correctable }: ResultOf<typeof devices.states>) => correctable
const statesOf = ({ states }: ResultOf<typeof devices.states>) => states

type Listed = Pick<Device, 'id'>
type Update = <D extends Listed>(devices: readonly D[]) => readonly D[]

/** Applies a change to every cached list of screens. */
function updateLists(client: QueryClient, update: Update): void {
  client.setQueryData(devicesQuery().queryKey, (known) => known && [...update(known)])
  client.setQueriesData<{ rows: readonly Device[] }>(
    { queryKey: [...devicesKey, 'list'] },
    (page) => page && { ...page, rows: update(page.rows) },
  )
  client.setQueriesData<InfiniteData<{ devices: readonly Device[] }>>(
    { queryKey: [...devicesKey, 'wall'] },
    (wall) =>
      wall && { ...wall, pages: wall.pages.map((page) => ({ ...page, devices: update(page.devices) })) },
  )
  client.setQueryData(floorsQuery().queryKey, (buildings) =>
    buildings?.map((building) => ({
      ...building,
      floors: building.floors.map((floor) => ({ ...floor, devices: [...update(floor.devices)] })),
    })),
  )
}

const knownDevice = (client: QueryClient, id: string): Device | undefined =>
  [
    client.getQueryData(devicesQuery().queryKey),
    ...client
      .getQueriesData<{ rows: readonly Device[] }>({ queryKey: [...devicesKey, 'list'] })
      .map(([, page]) => page?.rows),
  ]
    .flatMap((devices) => devices?.find((device) => device.id === id) ?? [])
    .at(0)

/** Whether a cached list of floors has the screen elsewhere. */
export const isElsewhere = (client: QueryClient, { id, floorId }: Device): boolean =>
  client
    .getQueryData(floorsQuery().queryKey)
    ?.flatMap(({ floors }) => floors)
    .find(({ devices }) => devices.some((device) => device.id === id))?.id !== (floorId ?? undefined)

/** Applies news from the event stream to every cached list and record. */
export function takeSeenDevices(client: QueryClient, seen: readonly Device[]): void {
  const byId = new Map(seen.map((device) => [device.id, device]))
  // A list that lacks a new screen stays stale: writing to it would make it fresh.
  const stale = [devicesKey, floorsQuery().queryKey]
    .flatMap((queryKey) => client.getQueryCache().findAll({ queryKey }))
    .filter(({ state }) => state.isInvalidated)
  updateLists(client, (devices) =>
    devices.map((device) => {
      const now = byId.get(device.id)
      return now ? { ...device, ...now } : device
    }),
  )
  for (const query of stale) query.invalidate()
  for (const device of seen) {
    client.setQueryData(deviceQuery(device.id).queryKey, (known) => known && device)
    client.setQueryData(devicePictureQuery(device.id).queryKey, (known) => known && device)
    void client.invalidateQueries({ queryKey: deviceReportQuery(device.id).queryKey })
  }
}

/** Parts of keys of single screens, which the event stream updates. */
const RECORDS: readonly unknown[] = ['one', 'picture', 'report']

/** What an edited screen may make stale beyond its own record: pages and counts of screens, and switches. */
export const DEVICE_PAGES: QueryFilters = {
  queryKey: devicesKey,
  predicate: ({ queryKey: [, part] }) => part !== undefined && !RECORDS.includes(part),
}

/** Queries that depend on many screens' states: counts, and filtered or sorted lists. */
export const LISTED_STATES = [
  [...devicesKey, 'states'],
  [...devicesKey, 'list'],
  [...devicesKey, 'wall'],
] as const
