import { queryOptions } from '@tanstack/react-query'
import { api, apiOfAll } from '#lib/api.ts'

export const organizationsKey = ['organizations'] as const

export const organizationsQuery = () =>
  queryOptions({
    queryKey: organizationsKey,
    queryFn: async ({ signal }) => (await api.organizations.list({}, { signal })).organizations,
  })

/** Also while one of them is looked at. */
export const allOrganizationsQuery = () =>
  queryOptions({
    queryKey: [...organizationsKey, 'all'],
    queryFn: async ({ signal }) => (await apiOfAll.organizations.list({}, { signal })).organizations,
  })
