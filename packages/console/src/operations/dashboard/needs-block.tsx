import type { Icon } from '@phosphor-icons/react'
import { ArchiveIcon } from '@phosphor-icons/react/dist/csr/Archive'
import { ArrowsClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { CertificateIcon } from '@phosphor-icons/react/dist/csr/Certificate'
import { CircleDashedIcon } from '@phosphor-icons/react/dist/csr/CircleDashed'
import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ClockCounterClockwise'
import { HandIcon } from '@phosphor-icons/react/dist/csr/Hand'
import { HardDrivesIcon } from '@phosphor-icons/react/dist/csr/HardDrives'
import { HourglassMediumIcon } from '@phosphor-icons/react/dist/csr/HourglassMedium'
import { MonitorIcon } from '@phosphor-icons/react/dist/csr/Monitor'
import { ShieldWarningIcon } from '@phosphor-icons/react/dist/csr/ShieldWarning'
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { WifiSlashIcon } from '@phosphor-icons/react/dist/csr/WifiSlash'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Failing } from '@vitrine/contract/api/data/widget-data'
import { type DeviceFacet, isInState } from '@vitrine/contract/api/screens/device-facets'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { isCorrectable } from '@vitrine/contract/player/truth'
import type { TFunction } from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { numberText } from '#lib/text/format.ts'
import { useNow } from '#lib/use-now.ts'
import { useWarningText } from '#operations/settings/server-warnings.ts'
import { storyPicture } from '#pickers/pages/storyboard-picker.tsx'
import { PageOf, StoryThumb } from '#pictures/pages/page-thumb.tsx'
import { groupPicture } from '#pictures/screens/group-picture.tsx'
import { ScreenPicture } from '#pictures/screens/screen-picture.tsx'
import { useTruthText } from '#pictures/screens/use-truth-text.ts'
import { waitingQuery } from '#queries/approvals.ts'
import { forecastQuery } from '#queries/device-groups.ts'
import { deviceStatesQuery, firstDevicesQuery, playerUpdateQuery } from '#queries/devices.ts'
import { useOrganizations } from '#queries/organizations.ts'
import { failingQuery } from '#queries/pages.ts'
import { backupsQuery, checkQuery, warningsQuery } from '#queries/settings.ts'
import { useReachesScreen } from '#queries/use-reaches-screen.ts'
import { PutRightButton } from '#screens/devices/truth/put-right.tsx'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import type { Tone } from '#ui/screen/status-tones.ts'
import { useCan } from '#ui/work/use-can.ts'
import { Block, together } from './block.tsx'
import styles from './dashboard-page.module.css'
import { failingText } from './failing-text.ts'
import { endText, gapText } from './forecast-text.ts'
import { knownLicences, knownStoryboards, worstScreens } from './loads.ts'
import { type Need, needsOf, type ScreensNeed } from './needs.ts'

const SHOWN = 7
const SELDOM_MS = 5 * 60_000

const SIGNS = {
  pending: [HourglassMediumIcon, 'info'],
  changes: [HourglassMediumIcon, 'info'],
  offline: [WifiSlashIcon, 'bad'],
  late: [WifiSlashIcon, 'warn'],
  behind: [ArrowsClockwiseIcon, 'warn'],
  unassigned: [MonitorIcon, 'warn'],
  untaken: [MonitorIcon, 'bad'],
  astray: [MonitorIcon, 'warn'],
  switched: [HandIcon, 'info'],
  blank: [MonitorIcon, 'bad'],
  panel: [MonitorIcon, 'warn'],
  'update-stopped': [ArrowsClockwiseIcon, 'bad'],
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
  nothing: [MonitorIcon, 'bad'],
  replaced: [HourglassMediumIcon, 'warn'],
  unsure: [HourglassMediumIcon, 'warn'],
  ending: [HourglassMediumIcon, 'warn'],
  failing: [WarningIcon, 'warn'],
  old: [ClockCounterClockwiseIcon, 'neutral'],
} as const satisfies Record<Need['kind'], readonly [Icon, Tone]>

