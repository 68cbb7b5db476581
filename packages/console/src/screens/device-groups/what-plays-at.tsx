import { TextInput } from '@mantine/core'
import { date as dayRule } from '@vitrine/contract/api/base/inputs'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { minutesOfTime } from '@vitrine/contract/rules'
import { type ClockChange, clockChangeOn } from '@vitrine/contract/schedule/clock-change'
import { readingAt, slotsAt } from '@vitrine/contract/schedule/day'
import { layerOf } from '@vitrine/contract/schedule/slots'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { dayTimeText, inputTime, listText } from '#lib/text/format.ts'
import { StoryThumb } from '#pictures/pages/page-thumb.tsx'
import { DateInput } from '#ui/form/fields/date-field.tsx'
import { readTime } from '#ui/form/fields/time-field.tsx'
import { PreviewButton } from '#ui/screen/preview-button.tsx'
import styles from './schedule.module.css'

/** A local date and time in the user's format. */
export interface Moment {
  date: string
  time: string
}

interface WhatPlaysAtProps {
  schedule: Schedule
  nameOf: (storyboardId: string | null) => string | undefined
  storyboardOf: (storyboardId: string) => Storyboard | undefined
  moment: Moment
  onChange: (change: (before: Moment) => Moment) => void
  onPreview: (storyboardId: string) => void
}

/** Shows what plays at any moment, with a picture and the reason, computed by the players' own function. */
export function WhatPlaysAt(props: WhatPlaysAtProps) {
  const { schedule, nameOf, storyboardOf, moment, onChange, onPreview } = props
  const { t } = useTranslation()
  const { date, time } = moment
  const at = readMoment(moment)
  const change = at && clockChangeAt(schedule.timezone, at)
  // A skipped minute is never reached: the clocks show the end of the skip.
  const minute = change?.kind === 'skipped' ? change.to : at?.minute
  const playing = at && minute !== undefined && slotsAt(schedule, at.date, minute)
  const id = playing && (playing[0]?.storyboardId ?? schedule.defaultStoryboardId)
  const storyboard = id ? storyboardOf(id) : undefined
  return (
    <section className={styles.moment} aria-label={t('deviceGroups.whatPlays')}>
      <div className={styles.momentFields}>
        <DateInput
          label={t('deviceGroups.whatPlays')}
          value={date}
          onChange={(next) => onChange((before) => ({ ...before, date: next }))}
        />
        <TextInput
          aria-label={t('deviceGroups.whatPlaysTime')}
          value={time}
          autoComplete="off"
          dir="ltr"
          onChange={({ currentTarget: { value } }) => onChange((before) => ({ ...before, time: value }))}
          onBlur={() => onChange((before) => ({ ...before, time: shownTime(before.time) }))}
        />
      </div>
      <div className={styles.momentPicture}>
        {storyboard ? <StoryThumb storyboard={storyboard} /> : <span className={styles.momentNothing} />}
      </div>
      <div className={styles.momentWords}>
        <p role="status">
          {playing ? playingText(t, schedule, nameOf, playing) : ''}
          {at && change && ` ${clockText(t, schedule, nameOf, at.date, change)}`}
        </p>
        {storyboard && <PreviewButton name={storyboard.name} onClick={() => onPreview(storyboard.id)} />}
      </div>
    </section>
  )
}

/** What the field shows after typing: the region's format. */
function shownTime(typed: string): string {
  const time = readTime(typed)
  return time ? inputTime(minutesOfTime(time)) : typed
}

/** Parses the typed date and time. */
export function readMoment({ date, time }: Moment): { date: string; minute: number } | undefined {
  const day = dayRule().safeParse(date).data
  const typed = readTime(time)
  return day && typed ? { date: day, minute: minutesOfTime(typed) } : undefined
}

function clockChangeAt(zone: string, { date, minute }: { date: string; minute: number }) {
  const change = clockChangeOn(zone, date)
  return change && change.from <= minute && minute < change.to ? change : undefined
}

/** What the clocks do at a minute that doesn't exist, or comes twice. */
function clockText(
  t: TFunction,
  schedule: Schedule,
  nameOf: WhatPlaysAtProps['nameOf'],
  date: string,
  { kind, to }: ClockChange,
): string {
  if (kind === 'skipped') return t('clocks.moment.skipped', { time: dayTimeText(to) })
  const id = slotsAt(schedule, date, to - 1)[0]?.storyboardId ?? schedule.defaultStoryboardId
  const name = id === null ? t('deviceGroups.nothing') : (nameOf(id) ?? t('devices.unnamed'))
  return t('clocks.moment.repeated', { name })
}

/** What plays, why, and what it replaces. */
function playingText(
  t: TFunction,
  { defaultStoryboardId }: Schedule,
  nameOf: WhatPlaysAtProps['nameOf'],
  [slot, ...covered]: Schedule['slots'],
): string {
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

/** The current date and time in a time zone. */
export function momentNow(zone: string): Moment {
  const { date, minutes } = readingAt(zone, clock.now())
  return { date, time: inputTime(minutes) }
}
