import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const organizationsKey = ['organizations'] as const

export const organizationsQuery = () =>
  queryOptions({
    queryKey: organizationsKey,
    queryFn: async ({ signal }) => (await api.organizations.list({}, { signal })).organizations,
  })
