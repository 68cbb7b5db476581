import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { api } from '#lib/api.ts'

export const devicesKey = ['devices'] as const

/**
 * Connection and content change by themselves: the server says so, and now and then this is asked for all the same.
 * Where it cannot say so, what is `live` is asked for more often: see `followWatch`.
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

/** What a screen last said of itself, beyond what lists show. */
export const deviceReportQuery = (id: string) =>
  queryOptions({
    queryKey: [...devicesKey, 'report', id],
    queryFn: async ({ signal }) => (await api.devices.report({ params: { id } }, { signal })).report,
    ...changing,
  })

/** How far what was last published has come, by group. */
export const deliveriesQuery = () =>
  queryOptions({
    queryKey: ['deliveries'],
    queryFn: async ({ signal }) => (await api.devices.deliveries({}, { signal })).deliveries,
    ...changing,
  })

/** Puts screens as the server has just told them into everything that shows them. */
export function takeSeenDevices(client: QueryClient, seen: readonly Device[]): void {
  const byId = new Map(seen.map((device) => [device.id, device]))
  client.setQueryData(devicesQuery().queryKey, (known) =>
    known?.map((device) => byId.get(device.id) ?? device),
  )
  for (const device of seen) {
    client.setQueryData(deviceQuery(device.id).queryKey, (known) => known && device)
    void client.invalidateQueries({ queryKey: deviceReportQuery(device.id).queryKey })
  }
}