/** Problems that need attention, with links. `whole`: all of them, where no one clicks. */
export function NeedsBlock({ whole }: { whole: boolean }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const [wantsWhole, setWhole] = useState(false)
  const isWhole = whole || wantsWhole
  const storyboards = useQuery({ ...knownStoryboards, enabled: useCan('read', 'storyboards') })
  const waiting = useQuery({ ...waitingQuery(), enabled: useCan('read', 'approve-storyboards') })
  const seesScreens = useCan('read', 'devices')
  const states = useQuery({ ...deviceStatesQuery(), enabled: seesScreens })
  const mayReadLicences = useCan('write', 'own-organization')
  const licences = useQuery({ ...knownLicences, enabled: mayReadLicences })
  const organizations = useOrganizations(mayReadLicences)
  const maySeeGroups = useCan('read', 'device-groups')
  const forecast = useQuery({ ...forecastQuery(), enabled: maySeeGroups, refetchInterval: SELDOM_MS })
  const update = useQuery({ ...playerUpdateQuery(), enabled: seesScreens })
  const failing = useQuery({ ...failingQuery(), enabled: useCan('read', 'layouts') })
  const warnings = useQuery({ ...warningsQuery(), enabled: useCan('read', 'system') })
  const runsBackups = useCan('read', 'backups')
  // Poll rarely: the server reads the backup location, which may be a remote bucket, for each request.
  const seldom = { enabled: runsBackups, refetchInterval: SELDOM_MS, staleTime: SELDOM_MS / 2 }
  const backups = useQuery({ ...backupsQuery(), ...seldom })
  const check = useQuery({ ...checkQuery(), ...seldom })
  const needs = needsOf({
    storyboards: storyboards.data ?? [],
    waiting: waiting.data,
    states: states.data ?? {},
    licences: licences.data ?? [],
    organizations: organizations.data ?? [],
    warnings: warnings.data ?? [],
    forecast: forecast.data,
    update: update.data,
    failing: failing.data,
    backups: backups.data,
    check: check.data,
    now,
  })
  const asked = [storyboards, states].filter(({ isEnabled }) => isEnabled)
  const load = together(...asked, ...(mayReadLicences ? [licences, organizations] : []))
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
        {needs.slice(0, isWhole ? needs.length : SHOWN).map((need) => (
          <NeedRow key={keyOf(need)} need={need} />
        ))}
      </ul>
      {needs.length > SHOWN && !isWhole && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {t('dashboard.moreNeeds', { count: needs.length - SHOWN })}
        </button>
      )}
    </Block>
  )
}

function keyOf(need: Need): string {
  if ('storyboard' in need) return `${need.kind} ${need.storyboard.id}`
  if ('organization' in need) return `storage ${need.organization.id}`
  if ('gap' in need) return `${need.kind} ${need.gap.group.id} ${need.gap.storyboard?.id}`
  if ('end' in need) {
    const { storyboard, page, media, to } = need.end
    return `ending ${storyboard.id} ${page.id} ${media} ${to}`
  }
  if ('load' in need) return `${need.load.kind} ${need.load.address}`
  if ('warning' in need) return `${need.warning.kind} ${need.warning.name}`
  return 'licence' in need ? `${need.kind} ${need.licence.id}` : need.kind
}

/** Screens read for the sentences and pictures of problems. */
const READ = 20
const worst = firstDevicesQuery({ only: 'differs', pageSize: READ, sort: 'state' })

/** The first screen that has a problem, among the worst ones. */
function useFirstScreen(need: Need): Device | undefined {
  const isOfScreens = 'screens' in need
  const state = isOfScreens ? need.kind : undefined
  const differing = useQuery({ ...worst, enabled: isOfScreens }).data?.rows ?? []
  const others = useQuery({ ...worstScreens, enabled: isOfScreens }).data?.rows ?? []
  return state && [...differing, ...others].find((device) => isInState(state, device))
}

