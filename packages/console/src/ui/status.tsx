import type { Icon } from '@phosphor-icons/react'
import { ArrowsClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { CheckCircleIcon } from '@phosphor-icons/react/dist/csr/CheckCircle'
import { CircleDashedIcon } from '@phosphor-icons/react/dist/csr/CircleDashed'
import { HourglassMediumIcon } from '@phosphor-icons/react/dist/csr/HourglassMedium'
import { QuestionIcon } from '@phosphor-icons/react/dist/csr/Question'
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { WifiSlashIcon } from '@phosphor-icons/react/dist/csr/WifiSlash'
import { XCircleIcon } from '@phosphor-icons/react/dist/csr/XCircle'
import { useTranslation } from 'react-i18next'
import styles from './status.module.css'

export type Tone = 'ok' | 'info' | 'warn' | 'bad' | 'neutral'

interface Look {
  tone: Tone
  icon: Icon
  text: `status.${StatusText}`
}
type StatusText =
  | 'pending'
  | 'approved'
  | 'rejected'
  | 'draft'
  | 'online'
  | 'late'
  | 'offline'
  | 'never'
  | 'unknown'
  | 'upToDate'
  | 'updating'
  | 'behind'
  | 'active'
  | 'expiring'
  | 'expired'
  | 'full'
  | 'verified'
  | 'unverified'

/** The one table of what a state looks like and is called. Nobody else picks a colour or a word for a state. */
export const STATUSES = {
  approved: { tone: 'ok', icon: CheckCircleIcon, text: 'status.approved' },
  pending: { tone: 'info', icon: HourglassMediumIcon, text: 'status.pending' },
  rejected: { tone: 'bad', icon: XCircleIcon, text: 'status.rejected' },
  draft: { tone: 'neutral', icon: CircleDashedIcon, text: 'status.draft' },
  online: { tone: 'ok', icon: CheckCircleIcon, text: 'status.online' },
  late: { tone: 'warn', icon: WarningIcon, text: 'status.late' },
  offline: { tone: 'bad', icon: WifiSlashIcon, text: 'status.offline' },
  never: { tone: 'neutral', icon: CircleDashedIcon, text: 'status.never' },
  unknown: { tone: 'neutral', icon: QuestionIcon, text: 'status.unknown' },
  'up-to-date': { tone: 'ok', icon: CheckCircleIcon, text: 'status.upToDate' },
  updating: { tone: 'info', icon: ArrowsClockwiseIcon, text: 'status.updating' },
  behind: { tone: 'warn', icon: WarningIcon, text: 'status.behind' },
  active: { tone: 'ok', icon: CheckCircleIcon, text: 'status.active' },
  expiring: { tone: 'warn', icon: WarningIcon, text: 'status.expiring' },
  expired: { tone: 'bad', icon: XCircleIcon, text: 'status.expired' },
  full: { tone: 'warn', icon: WarningIcon, text: 'status.full' },
  verified: { tone: 'ok', icon: CheckCircleIcon, text: 'status.verified' },
  unverified: { tone: 'neutral', icon: CircleDashedIcon, text: 'status.unverified' },
} as const satisfies Record<string, Look>

export type Status = keyof typeof STATUSES

/** A state as icon and word in its colour. */
export function StatusChip({ status }: { status: Status }) {
  const { t } = useTranslation()
  const { tone, icon: Sign, text } = STATUSES[status]
  return (
    <span className={styles.chip} data-tone={tone}>
      <Sign size={14} aria-hidden="true" />
      {t(text)}
    </span>
  )
}
