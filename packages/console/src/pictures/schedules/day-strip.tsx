import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { readingAt, scheduledDay } from '@vitrine/contract/schedule/day'
import { useTranslation } from 'react-i18next'
import { dayTimeText, hourText } from '#lib/text/format.ts'
import { useNow } from '#lib/use-now.ts'
import styles from './day-strip.module.css'

interface DayStripProps {
  schedule: Schedule
  nameOf: (storyboardId: string | null) => string | undefined
  /** The date to draw, `YYYY-MM-DD`; by default today in the schedule's time zone. */
  date?: string
  /** For list rows: low, without hours; `named` still shows storyboard names. */
  compact?: boolean
  named?: boolean
}

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24]
const percent = (minutes: number) => `${(minutes / 1440) * 100}%`
const placeOf = ({ from, to }: { from: number; to: number }) => ({
  insetInlineStart: percent(from),
  inlineSize: percent(to - from),
})

/** A day in the group's time zone: what plays when, what it replaces, and a line that marks now. */
export function DayStrip({ schedule, nameOf, date, compact, named }: DayStripProps) {
  const { t } = useTranslation()
  const now = readingAt(schedule.timezone, useNow(60_000))
  const { stretches, runs } = scheduledDay(schedule, date ?? now.date)
  const textOf = (times: { from: number; to: number }, storyboardId: string) =>
    t('deviceGroups.stretch', {
      from: dayTimeText(times.from),
      to: dayTimeText(times.to),
      name: nameOf(storyboardId) ?? t('devices.unnamed'),
    })
  const playing = stretches.flatMap(({ slot, ...times }) =>
    slot ? [{ ...times, slot, text: textOf(times, slot.storyboardId) }] : [],
  )
  const covered = runs.flatMap(({ slot, covered: spans }) =>
    spans.map(({ by, ...times }) => {
      const name = nameOf(by.storyboardId) ?? t('devices.unnamed')
      return { ...times, text: t('deviceGroups.covered', { text: textOf(times, slot.storyboardId), name }) }
    }),
  )
  const words = playing.length ? playing.map(({ text }) => text).join('. ') : t('deviceGroups.noTimes')
  return (
    <div
      className={styles.strip}
      data-compact={compact || undefined}
      data-named={named || undefined}
      role="img"
      aria-label={words}
    >
      <div className={styles.track}>
        {playing.map(({ slot, text, ...times }) => (
          <span
            key={`${times.from} ${slot.storyboardId}`}
            className={styles.slot}
            data-event={slot.event !== undefined || undefined}
            title={text}
            style={placeOf(times)}
          >
            {!compact && <bdi>{nameOf(slot.storyboardId)}</bdi>}
          </span>
        ))}
        {!compact &&
          covered.map(({ text, ...times }) => (
            <span
              key={`${times.from} ${text}`}
              className={styles.covered}
              title={text}
              style={placeOf(times)}
            />
          ))}
        {(date === undefined || date === now.date) && (
          <span className={styles.now} style={{ insetInlineStart: percent(now.minutes) }} />
        )}
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
          {hourText(hour)}
        </span>
      ))}
    </div>
  )
}