function NeedRow({ need }: { need: Need }) {
  const [Sign, tone] = SIGNS[need.kind]
  const screen = useFirstScreen(need)
  const { text, action, link } = useWords(screen)(need)
  const mayWrite = useCan('write', 'devices')
  const reachesScreen = useReachesScreen('devices')
  const isOne = 'screens' in need && need.screens === 1
  const canPutRight =
    isOne && screen !== undefined && mayWrite && reachesScreen(screen) && isCorrectable(screen.truth.because)
  const picture = 'screens' in need ? screen && <ScreenPicture device={screen} small /> : pictureOf(need)
  return (
    <li className={styles.item}>
      <Sign size={18} aria-hidden="true" className={styles.sign} data-tone={tone} />
      <span className={styles.grow}>{text}</span>
      {picture && <SmallPicture>{picture}</SmallPicture>}
      {canPutRight && <PutRightButton id={screen.id} name={screen.name} />}
      <Link {...(link as LinkProps)} className={styles.act} aria-label={`${action}: ${text}`}>
        {action}
      </Link>
    </li>
  )
}

/** The thumbnail of a problem's subject. */
function pictureOf(need: Need): ReactNode {
  if ('storyboard' in need) return <StoryThumb storyboard={need.storyboard} edited />
  if ('end' in need) return <PageOf type={need.end.storyboard.type} id={need.end.page.id} />
  if ('gap' in need) {
    const { storyboard, group } = need.gap
    return storyboard ? storyPicture(storyboard.id) : groupPicture(group.id)
  }
  const [page] = 'load' in need ? need.load.uses : []
  if (!page || page.kind === 'package' || page.kind === 'part') return null
  return <PageOf type={PAGES[page.kind].type} id={page.id} />
}

