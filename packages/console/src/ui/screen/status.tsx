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
import type { TextKey } from '#lib/text/i18n.ts'
import styles from './status.module.css'
import { STATUS_TONES, type Status } from './status-tones.ts'

/** Icons and texts of all statuses; colors are in STATUS_TONES. No other module may define a status's look. */
const STATUSES = {
  approved: { icon: CheckCircleIcon, text: 'status.approved' },
  pending: { icon: HourglassMediumIcon, text: 'status.pending' },
  rejected: { icon: XCircleIcon, text: 'status.rejected' },
  draft: { icon: CircleDashedIcon, text: 'status.draft' },
  online: { icon: CheckCircleIcon, text: 'status.online' },
  late: { icon: WarningIcon, text: 'status.late' },
  offline: { icon: WifiSlashIcon, text: 'status.offline' },
  never: { icon: CircleDashedIcon, text: 'status.never' },
  unknown: { icon: QuestionIcon, text: 'status.unknown' },
  right: { icon: CheckCircleIcon, text: 'truth.right' },
  differs: { icon: WarningIcon, text: 'truth.differs' },
  'up-to-date': { icon: CheckCircleIcon, text: 'status.upToDate' },
  updating: { icon: ArrowsClockwiseIcon, text: 'status.updating' },
  behind: { icon: WarningIcon, text: 'status.behind' },
  'off-by-plan': { icon: CircleDashedIcon, text: 'status.offByPlan' },
  panel: { icon: WarningIcon, text: 'status.panel' },
  active: { icon: CheckCircleIcon, text: 'status.active' },
  expiring: { icon: WarningIcon, text: 'status.expiring' },
  expired: { icon: XCircleIcon, text: 'status.expired' },
  revoked: { icon: XCircleIcon, text: 'status.revoked' },
  full: { icon: WarningIcon, text: 'status.full' },
  verified: { icon: CheckCircleIcon, text: 'status.verified' },
  unverified: { icon: CircleDashedIcon, text: 'status.unverified' },
  open: { icon: HourglassMediumIcon, text: 'status.open' },
  answered: { icon: CheckCircleIcon, text: 'status.answered' },
  closed: { icon: CircleDashedIcon, text: 'status.closed' },
  waiting: { icon: HourglassMediumIcon, text: 'status.waiting' },
  sent: { icon: CheckCircleIcon, text: 'status.sent' },
  failed: { icon: XCircleIcon, text: 'status.failed' },
  kept: { icon: WarningIcon, text: 'status.kept' },
  complete: { icon: CheckCircleIcon, text: 'status.complete' },
  incomplete: { icon: WarningIcon, text: 'status.incomplete' },
  repaired: { icon: CheckCircleIcon, text: 'status.repaired' },
  damaged: { icon: XCircleIcon, text: 'status.damaged' },
} as const satisfies Record<Status, { icon: Icon; text: TextKey }>

/** A status as icon and text in its color. */
export function StatusChip({ status }: { status: Status }) {
  const { t } = useTranslation()
  const { icon: Sign, text } = STATUSES[status]
  return (
    <span className={styles.chip} data-tone={STATUS_TONES[status]}>
      <Sign size={14} aria-hidden="true" />
      {t(text)}
    </span>
  )
}

/** A status icon in its color; show the status as text, too. */
export function StatusSign({ status, size }: { status: Status; size: number }) {
  const { icon: Sign } = STATUSES[status]
  return (
    <span className={styles.sign} data-tone={STATUS_TONES[status]}>
      <Sign size={size} aria-hidden="true" />
    </span>
  )
}

/** The text key of a status. */
export const statusText = (status: Status): TextKey => STATUSES[status].text
