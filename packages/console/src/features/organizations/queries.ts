import { queryOptions } from '@tanstack/react-query'
import type { Organization } from '@vitrine/contract/api/accounts/organizations'
import { api, apiOfAll } from '#lib/api.ts'
import type { ListSource } from '#ui/list/list-source.ts'

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

export const organizationsSource = {
  key: organizationsKey,
  load: async (query, options) => {
    const { organizations: rows, total } = await api.organizations.list({ query }, options)
    return { rows, total }
  },
} satisfies ListSource<Organization>
