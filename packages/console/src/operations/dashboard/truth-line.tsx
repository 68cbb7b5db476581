import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeviceState } from '@vitrine/contract/api/screens/device-facets'
import { TRUTHS } from '@vitrine/contract/player/truth'
import { useTranslation } from 'react-i18next'
import { totalText } from '#lib/text/format.ts'
import { deviceStatesQuery } from '#queries/devices.ts'
import { PutAllRight } from '#screens/devices/truth/put-right.tsx'
import styles from './truth-line.module.css'

/** Each screen counts once; each part opens the list of its screens. */
const PARTS = [
  { only: 'right', tone: 'ok' },
  { only: 'differs', tone: 'warn' },
  { only: 'offline', tone: 'bad' },
  { only: 'never', tone: 'neutral' },
] as const

/** The first line of the dashboard: how many screens show what they should. */
export function TruthLine() {
  const { t } = useTranslation()
  const { data: states } = useQuery(deviceStatesQuery())
  const countOf = (state: DeviceState) => states?.[state] ?? 0
  const sumOf = (all: readonly DeviceState[]) => all.reduce((sum, one) => sum + countOf(one), 0)
  if (sumOf(TRUTHS) === 0) return null
  return (
    <div className={styles.line}>
      <nav className={styles.parts} aria-label={t('dashboard.truth.label')}>
        {PARTS.map(({ only, tone }) =>
          countOf(only) > 0 || only === 'right' ? (
            <Link key={only} to="/app/devices" search={{ only }} data-tone={tone}>
              <strong>{totalText(countOf(only))}</strong>{' '}
              {t(`dashboard.truth.${only}`, { count: countOf(only) })}
            </Link>
          ) : null,
        )}
      </nav>
      <PutAllRight />
    </div>
  )
}
