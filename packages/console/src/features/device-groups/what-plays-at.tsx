import { TextInput } from '@mantine/core'
import type { Schedule } from '@vitrine/contract/device-groups'
import { instantOf, localTime, whatPlays } from '@vitrine/contract/schedule'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import styles from './schedule.module.css'

interface WhatPlaysAtProps {
  schedule: Schedule
  nameOf: (storyboardId: string | null) => string | undefined
}

/** Any moment, and what plays then and why: by the same function that the screens follow. */
export function WhatPlaysAt({ schedule, nameOf }: WhatPlaysAtProps) {
  const { t } = useTranslation()
  const [moment, setMoment] = useState(() => readingOf(schedule.timezone, clock.now()))
  const [date = '', time = ''] = moment.split('T')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const instant = date ? instantOf(schedule.timezone, date, hours * 60 + minutes) : undefined
  const programme = { ...schedule, activeFrom: 0 }
  const playing =
    instant === undefined ? undefined : whatPlays({ current: programme, next: null, override: null }, instant)
  return (
    <div className={styles.moment}>
      <TextInput
        type="datetime-local"
        label={t('deviceGroups.whatPlays')}
        value={moment}
        onChange={(event) => setMoment(event.currentTarget.value)}
        dir="ltr"
      />
      <p role="status">
        {playing?.storyboardId && (playing.reason === 'slot' || playing.reason === 'default')
          ? t('deviceGroups.plays', {
              name: nameOf(playing.storyboardId) ?? t('devices.unnamed'),
              reason: t(`deviceGroups.reason.${playing.reason}`),
            })
          : t('deviceGroups.nothing')}
      </p>
    </div>
  )
}

/** A wall clock reading as the browser's field writes it, `2026-01-31T09:30`. */
function readingOf(zone: string, instant: number): string {
  const { date, minutes } = localTime(zone, instant)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
