import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

/** The player's addresses, the best one first. */
export const playerAddressesQuery = () =>
  queryOptions({
    queryKey: ['player addresses'],
    queryFn: async ({ signal }) => await api.devices.playerAddresses({}, { signal }),
    staleTime: 60_000,
  })

const WAITING_MS = 2000

/** Screens in pairing that opened this user's link; polled while the dialog is open. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ['waiting screens'],
    queryFn: ({ signal }) => api.devices.waiting({}, { signal }),
    staleTime: WAITING_MS,
    refetchInterval: WAITING_MS,
    gcTime: 0,
  })
