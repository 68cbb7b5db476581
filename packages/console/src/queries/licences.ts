import { queryOptions } from '@tanstack/react-query'
import type { Licence } from '@vitrine/contract/api/accounts/licences'
import { api } from '#lib/api.ts'
import type { ListSource } from '#ui/list/list-source.ts'

export const licencesKey = ['licences'] as const

export const licencesQuery = () =>
  queryOptions({
    queryKey: licencesKey,
    queryFn: async ({ signal }) => (await api.licences.list({}, { signal })).licences,
    // Adding or deleting screens changes the taken seats.
    staleTime: 0,
  })

export const licencesSource = {
  key: licencesKey,
  load: async (query, options) => {
    const { licences: rows, total } = await api.licences.list({ query }, options)
    return { rows, total }
  },
  options: { staleTime: 0 },
} satisfies ListSource<Licence>
