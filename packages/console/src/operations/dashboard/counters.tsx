import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ROLES } from '@vitrine/contract/permissions'
import { TRUTHS } from '@vitrine/contract/player/truth'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/session/session.ts'
import { totalText } from '#lib/text/format.ts'
import { fleetQuery } from '#queries/devices.ts'
import { useOrganizations } from '#queries/organizations.ts'
import styles from './dashboard-page.module.css'
import { knownLicences } from './loads.ts'
import { newestCards, newestGroups, newestLayouts, newestMedia, newestStoryboards } from './newest.ts'

interface CountProps {
  of:
    | 'devices'
    | 'deviceGroups'
    | 'media'
    | 'cards'
    | 'layouts'
    | 'storyboards'
    | 'organizations'
    | 'licences'
  to: NonNullable<LinkProps['to']>
  /** Null: the list doesn't count. Undefined while loading. */
  total: number | null | undefined
}

/** The number of records of each kind, linked to its list. */
export function Counters() {
  const { t } = useTranslation()
  const isSuperAdmin = useSession(({ profile }) => profile?.role === ROLES.superAdmin)
  return (
    <nav className={styles.counters} aria-label={t('dashboard.counters')}>
      <OfContent />
      {isSuperAdmin && <OfServer />}
    </nav>
  )
}

/** From what other blocks read. */
function OfContent() {
  const { states } = useQuery(fleetQuery()).data ?? {}
  const screens = states && TRUTHS.reduce((sum, value) => sum + (states[value] ?? 0), 0)
  const totalOf = (data: { total: number | undefined } | undefined) => data && (data.total ?? null)
  return (
    <>
      <Count of="devices" to="/app/devices" total={screens} />
      <Count of="deviceGroups" to="/app/device-group" total={totalOf(useQuery(newestGroups).data)} />
      <Count of="media" to="/app/media-library" total={totalOf(useQuery(newestMedia).data)} />
      <Count of="cards" to="/app/cards" total={totalOf(useQuery(newestCards).data)} />
      <Count of="layouts" to="/app/layouts" total={totalOf(useQuery(newestLayouts).data)} />
      <Count of="storyboards" to="/app/storyboard" total={totalOf(useQuery(newestStoryboards).data)} />
    </>
  )
}

/** Both lists are short, and other parts of the console have them. */
function OfServer() {
  const organizations = useOrganizations()
  const licences = useQuery(knownLicences)
  return (
    <>
      <Count of="organizations" to="/app/organization" total={organizations.data?.length} />
      <Count of="licences" to="/app/licence" total={licences.data?.length} />
    </>
  )
}

function Count({ of, to, total }: CountProps) {
  const { t } = useTranslation()
  return (
    <Link to={to} className={styles.count}>
      <span>{total ? totalText(total) : (total ?? '–')}</span>{' '}
      {t(`dashboard.count.${of}`, { count: total ?? 0 })}
    </Link>
  )
}
