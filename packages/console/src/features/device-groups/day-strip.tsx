import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { minutesOfTime } from '@vitrine/contract/rules'
import { localTime } from '@vitrine/contract/schedule/time-zone'
import { useTranslation } from 'react-i18next'
import { useNow } from '#lib/use-now.ts'
import styles from './day-strip.module.css'

interface DayStripProps {
  schedule: Schedule
  nameOf: (storyboardId: string | null) => string | undefined
  /** A row of a list: low, and without hours; `named` still says what plays. */
  compact?: boolean
  named?: boolean
}

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24]
const percent = (minutes: number) => `${(minutes / 1440) * 100}%`
/** `12:00 AM` as an end is midnight at the end of the day. */
const endOf = (to: string) => minutesOfTime(to) || 1440

/** Twenty-four hours in the group's zone, with what plays when, and a line for now. */
export function DayStrip({ schedule, nameOf, compact, named }: DayStripProps) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const here = localTime(schedule.timezone, now)
  const slots = schedule.slots
    .filter(({ from, to }) => minutesOfTime(from) < endOf(to))
    .toSorted((a, b) => minutesOfTime(a.from) - minutesOfTime(b.from))
  const text = slots.length
    ? slots
        .map(({ from, to, storyboardId }) =>
          t('deviceGroups.everyDay', { from, to, name: nameOf(storyboardId) ?? '' }),
        )
        .join('. ')
    : t('deviceGroups.noTimes')
  return (
    <div
      className={styles.strip}
      data-compact={compact || undefined}
      data-named={named || undefined}
      role="img"
      aria-label={text}
    >
      <div className={styles.track}>
        {slots.map(({ from, to, storyboardId }) => (
          <span
            key={`${from} ${to} ${storyboardId}`}
            className={styles.slot}
            title={t('deviceGroups.everyDay', { from, to, name: nameOf(storyboardId) ?? '' })}
            style={{
              insetInlineStart: percent(minutesOfTime(from)),
              inlineSize: percent(endOf(to) - minutesOfTime(from)),
            }}
          >
            {!compact && <bdi>{nameOf(storyboardId)}</bdi>}
          </span>
        ))}
        <span className={styles.now} style={{ insetInlineStart: percent(here.minutes) }} />
      </div>
      {!compact && !named && <StripHours />}
    </div>
  )
}

/** The hours below a strip. */
export function StripHours() {
  return (
    <div className={styles.hours} aria-hidden="true">
      {HOURS.map((hour) => (
        <span key={hour} style={{ insetInlineStart: percent(hour * 60) }}>
          {String(hour).padStart(2, '0')}
        </span>
      ))}
    </div>
  )
}