interface Words {
  text: string
  action: string
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

const BACKUPS = { to: '/app/settings', search: { tab: 'backups' } } as const
const LARGEST_FILES = { to: '/app/media-library', search: { sort: 'largest' } } as const

/** `screen`: the first one that has the problem. */
function useWords(screen: Device | undefined): (need: Need) => Words {
  const { t } = useTranslation()
  const mayApprove = useCan('write', 'approve-storyboards')
  const runsServer = useCan('read', 'jobs')
  const warningText = useWarningText()
  const truthText = useTruthText()
  const look = (text: string, link: Words['link']): Words => ({ text, action: t('dashboard.look'), link })
  return (need) => {
    if ('storyboard' in need) {
      const { id, name, type } = need.storyboard
      if (need.kind === 'pending' && mayApprove) {
        const link = { to: '/app/storyboard', search: { review: id } } as const
        return { text: t('dashboard.need.pending', { name }), action: t('dashboard.review'), link }
      }
      const count = need.kind === 'old' ? need.days : undefined
      const link = { to: '/app/storyboard/$type/edit/$id', params: { type, id } } as const
      return look(t(`dashboard.need.${need.kind}`, { name, count }), link)
    }
    if (need.kind === 'changes') {
      const { count, late } = need
      const text =
        late > 0 ? t('dashboard.need.changesLate', { count: late }) : t('dashboard.need.changes', { count })
      return { text, action: t('dashboard.review'), link: { to: '/app/approvals' } as const }
    }
    if ('gap' in need)
      return look(gapText(t, need.gap, clock.now()), {
        to: '/app/device-group/storyboard/$id',
        params: { id: need.gap.group.id },
      })
    if ('end' in need) {
      const { id, type } = need.end.storyboard
      return look(endText(t, need.end), { to: '/app/storyboard/$type/edit/$id', params: { type, id } })
    }
    if ('load' in need) return look(failingText(t, need.load), failingLink(need.load))
    if ('warning' in need)
      return look(
        warningText(need.warning),
        runsServer ? { to: '/app/settings', search: { tab: 'system' } } : LARGEST_FILES,
      )
    if ('licence' in need) return look(licenceText(t, need), { to: '/app/licence' })
    if ('organization' in need) {
      const { name, storage } = need.organization
      const values = { name, percent: need.percent, limit: gigabytes(storage.limitMb ?? 0) }
      return look(t(`dashboard.need.${need.kind}`, values), LARGEST_FILES)
    }
    if ('update' in need)
      return look(t('dashboard.need.updateStopped', { version: need.update.version }), {
        to: '/app/device-configurations',
      })
    if (!('screens' in need)) return look(safetyText(t, need), BACKUPS)
    if (need.screens === 1 && screen)
      return look(screenText(t, need.kind, screen.name, truthText(screen.truth)), {
        to: '/app/devices/$id',
        params: { id: screen.id },
      })
    const text = t(`dashboard.need.${need.kind}`, { count: need.screens })
    return look(text, { to: '/app/devices', search: { only: SEARCHES[need.kind] } })
  }
}

const PAGES = {
  card: { type: 'standard', to: '/app/cards/edit/$id' },
  layout: { type: 'designed', to: '/app/layouts/design/$id' },
} as const

/** Which screens its list shows. */
const SEARCHES = {
  untaken: 'differs',
  astray: 'differs',
  offline: 'offline',
  late: 'offline',
  never: 'never',
  unassigned: 'unassigned',
  blank: 'blank',
  behind: 'behind',
  switched: 'switched',
  panel: 'panel',
} as const satisfies Record<ScreensNeed['kind'], DeviceFacet>

/** Where its address is typed. */
function failingLink({ kind, address, uses }: Failing): Words['link'] {
  if (kind === 'picture') return { to: '/app/media-library/preview/$id', params: { id: address } }
  if (kind === 'source') return { to: '/app/media-library/sources/edit/$id', params: { id: address } }
  const [page] = uses
  if (page?.kind === 'part') return { to: '/app/parts/design/$id', params: { id: page.id } }
  if (!page || page.kind === 'package') return { to: '/app/layouts' }
  return { to: PAGES[page.kind].to, params: { id: page.id } }
}

/** The text about one screen. That it is silent needs no more words. */
function screenText(t: TFunction, kind: ScreensNeed['kind'], name: string, sentence: string): string {
  if (kind === 'offline' || kind === 'late' || kind === 'never')
    return t(`dashboard.need.${kind}One`, { name })
  return t('dashboard.need.says', { name, sentence })
}

type LicenceNeed = Extract<Need, { licence: unknown }>

function licenceText(t: TFunction, need: LicenceNeed): string {
  const { number, usedDevices, devicesCount } = need.licence
  if (need.kind === 'licence-over') return t('dashboard.need.over', { number })
  if (need.kind === 'licence-ends') return t('dashboard.need.ends', { number, count: need.days })
  return t('dashboard.need.full', { used: usedDevices, count: devicesCount })
}

type SafetyNeed = Extract<
  Need,
  { kind: 'backups-bad' | 'backups-warn' | 'restore-failed' | 'files-damaged' | 'database-damaged' }
>

/** The text about backups or damaged data. */
function safetyText(t: TFunction, need: SafetyNeed): string {
  if (need.kind === 'database-damaged') return t('check.database', { problem: need.problem })
  if (need.kind === 'restore-failed') return t('backups.restoreFailed', { error: need.error })
  if (need.kind === 'files-damaged') return t('dashboard.need.damaged', { count: need.count })
  return [t(`backups.problems.${need.problem}`), need.error].filter(Boolean).join(' ')
}

const gigabytes = (megabytes: number) =>
  megabytes < 1024
    ? `${numberText(megabytes)} MB`
    : `${numberText(megabytes / 1024, { maximumFractionDigits: 1 })} GB`
