import { TextInput } from '@mantine/core'
import { date as dayRule } from '@vitrine/contract/api/inputs'
import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { minutesOfTime, timeOfMinutes } from '@vitrine/contract/rules'
import { readingAt, slotsAt } from '@vitrine/contract/schedule/day'
import { layerOf } from '@vitrine/contract/schedule/slots'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { listText } from '#lib/text/format.ts'
import { DateInput } from '#ui/form/fields/date-field.tsx'
import { readTime } from '#ui/form/fields/time-field.tsx'
import styles from './schedule.module.css'

/** A wall clock reading as people read it here: the day, and the time. */
export interface Moment {
  date: string
  time: string
}

interface WhatPlaysAtProps {
  schedule: Schedule
  nameOf: (storyboardId: string | null) => string | undefined
  moment: Moment
  onChange: (change: (before: Moment) => Moment) => void
}

/** Any moment, and what plays then and why: by the same function that the screens follow. */
export function WhatPlaysAt({ schedule, nameOf, moment: { date, time }, onChange }: WhatPlaysAtProps) {
  const { t } = useTranslation()
  const day = dayRule().safeParse(date).data
  const typed = readTime(time)
  const words = day && typed ? playingText(t, schedule, nameOf, day, minutesOfTime(typed)) : ''
  return (
    <div className={styles.moment}>
      <DateInput
        label={t('deviceGroups.whatPlays')}
        w={176}
        value={date}
        onChange={(next) => onChange((before) => ({ ...before, date: next }))}
      />
      <TextInput
        aria-label={t('deviceGroups.whatPlaysTime')}
        value={time}
        autoComplete="off"
        dir="ltr"
        w={112}
        onChange={({ currentTarget: { value } }) => onChange((before) => ({ ...before, time: value }))}
        onBlur={() => onChange((before) => ({ ...before, time: readTime(before.time) ?? before.time }))}
      />
      <p role="status">{words}</p>
    </div>
  )
}

/** What plays at a reading of the schedule's clocks, why, and instead of what. */
function playingText(
  t: TFunction,
  { slots, defaultStoryboardId }: Schedule,
  nameOf: WhatPlaysAtProps['nameOf'],
  date: string,
  minutes: number,
): string {
  const [slot, ...covered] = slotsAt(slots, date, minutes)
  const name = (id: string) => nameOf(id) ?? t('devices.unnamed')
  if (!slot) {
    if (defaultStoryboardId === null) return t('deviceGroups.nothing')
    return t('deviceGroups.plays', {
      name: name(defaultStoryboardId),
      reason: t('deviceGroups.reason.default'),
    })
  }
  const reason = t(`deviceGroups.reason.${layerOf(slot)}`, { event: slot.event })
  const words = t('deviceGroups.plays', { name: name(slot.storyboardId), reason })
  if (covered.length === 0) return words
  const names = listText(covered.map(({ storyboardId }) => name(storyboardId)))
  return `${words} ${t('deviceGroups.insteadOf', { names })}`
}

/** Now, by the clocks of a zone. */
export function momentNow(zone: string): Moment {
  const { date, minutes } = readingAt(zone, clock.now())
  return { date, time: timeOfMinutes(minutes) }
}
