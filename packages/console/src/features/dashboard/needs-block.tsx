import type { Icon } from '@phosphor-icons/react'
import { ArchiveIcon } from '@phosphor-icons/react/dist/csr/Archive'
import { ArrowsClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { CertificateIcon } from '@phosphor-icons/react/dist/csr/Certificate'
import { CircleDashedIcon } from '@phosphor-icons/react/dist/csr/CircleDashed'
import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ClockCounterClockwise'
import { HardDrivesIcon } from '@phosphor-icons/react/dist/csr/HardDrives'
import { HourglassMediumIcon } from '@phosphor-icons/react/dist/csr/HourglassMedium'
import { ShieldWarningIcon } from '@phosphor-icons/react/dist/csr/ShieldWarning'
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { WifiSlashIcon } from '@phosphor-icons/react/dist/csr/WifiSlash'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { devicesQuery } from '#features/devices/queries.ts'
import { licencesQuery } from '#features/licences/queries.ts'
import { organizationsQuery } from '#features/organizations/queries.ts'
import { backupsQuery, checkQuery, warningsQuery } from '#features/settings/queries.ts'
import { useWarningText } from '#features/settings/server-warnings.ts'
import { storyboardsQuery } from '#features/storyboards/queries.ts'
import { numberText } from '#lib/text/format.ts'
import { useNow } from '#lib/use-now.ts'
import type { Tone } from '#ui/screen/status-tones.ts'
import { useCan } from '#ui/work/use-can.ts'
import { Block, together } from './block.tsx'
import styles from './dashboard-page.module.css'
import { type Need, needsOf } from './needs.ts'

const SHOWN = 7
const SELDOM_MS = 5 * 60_000

const SIGNS = {
  pending: [HourglassMediumIcon, 'info'],
  offline: [WifiSlashIcon, 'bad'],
  late: [WifiSlashIcon, 'warn'],
  behind: [ArrowsClockwiseIcon, 'warn'],
  never: [CircleDashedIcon, 'neutral'],
  'licence-over': [CertificateIcon, 'bad'],
  'licence-ends': [CertificateIcon, 'warn'],
  'licence-full': [CertificateIcon, 'warn'],
  'storage-full': [HardDrivesIcon, 'bad'],
  'storage-low': [HardDrivesIcon, 'warn'],
  'server-bad': [WarningIcon, 'bad'],
  'server-warn': [WarningIcon, 'warn'],
  'backups-bad': [ArchiveIcon, 'bad'],
  'backups-warn': [ArchiveIcon, 'warn'],
  'restore-failed': [ArchiveIcon, 'bad'],
  'files-damaged': [ShieldWarningIcon, 'bad'],
  'database-damaged': [ShieldWarningIcon, 'bad'],
  old: [ClockCounterClockwiseIcon, 'neutral'],
} as const satisfies Record<Need['kind'], readonly [Icon, Tone]>

/** What needs attention, with links. */
export function NeedsBlock() {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const storyboards = useQuery(storyboardsQuery())
  const devices = useQuery(devicesQuery())
  const mayReadLicences = useCan('write', 'own-organization')
  const licences = useQuery({ ...licencesQuery(), enabled: mayReadLicences })
  const organizations = useQuery({ ...organizationsQuery(), enabled: mayReadLicences })
  const warnings = useQuery({ ...warningsQuery(), enabled: useCan('read', 'system') })
  const runsBackups = useCan('read', 'backups')
  // Each answer reads the backup location, which may be a bucket.
  const seldom = { enabled: runsBackups, refetchInterval: SELDOM_MS, staleTime: SELDOM_MS / 2 }
  const backups = useQuery({ ...backupsQuery(), ...seldom })
  const check = useQuery({ ...checkQuery(), ...seldom })
  const needs = needsOf({
    storyboards: storyboards.data ?? [],
    devices: devices.data ?? [],
    licences: licences.data ?? [],
    organizations: organizations.data ?? [],
    warnings: warnings.data ?? [],
    backups: backups.data,
    check: check.data,
    now,
  })
  const load = together(storyboards, devices, ...(mayReadLicences ? [licences, organizations] : []))
  return (
    <Block
      title={t('dashboard.needs')}
      area="needs"
      load={load}
      has={needs.length > 0}
      empty={t('dashboard.needsNothing')}
      height={160}
    >
      <ul className={styles.list}>
        {needs.slice(0, SHOWN).map((need) => (
          <NeedRow key={keyOf(need)} need={need} />
        ))}
      </ul>
      {needs.length > SHOWN && (
        <p className={styles.quiet}>{t('dashboard.moreNeeds', { count: needs.length - SHOWN })}</p>
      )}
    </Block>
  )
}

function keyOf(need: Need): string {
  if ('storyboard' in need) return `${need.kind} ${need.storyboard.id}`
  if ('organization' in need) return `storage ${need.organization.id}`
  if ('warning' in need) return `${need.warning.kind} ${need.warning.name}`
  return 'licence' in need ? `${need.kind} ${need.licence.id}` : need.kind
}

function NeedRow({ need }: { need: Need }) {
  const [Sign, tone] = SIGNS[need.kind]
  const { text, action, link } = useWords()(need)
  return (
    <li className={styles.item}>
      <Sign size={18} aria-hidden="true" className={styles.sign} data-tone={tone} />
      <span className={styles.grow}>{text}</span>
      <Link {...(link as LinkProps)} className={styles.act} aria-label={`${action}: ${text}`}>
        {action}
      </Link>
    </li>
  )
}

interface Words {
  text: string
  action: string
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

function useWords(): (need: Need) => Words {
  const { t } = useTranslation()
  const mayApprove = useCan('write', 'approve-storyboards')
  const runsServer = useCan('read', 'jobs')
  const warningText = useWarningText()
  return (need) => {
    if ('warning' in need)
      return {
        text: warningText(need.warning),
        action: t('dashboard.look'),
        link: runsServer
          ? { to: '/app/settings', search: { tab: 'system' } }
          : { to: '/app/media-library', search: { sort: 'largest' } },
      }
    const backupsWords = (text: string): Words => ({
      text,
      action: t('dashboard.look'),
      link: { to: '/app/settings', search: { tab: 'backups' } },
    })
    if ('problem' in need) {
      if (need.kind === 'database-damaged')
        return backupsWords(t('check.database', { problem: need.problem }))
      return backupsWords([t(`backups.problems.${need.problem}`), need.error].filter(Boolean).join(' '))
    }
    if (need.kind === 'restore-failed') return backupsWords(t('backups.restoreFailed', { error: need.error }))
    if (need.kind === 'files-damaged') return backupsWords(t('dashboard.need.damaged', { count: need.count }))
    if (need.kind === 'pending') {
      const { id, name, type } = need.storyboard
      const text = t('dashboard.need.pending', { name })
      return mayApprove
        ? { text, action: t('dashboard.review'), link: { to: '/app/storyboard', search: { review: id } } }
        : {
            text,
            action: t('dashboard.look'),
            link: { to: '/app/storyboard/$type/edit/$id', params: { type, id } },
          }
    }
    if (need.kind === 'old') {
      const { id, name, type } = need.storyboard
      return {
        text: t('dashboard.need.old', { name, count: need.days }),
        action: t('dashboard.look'),
        link: { to: '/app/storyboard/$type/edit/$id', params: { type, id } },
      }
    }
    const look = { action: t('dashboard.look') }
    if (need.kind === 'licence-over')
      return {
        text: t('dashboard.need.over', { number: need.licence.number }),
        ...look,
        link: { to: '/app/licence' },
      }
    if (need.kind === 'licence-ends')
      return {
        text: t('dashboard.need.ends', { number: need.licence.number, count: need.days }),
        ...look,
        link: { to: '/app/licence' },
      }
    if (need.kind === 'licence-full') {
      const { usedDevices, devicesCount } = need.licence
      return {
        text: t('dashboard.need.full', { used: usedDevices, count: devicesCount }),
        ...look,
        link: { to: '/app/licence' },
      }
    }
    if ('organization' in need) {
      const { name, storage } = need.organization
      const values = { name, percent: need.percent, limit: gigabytes(storage.limitMb ?? 0) }
      const link = { to: '/app/media-library', search: { sort: 'largest' } } as const
      return { text: t(`dashboard.need.${need.kind}`, values), ...look, link }
    }
    const [only, ...more] = need.devices
    const count = need.devices.length
    const text =
      more.length === 0
        ? t(`dashboard.need.${need.kind}One`, { name: only?.name ?? '' })
        : t(`dashboard.need.${need.kind}`, { count })
    return {
      text,
      ...look,
      link: { to: '/app/devices', search: more.length === 0 ? { q: only?.name } : { sort: 'connection' } },
    }
  }
}

const gigabytes = (megabytes: number) =>
  megabytes < 1024
    ? `${numberText(megabytes)} MB`
    : `${numberText(megabytes / 1024, { maximumFractionDigits: 1 })} GB`
