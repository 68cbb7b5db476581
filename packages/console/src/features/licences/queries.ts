import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const licencesKey = ['licences'] as const

export const licencesQuery = () =>
  queryOptions({
    queryKey: licencesKey,
    queryFn: async ({ signal }) => (await api.licences.list({}, { signal })).licences,
    // Seats are taken and freed by screens.
    staleTime: 0,
  })
