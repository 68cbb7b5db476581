import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FloorWithDevices } from '@vitrine/contract/api/places/floors'
import { api } from '#lib/api.ts'

export const floorsKey = ['floors'] as const

export const floorsQuery = () =>
  queryOptions({
    queryKey: floorsKey,
    queryFn: async ({ signal }) => (await api.floors.list({}, { signal })).buildings,
    // The event stream updates its screens; without it, live queries are polled.
    refetchInterval: 60_000,
    meta: { live: true },
    staleTime: 0,
  })

/** Adds a saved floor to the cache before the next poll. */
export async function takeFloor(client: QueryClient, floor: FloorWithDevices): Promise<void> {
  // Cancel requests in flight: their answers may be older.
  await client.cancelQueries({ queryKey: floorsKey })
  client.setQueryData(floorsQuery().queryKey, (known) =>
    known?.map((building) => ({
      ...building,
      floors: building.floors.map((each) => (each.id === floor.id ? floor : each)),
    })),
  )
}
