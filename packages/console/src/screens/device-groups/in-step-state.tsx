import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { inStepQuery } from '#queries/device-groups.ts'
import styles from './schedule.module.css'

const whole = (ms: number) => Math.max(1, Math.round(Math.abs(ms)))

/** How well the screens of a group are synchronized: the milliseconds between their changes, by their own clocks. */
export function InStepState({ groupId }: { groupId: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(inStepQuery(groupId))
  if (!data) return null
  const { apart, screens, clockError, furthest } = data
  if (apart.length === 0) return <p className={styles.step}>{t('deviceGroups.inStep.none')}</p>
  return (
    <div className={styles.step}>
      <p>
        {t('deviceGroups.inStep.title')}{' '}
        {apart.map(({ kind, p95, moments }) => (
          <span key={kind} className={styles.apart}>
            {t(`deviceGroups.inStep.${kind}`, { ms: whole(p95), count: moments })}
          </span>
        ))}
      </p>
      <p>
        {t('deviceGroups.inStep.how', { count: screens })}{' '}
        {clockError !== null && t('deviceGroups.inStep.clocks', { ms: whole(clockError) })}
      </p>
      {furthest && (
        <p>
          <Link to="/app/devices/$id" params={{ id: furthest.id }}>
            {furthest.name}
          </Link>{' '}
          {t(furthest.ms > 0 ? 'deviceGroups.inStep.behind' : 'deviceGroups.inStep.ahead', {
            ms: whole(furthest.ms),
          })}
        </p>
      )}
    </div>
  )
}
