import { TextInput } from '@mantine/core'
import { date as dayRule } from '@vitrine/contract/api/inputs'
import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { minutesOfTime, timeOfMinutes } from '@vitrine/contract/rules'
import { whatPlays } from '@vitrine/contract/schedule/schedule'
import { instantOf, localTime } from '@vitrine/contract/schedule/time-zone'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { DateInput } from '#ui/form/fields/date-field.tsx'
import { readTime } from '#ui/form/fields/time-field.tsx'
import styles from './schedule.module.css'

interface WhatPlaysAtProps {
  schedule: Schedule
  nameOf: (storyboardId: string | null) => string | undefined
}

/** Any moment, and what plays then and why: by the same function that the screens follow. */
export function WhatPlaysAt({ schedule, nameOf }: WhatPlaysAtProps) {
  const { t } = useTranslation()
  const [{ date, time }, setMoment] = useState(() => readingOf(schedule.timezone, clock.now()))
  const day = dayRule().safeParse(date).data
  const typed = readTime(time)
  const instant = day && typed ? instantOf(schedule.timezone, day, minutesOfTime(typed)) : undefined
  const current = { ...schedule, activeFrom: 0 }
  const playing =
    instant === undefined ? undefined : whatPlays({ current, next: null, override: null }, instant)
  return (
    <div className={styles.moment}>
      <DateInput
        label={t('deviceGroups.whatPlays')}
        w={176}
        value={date}
        onChange={(next) => setMoment((before) => ({ ...before, date: next }))}
      />
      <TextInput
        aria-label={t('deviceGroups.whatPlaysTime')}
        value={time}
        autoComplete="off"
        dir="ltr"
        w={112}
        onChange={({ currentTarget: { value } }) => setMoment((before) => ({ ...before, time: value }))}
        onBlur={() => setMoment((before) => ({ ...before, time: readTime(before.time) ?? before.time }))}
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

/** A wall clock reading as people read it here: the day, and the time. */
function readingOf(zone: string, instant: number): { date: string; time: string } {
  const { date, minutes } = localTime(zone, instant)
  return { date, time: timeOfMinutes(minutes) }
}
