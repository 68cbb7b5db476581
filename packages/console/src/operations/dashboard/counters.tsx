import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ROLES } from '@vitrine/contract/permissions'
import { TRUTHS } from '@vitrine/contract/player/truth'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/session/session.ts'
import { totalText } from '#lib/text/format.ts'
import { fleetQuery } from '#queries/devices.ts'
import { useOrganizations } from '#queries/organizations.ts'
import { useCan } from '#ui/work/use-can.ts'
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
  const seesScreens = useCan('read', 'devices')
  const seesGroups = useCan('read', 'device-groups')
  const { states } = useQuery({ ...fleetQuery(), enabled: seesScreens }).data ?? {}
  const screens = states && TRUTHS.reduce((sum, value) => sum + (states[value] ?? 0), 0)
  const totalOf = (data: { total: number | undefined } | undefined) => data && (data.total ?? null)
  const totals = {
    groups: totalOf(useQuery(newestGroups).data),
    media: totalOf(useQuery(newestMedia).data),
    cards: totalOf(useQuery(newestCards).data),
    layouts: totalOf(useQuery(newestLayouts).data),
    storyboards: totalOf(useQuery(newestStoryboards).data),
  }
  return (
    <>
      {seesScreens && <Count of="devices" to="/app/devices" total={screens} />}
      {seesGroups && <Count of="deviceGroups" to="/app/device-group" total={totals.groups} />}
      {useCan('read', 'media') && <Count of="media" to="/app/media-library" total={totals.media} />}
      {useCan('read', 'cards') && <Count of="cards" to="/app/cards" total={totals.cards} />}
      {useCan('read', 'layouts') && <Count of="layouts" to="/app/layouts" total={totals.layouts} />}
      {useCan('read', 'storyboards') && (
        <Count of="storyboards" to="/app/storyboard" total={totals.storyboards} />
      )}
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
