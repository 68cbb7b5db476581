import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Organization } from '@vitrine/contract/api/accounts/organizations'
import { localeOn, NO_REGION, screenLocale } from '@vitrine/contract/player/screen-locale'
import { useTranslation } from 'react-i18next'
import { api, apiOfAll } from '#lib/api.ts'
import { useSession } from '#lib/session/session.ts'
import { useViewedOrganization } from '#lib/session/view-as.ts'
import type { ListSource } from '#ui/list/list-source.ts'

export const organizationsKey = ['organizations'] as const

export const organizationsQuery = () =>
  queryOptions({
    queryKey: organizationsKey,
    queryFn: async ({ signal }) => (await api.organizations.list({}, { signal })).organizations,
  })

/** All organizations, also while viewing one of them. */
export const allOrganizationsQuery = () =>
  queryOptions({
    queryKey: [...organizationsKey, 'all'],
    queryFn: async ({ signal }) => (await apiOfAll.organizations.list({}, { signal })).organizations,
  })

/** The organizations that the user sees here: shared with the list of all, unless one of them is viewed. */
export function useOrganizations(enabled = true) {
  const isViewing = useViewedOrganization() !== null
  const own = useQuery({ ...organizationsQuery(), enabled: enabled && isViewing })
  const all = useQuery({ ...allOrganizationsQuery(), enabled: enabled && !isViewing })
  return isViewing ? own : all
}

export const organizationsSource = {
  key: organizationsKey,
  load: async (query, options) => {
    const { organizations: rows, total } = await api.organizations.list({ query }, options)
    return { rows, total }
  },
} satisfies ListSource<Organization>

/** The language of pages in the console: the screens' language, or else the console's. */
export function useScreenLocale(): string {
  const own = useSession(({ profile }) => profile?.organization.region)
  const viewed = useViewedOrganization()
  const { data } = useQuery({ ...organizationsQuery(), enabled: viewed !== null })
  const { language } = useTranslation().i18n
  const region = viewed ? data?.find(({ id }) => id === viewed.id)?.region : own
  return localeOn(language, screenLocale(region ?? NO_REGION))
}
