import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { meetingDay, overlapsIn } from '@vitrine/contract/schedule/overlaps'
import type { SlotClocks } from '@vitrine/contract/schedule/slots'
import { DAY, knownZone } from '@vitrine/contract/schedule/time-zone'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { dateText, inputTime, storedTimeText } from '#lib/text/format.ts'
import { repeatsText } from '#pictures/schedules/slot-text.ts'
import styles from './schedule.module.css'
import { WeekCalendar } from './week/week-calendar.tsx'
import { momentNow, readMoment, WhatPlaysAt } from './what-plays-at.tsx'

interface WeekFieldProps {
  nameOf: (storyboardId: string | null) => string | undefined
  storyboardOf: (storyboardId: string) => Storyboard | undefined
  editable: boolean
  onPreview: (storyboardId: string) => void
}

/** Slot fields that editing in the calendar may change. */
const TIMES = ['from', 'to', 'fromSky', 'toSky', 'overnight', 'days', 'startDate', 'endDate'] as const

/** A calendar of the form's unsaved slots, and beside it what plays at a chosen moment. */
export function WeekField({ nameOf, storyboardOf, editable, onPreview }: WeekFieldProps) {
  const { t } = useTranslation()
  const { getValues, setValue, setFocus } = useFormContext<Pick<Schedule, 'slots'>>()
  const { timezone, ...schedule } = useWatch() as Schedule
  const zone = knownZone(timezone)
  const [moment, setMoment] = useState(() => momentNow(zone))
  const [said, setSaid] = useState('')
  const shown = { ...schedule, timezone: zone }
  const at = readMoment(moment)
  const timesText = (slot: Slot) =>
    stretchText(t, slot, nameOf(slot.storyboardId) ?? t('deviceGroups.newSlot'))
  const announce = (slot: Slot) => setSaid(`${timesText(slot)} ${repeatsText(t, slot)}`)
  const slotText = (slot: Slot) => `${timesText(slot)} (${repeatsText(t, slot)})`
  // Several field arrays share this name; only setValue updates all of them.
  const setSlots = (slots: Slot[]) => setValue('slots', slots, { shouldDirty: true, shouldValidate: true })
  const edit = (index: number) => setTimeout(() => setFocus(`slots.${index}.storyboardId`))
  return (
    <div className={styles.planned}>
      <WeekCalendar
        schedule={shown}
        nameOf={nameOf}
        storyboardOf={storyboardOf}
        date={at?.date ?? momentNow(zone).date}
        minute={at?.minute}
        editable={editable}
        onMoment={(date, minute) =>
          setMoment(({ time }) => ({ date, time: minute === undefined ? time : inputTime(minute) }))
        }
        onChange={(index, slot) => {
          for (const key of TIMES)
            setValue(`slots.${index}.${key}`, slot[key], { shouldDirty: true, shouldValidate: true })
          announce(slot)
        }}
        onAdd={(slot) => {
          setSlots([...getValues('slots'), slot])
          if (slot.storyboardId === '') edit(shown.slots.length)
          announce(slot)
        }}
        onRemove={(index) => setSlots(getValues('slots').toSpliced(index, 1))}
        onEdit={edit}
      />
      <WhatPlaysAt
        schedule={shown}
        nameOf={nameOf}
        storyboardOf={storyboardOf}
        moment={moment}
        onChange={setMoment}
        onPreview={onPreview}
      />
      <Overlaps schedule={shown} slotText={slotText} />
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  )
}

/** The first overlapping slots, which can't be saved. */
function Overlaps({ schedule, slotText }: { schedule: Schedule; slotText: (slot: Slot) => string }) {
  const { t } = useTranslation()
  return overlapsOf(schedule).map(([one, other]) => (
    <p key={`${slotText(one)} ${slotText(other)}`} role="alert" className={styles.overlap}>
      {t('deviceGroups.overlaps', { one: slotText(one), other: slotText(other) })}
      {[one, other].some(({ fromSky, toSky }) => fromSky || toSky) && ` ${dayText(t, one, other, schedule)}`}
    </p>
  ))
}

const stretchText = (t: TFunction, { from, to }: Slot, name: string) =>
  t('deviceGroups.stretch', { from: storedTimeText(from), to: storedTimeText(to), name })

/** A day on which two slots meet, where it isn't the same every day. */
function dayText(t: TFunction, one: Slot, other: Slot, clocks: SlotClocks): string {
  const day = meetingDay(one, other, clocks)
  if (day === undefined) return ''
  return t('deviceGroups.sky.meet', { date: dateText(day * DAY, 'monthDay', 'UTC') })
}

const NAMED = 3

/** The first pairs of overlapping slots, which can't be saved. */
const overlapsOf = (schedule: Schedule): [Slot, Slot][] =>
  [...overlapsIn(schedule)].slice(0, NAMED).flatMap(([place, first]) => {
    const [one, other] = [schedule.slots[first], schedule.slots[place]]
    return one && other ? [[one, other]] : []
  })
