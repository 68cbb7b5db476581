import { useQuery } from '@tanstack/react-query'
import type { Place } from '@vitrine/widgets/place'
import type { TemplateOwner } from '@vitrine/widgets/template'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session/session.ts'
import { useViewedOrganization } from '#lib/session/view-as.ts'
import { ownZone } from '#lib/text/time-zone.ts'
import { organizationsQuery } from './organizations.ts'

/** The organization's place, for widgets with a time zone or a city. The city is undefined until it is known. */
export function usePlace(timeZone = ownZone()): Place {
  const { data, isError } = useQuery({
    queryKey: ['city of', timeZone],
    queryFn: async ({ signal }) => {
      const args = { params: { name: 'cities' }, query: { timeZone } }
      return (await api.lookups.get(args, { signal })).data[0]?.value ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const city = isError ? null : data
  return useMemo(
    () => ({ timeZone, ...(city !== undefined && { city: city === null ? null : String(city) }) }),
    [timeZone, city],
  )
}

/** The organization of new pages, whose colors, logo, name, language and place templates use. */
export function useTemplateOwner(timeZone = ownZone()): TemplateOwner {
  const place = usePlace(timeZone)
  const own = useSession(({ profile }) => profile?.organization)
  const viewed = useViewedOrganization()
  const { data } = useQuery({ ...organizationsQuery(), enabled: viewed !== null })
  const { name = '' } = viewed ?? own ?? {}
  const brand = viewed ? data?.find(({ id }) => id === viewed.id)?.brand : own?.brand
  const { language } = useTranslation().i18n
  return useMemo(() => ({ name, ...brand, language, ...place }), [name, brand, language, place])
}
