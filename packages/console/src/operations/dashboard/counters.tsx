import { type QueryKey, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ROLES } from '@vitrine/contract/permissions'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session/session.ts'
import { totalText } from '#lib/text/format.ts'
import { cardsKey } from '#queries/cards.ts'
import { deviceGroupsKey } from '#queries/device-groups.ts'
import { devicesKey } from '#queries/devices.ts'
import { layoutsKey } from '#queries/layouts.ts'
import { licencesKey } from '#queries/licences.ts'
import { mediaKey } from '#queries/media.ts'
import { organizationsKey } from '#queries/organizations.ts'
import { storyboardsKey } from '#queries/storyboards.ts'
import styles from './dashboard-page.module.css'

const ONE = { query: { page: 1, pageSize: 1 } } as const
const EVERYWHERE = { query: { ...ONE.query, search: '' } } as const

interface Counter {
  of:
    | 'devices'
    | 'deviceGroups'
    | 'media'
    | 'cards'
    | 'layouts'
    | 'storyboards'
    | 'organizations'
    | 'licences'
  /** The key of its list, to refetch both together. */
  list: QueryKey
  to: NonNullable<LinkProps['to']>
  count: () => Promise<number | undefined>
}

/** The number of records of each kind, linked to its list. */
const COUNTERS: readonly Counter[] = [
  {
    of: 'devices',
    list: devicesKey,
    to: '/app/devices',
    count: async () => (await api.devices.list(ONE)).total,
  },
  {
    of: 'deviceGroups',
    list: deviceGroupsKey,
    to: '/app/device-group',
    count: async () => (await api.deviceGroups.list(ONE)).total,
  },
  {
    of: 'media',
    list: mediaKey,
    to: '/app/media-library',
    count: async () => (await api.media.list(EVERYWHERE)).media.total,
  },
  { of: 'cards', list: cardsKey, to: '/app/cards', count: async () => (await api.cards.list(ONE)).total },
  {
    of: 'layouts',
    list: layoutsKey,
    to: '/app/layouts',
    count: async () => (await api.layouts.list(ONE)).total,
  },
  {
    of: 'storyboards',
    list: storyboardsKey,
    to: '/app/storyboard',
    count: async () => (await api.storyboards.list(ONE)).total,
  },
]
const OF_THE_SERVER: readonly Counter[] = [
  {
    of: 'organizations',
    list: organizationsKey,
    to: '/app/organization',
    count: async () => (await api.organizations.list(ONE)).total,
  },
  {
    of: 'licences',
    list: licencesKey,
    to: '/app/licence',
    count: async () => (await api.licences.list(ONE)).total,
  },
]

export function Counters() {
  const { t } = useTranslation()
  const isSuperAdmin = useSession(({ profile }) => profile?.role === ROLES.superAdmin)
  return (
    <nav className={styles.counters} aria-label={t('dashboard.counters')}>
      {[...COUNTERS, ...(isSuperAdmin ? OF_THE_SERVER : [])].map((counter) => (
        <Count key={counter.to} {...counter} />
      ))}
    </nav>
  )
}

function Count({ of, list, to, count }: Counter) {
  const { t } = useTranslation()
  const query = useQuery({ queryKey: [...list, 'count'], queryFn: async () => (await count()) ?? null })
  return (
    <Link to={to} className={styles.count}>
      <span>{query.data ? totalText(query.data) : (query.data ?? '–')}</span>{' '}
      {t(`dashboard.count.${of}`, { count: query.data ?? 0 })}
    </Link>
  )
}
