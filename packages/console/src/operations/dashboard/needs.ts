import type { Licence } from '@vitrine/contract/api/accounts/licences'
import type { Organization } from '@vitrine/contract/api/accounts/organizations'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Failing } from '@vitrine/contract/api/data/widget-data'
import type { BackupStatus, CheckStatus } from '@vitrine/contract/api/operations/backups'
import type { Warning } from '@vitrine/contract/api/operations/system'
import type { ForecastEnd, ForecastGap } from '@vitrine/contract/api/playback/forecast'
import type { DeviceState } from '@vitrine/contract/api/screens/device-facets'
import type { PlayerUpdate } from '@vitrine/contract/api/screens/devices/player-updates'
import { daysLeft } from '#accounts/licences/licence-state.ts'
import { isUrgent } from '#operations/settings/server-warnings.ts'

const DAY = 86_400_000
/** Warn this many days before a license expires. */
const LICENCE_DAYS = 30
/** The share of taken seats from which a license counts as nearly full. */
const NEARLY_FULL = 0.9
/** The shares of an organization's storage limit from which it counts as low and as full. */
const STORAGE_LOW = 0.8
const STORAGE_FULL = 0.95
const MB = 2 ** 20
/** A playing storyboard is outdated after this many days without a change. */
const OLD_DAYS = 90

/** Why screens differ from what they should show. */
type DifferingKind = 'untaken' | 'unassigned' | 'blank' | 'astray' | 'panel' | 'behind' | 'switched'

export type Need =
  | { kind: 'pending'; storyboard: Storyboard }
  | { kind: 'changes'; count: number; late: number }
  | { kind: 'offline' | 'late' | 'never' | DifferingKind; screens: number }
  | { kind: 'update-stopped'; update: PlayerUpdate }
  | { kind: 'licence-over'; licence: Licence }
  | { kind: 'licence-ends'; licence: Licence; days: number }
  | { kind: 'licence-full'; licence: Licence }
  | { kind: 'storage-full' | 'storage-low'; organization: Organization; percent: number }
  | { kind: 'nothing' | 'replaced' | 'unsure'; gap: ForecastGap }
  | { kind: 'ending'; end: ForecastEnd }
  | { kind: 'failing'; load: Failing }
  | { kind: 'old'; storyboard: Storyboard; days: number }
  | { kind: 'server-bad' | 'server-warn'; warning: Warning }
  | {
      kind: 'backups-bad' | 'backups-warn'
      problem: NonNullable<BackupStatus['problem']>
      error: string | null
    }
  | { kind: 'restore-failed'; error: string }
  | { kind: 'files-damaged'; count: number }
  | { kind: 'database-damaged'; problem: string }

export type ScreensNeed = Extract<Need, { screens: unknown }>

interface Facts {
  storyboards: readonly Storyboard[]
  /** Changes that wait for approval; absent until loaded. */
  waiting?: { changes: readonly { due: string | null }[]; total: number } | undefined
  /** Screens by state. */
  states: Partial<Record<DeviceState, number>>
  licences: readonly Licence[]
  organizations: readonly Organization[]
  warnings: readonly Warning[]
  /** Absent until loaded. */
  update?: PlayerUpdate | null | undefined
  /** Absent until loaded. */
  failing?: readonly Failing[] | undefined
  /** Undefined while loading, or without permission to see groups. */
  forecast: { gaps: readonly ForecastGap[]; ending: readonly ForecastEnd[] } | undefined
  /** For super admins; undefined while loading. */
  backups: BackupStatus | undefined
  check: CheckStatus | undefined
  /** Milliseconds since 1970. */
  now: number
}

/** Problems that need attention, most urgent first. */
export function needsOf(facts: Facts): Need[] {
  const { storyboards, states, licences, organizations, forecast, update, failing, now } = facts
  const { offline = 0, late = 0 } = states
  const of = (kind: ScreensNeed['kind'], screens = states[kind] ?? 0): Need[] =>
    screens > 0 ? [{ kind, screens }] : []
  const gaps = (forecast?.gaps ?? []).map((gap): Need => ({ kind: gap.kind, gap }))
  const storage = organizations.flatMap(storageNeed)
  const server = serverNeeds(facts)
  return [
    ...server.filter(({ kind }) => URGENT.includes(kind)),
    ...of('untaken'),
    ...of('offline', offline - late),
    ...of('unassigned'),
    ...of('blank'),
    ...of('astray'),
    // A user stopped it, so don't report it.
    ...(update?.status === 'stopped' && update.decidedBy === null
      ? [{ kind: 'update-stopped', update } as const]
      : []),
    ...of('panel'),
    ...gaps.filter(({ kind }) => kind === 'nothing'),
    ...storage.filter(({ kind }) => kind === 'storage-full'),
    ...licenceNeeds(licences, now),
    ...storyboards
      .filter(({ status }) => status === 'pending')
      .map((storyboard): Need => ({ kind: 'pending', storyboard })),
    ...changesNeed(facts),
    ...(failing ?? []).map((load): Need => ({ kind: 'failing', load })),
    ...gaps.filter(({ kind }) => kind === 'unsure'),
    ...gaps.filter(({ kind }) => kind === 'replaced'),
    ...(forecast?.ending ?? []).map((end): Need => ({ kind: 'ending', end })),
    ...server.filter(({ kind }) => !URGENT.includes(kind)),
    ...storage.filter(({ kind }) => kind === 'storage-low'),
    ...of('late'),
    ...of('behind'),
    ...of('switched'),
    ...of('never'),
    ...storyboards.flatMap((storyboard) => {
      const days = Math.floor((now - Date.parse(storyboard.updatedAt)) / DAY)
      const isOld = storyboard.status === 'approved' && days >= OLD_DAYS
      return isOld ? [{ kind: 'old', storyboard, days } as const] : []
    }),
  ]
}

