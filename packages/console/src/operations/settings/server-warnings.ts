import { isJobName } from '@vitrine/contract/api/operations/jobs'
import type { Warning } from '@vitrine/contract/api/operations/system'
import { useTranslation } from 'react-i18next'
import { fileSize } from '#lib/text/file-size.ts'
import { dateText } from '#lib/text/format.ts'

/** Warnings about failures now; the others predict one. */
const BAD: readonly Warning['kind'][] = [
  ...(['disk-full', 'database-failed', 'writes-failed', 'files-failed', 'certificate-ended'] as const),
  ...(['files-damaged', 'backup-failed', 'drill-failed', 'mail-failed'] as const),
]

export const isUrgent = ({ kind }: Pick<Warning, 'kind'>): boolean => BAD.includes(kind)

/** The text of a server warning. */
export function useWarningText(): (warning: Warning) => string {
  const { t } = useTranslation()
  const jobText = (name: string) => (isJobName(name) ? t(`system.job.${name}`) : name)
  return (warning) => {
    const { kind, percent, bytes, at, name, reason, count, seconds } = warning
    const date = at === null ? '' : dateText(at, 'day')
    switch (kind) {
      case 'disk-full':
        return t('system.warning.disk-full')
      case 'disk-low':
        return t('system.warning.disk-low', { percent, free: fileSize(bytes ?? 0) })
      case 'certificate-ended':
      case 'certificate-ends':
        return t(`system.warning.${kind}`, { date })
      case 'certificate-unreadable':
        return t('system.warning.certificate-unreadable', { reason, date })
      case 'certificate-incomplete':
      case 'database-failed':
      case 'writes-failed':
      case 'files-failed':
      case 'changes-late':
      case 'clock-wrong':
        return t(`system.warning.${kind}`, { reason })
      case 'mail-failed':
      case 'sms-failed':
      case 'webhook-failed':
        return t(`system.warning.${kind}`, { count: count ?? 0, reason })
      case 'files-damaged':
        return t('system.warning.files-damaged', { count: count ?? 0 })
      case 'backup-failed':
        return t('system.warning.backup-failed', { reason })
      case 'drill-failed':
        return t('system.warning.drill-failed', { reason })
      case 'backup-old':
        return at === null ? t('system.warning.backup-never') : t('system.warning.backup-old', { date })
      case 'job-failed':
        return t('system.warning.job-failed', { name: jobText(name ?? ''), reason })
      case 'clock-jumped':
      case 'clock-differs':
        return t(`system.warning.${kind}`, { count: Math.abs(seconds ?? 0) })
    }
  }
}
