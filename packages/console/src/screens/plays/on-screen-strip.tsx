import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { dateText, numberText } from '#lib/text/format.ts'
import { playReportQuery } from '#queries/plays.ts'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import styles from './plays.module.css'
import { periodOf } from './plays-search.ts'
import { sumsOf } from './report-sums.ts'

/** Hours per day that a screen showed pages in the last 30 days, from its own reports. */
export function OnScreenStrip({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const period = useMemo(() => periodOf({ days: 30 }, clock.now()), [])
  const { data } = useQuery(playReportQuery({ ...period, deviceId, kind: 'page' }))
  if (!data || data.hours.length === 0) return null
  const text = (seconds: number) =>
    t('plays.hoursOn', { hours: numberText(seconds / 3600, { maximumFractionDigits: 1 }) })
  const days = sumsOf(data.hours, period)
  return (
    <div className={styles.onScreen}>
      <BarChart
        label={t('plays.onScreen')}
        summary={text(data.seconds)}
        most={text(Math.max(...days.map(({ seconds }) => seconds)))}
        isLow
        bars={days.map(({ at, seconds }) => ({
          key: String(at),
          label: dateText(at, 'weekday'),
          text: `${dateText(at, 'day')}: ${text(seconds)}`,
          value: seconds,
        }))}
      />
    </div>
  )
}
