import { useQuery } from '@tanstack/react-query'
import type { TemplateOwner } from '@vitrine/widgets/template'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/session/session.ts'
import { useViewedOrganization } from '#lib/session/view-as.ts'
import { ownZone } from '#lib/text/time-zone.ts'
import { organizationsQuery } from './organizations.ts'

/** The organization of new pages, whose colors, logo, name and language templates use. */
export function useTemplateOwner(): TemplateOwner {
  const own = useSession(({ profile }) => profile?.organization)
  const viewed = useViewedOrganization()
  const { data } = useQuery({ ...organizationsQuery(), enabled: viewed !== null })
  const { name = '' } = viewed ?? own ?? {}
  const brand = viewed ? data?.find(({ id }) => id === viewed.id)?.brand : own?.brand
  const { language } = useTranslation().i18n
  return useMemo(() => ({ name, ...brand, language, timeZone: ownZone() }), [name, brand, language])
}