function changesNeed({ waiting, now }: Facts): Need[] {
  if (!waiting || waiting.total === 0) return []
  const late = waiting.changes.filter(({ due }) => due !== null && Date.parse(due) <= now).length
  return [{ kind: 'changes', count: waiting.total, late }]
}

const URGENT: readonly Need['kind'][] = [
  'server-bad',
  'backups-bad',
  'restore-failed',
  'files-damaged',
  'database-damaged',
]
/** Backup problems that are warnings: nothing has failed, but there is no recent backup. */
const LESS_URGENT: readonly BackupStatus['problem'][] = ['off', 'old', 'none']
const BACKUP_WARNINGS: readonly Warning['kind'][] = ['backup-failed', 'backup-old']
const CHECK_JOB = 'check'

/** Backup and integrity status, which replace the server's less specific warnings about the same jobs. */
function serverNeeds({ warnings, backups, check }: Facts): Need[] {
  const needs: Need[] = []
  for (const problem of check?.databaseProblems.slice(0, 1) ?? [])
    needs.push({ kind: 'database-damaged', problem })
  const isCheckSaid = needs.length > 0
  const count = check?.damaged.filter(({ repairedAt }) => repairedAt === null).length ?? 0
  if (count > 0) needs.push({ kind: 'files-damaged', count })
  const isSaid = ({ kind, name }: Warning) =>
    (backups && BACKUP_WARNINGS.includes(kind)) ||
    (check && kind === 'files-damaged') ||
    (isCheckSaid && name === CHECK_JOB)
  if (backups?.restoreError) needs.push({ kind: 'restore-failed', error: backups.restoreError })
  if (backups?.problem) {
    const { problem, error } = backups
    needs.push({ kind: LESS_URGENT.includes(problem) ? 'backups-warn' : 'backups-bad', problem, error })
  }
  for (const warning of warnings)
    if (!isSaid(warning)) needs.push({ kind: isUrgent(warning) ? 'server-bad' : 'server-warn', warning })
  return needs
}

function storageNeed(organization: Organization): Need[] {
  const { used, limitMb } = organization.storage
  if (limitMb === null) return []
  const share = used / (limitMb * MB)
  if (share < STORAGE_LOW) return []
  const kind = share < STORAGE_FULL ? 'storage-low' : 'storage-full'
  return [{ kind, organization, percent: Math.floor(share * 100) }]
}

/** Seats of one organization are full together: a new screen takes a seat of any valid license. */
function licenceNeeds(licences: readonly Licence[], now: number): Need[] {
  const ending = licences.flatMap((licence) => licenceEnd(licence, now))
  const valid = licences.filter(({ expiresAt }) => (daysLeft(expiresAt, now) ?? 0) >= 0)
  const organizations = [...new Set(valid.map(({ organizationId }) => organizationId))]
  const full = organizations.flatMap((id): Need[] => {
    const own = valid.filter(({ organizationId }) => organizationId === id)
    const [first] = own
    const used = own.reduce((sum, { usedDevices }) => sum + usedDevices, 0)
    const count = own.reduce((sum, { devicesCount }) => sum + devicesCount, 0)
    // The end of a license is more urgent.
    const isSaid = ending.some((need) => 'licence' in need && own.includes(need.licence))
    if (!first || isSaid || used < count * NEARLY_FULL) return []
    return [{ kind: 'licence-full', licence: { ...first, usedDevices: used, devicesCount: count } }]
  })
  return [...ending, ...full]
}

function licenceEnd(licence: Licence, now: number): Need[] {
  const days = daysLeft(licence.expiresAt, now)
  if (days !== null && days < 0) return [{ kind: 'licence-over', licence }]
  return days !== null && days <= LICENCE_DAYS ? [{ kind: 'licence-ends', licence, days }] : []
}
