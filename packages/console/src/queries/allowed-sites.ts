import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AllowedSite } from '@vitrine/contract/api/accounts/allowed-sites'
import { api } from '#lib/api.ts'

export const allowedSitesKey = ['allowed-sites'] as const

/** Sites that screens may open, by name. */
export const allowedSitesQuery = () =>
  queryOptions({
    queryKey: allowedSitesKey,
    queryFn: async ({ signal }) => (await api.allowedSites.list({}, { signal })).sites,
    staleTime: 60_000,
  })

const NONE: readonly string[] = []
const hostsOf = (sites: readonly AllowedSite[]) => sites.map(({ host }) => host)

/** None until they have loaded. */
export const useAllowedHosts = (): readonly string[] =>
  useQuery({ ...allowedSitesQuery(), select: hostsOf }).data ?? NONE
