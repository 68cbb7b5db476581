import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const rolesKey = ['roles'] as const

/** The organization's custom roles, by name. */
export const rolesQuery = (organizationId: string | undefined) =>
  queryOptions({
    queryKey: [...rolesKey, 'list', organizationId],
    queryFn: async ({ signal }) => (await api.roles.list({ query: { organizationId } }, { signal })).roles,
  })

/** Whom a change of a role concerns: the first people by name. */
export const roleNamesQuery = (id: string) =>
  queryOptions({
    queryKey: [...rolesKey, 'names', id],
    queryFn: async ({ signal }) => (await api.roles.get({ params: { id } }, { signal })).names,
  })
