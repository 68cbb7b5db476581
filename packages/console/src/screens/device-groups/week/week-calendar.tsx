import { ActionIcon, Button, Group } from '@mantine/core'
import { CaretLeftIcon } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRightIcon } from '@phosphor-icons/react/dist/csr/CaretRight'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { clockChangeOn } from '@vitrine/contract/schedule/clock-change'
import { type Run, readingAt, scheduledDay } from '@vitrine/contract/schedule/day'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateText, dayTimeText, hourText, weekdays } from '#lib/text/format.ts'
import { useNow } from '#lib/use-now.ts'
import { DayRow, runKey } from './day-row.tsx'
import { copiedBeside, plusDays } from './slot-change.ts'
import { slotCommand } from './slot-keys.ts'
import { useSlotDrag } from './use-slot-drag.ts'
import styles from './week.module.css'

interface WeekCalendarProps {
  schedule: Schedule
  nameOf: (storyboardId: string | null) => string | undefined
  storyboardOf: (storyboardId: string) => Storyboard | undefined
  /** The chosen moment; its week is shown. */
  date: string
  minute: number | undefined
  editable: boolean
  onMoment: (date: string, minute?: number) => void
  onChange: (index: number, slot: Slot) => void
  onAdd: (slot: Slot) => void
  onRemove: (index: number) => void
  /** Focuses the slot's fields. */
  onEdit: (index: number) => void
}

/** The dates of a date's week, from the locale's first weekday. */
function weekOf(date: string): string[] {
  const place = weekdays().indexOf(new Date(Date.parse(date)).getUTCDay())
  return Array.from({ length: 7 }, (_, day) => plusDays(date, day - place))
}

/** A schedule's week. Slots are moved, resized, copied and created by pointer or by keyboard. */
export function WeekCalendar(props: WeekCalendarProps) {
  const { schedule, date, minute, editable, nameOf, storyboardOf, onMoment, onChange, onAdd, onEdit } = props
  const { t } = useTranslation()
  const hint = useId()
  const now = readingAt(schedule.timezone, useNow(60_000))
  const days = weekOf(date)
  const span = spanOf(schedule, days)
  const drag = useSlotDrag({
    ...{ slots: schedule.slots, days, span, editable, onChange, onAdd },
    onChoose: onMoment,
  })
  const drawn = { ...schedule, slots: drag.draft?.slots ?? schedule.slots }
  const { calendar, tabStop, onKey } = useSlotKeys(props, days)
  return (
    <section aria-label={t('deviceGroups.week')} className={styles.week}>
      <WeekButtons date={date} today={now.date} onDate={onMoment} />
      {days.map((day) => (
        <ClockNote key={day} day={day} zone={schedule.timezone} />
      ))}
      <ol
        ref={calendar}
        className={styles.days}
        data-calendar
        data-dragging={drag.draft !== undefined || undefined}
      >
        {days.map((day) => (
          <DayRow
            key={day}
            schedule={drawn}
            {...{ day, span, nameOf, storyboardOf, tabStop, editable, onKey, onEdit }}
            clocks={clockChangeOn(schedule.timezone, day)}
            now={day === now.date ? now.minutes : undefined}
            chosen={day === date ? (minute ?? 0) : undefined}
            dragged={drag.draft?.index}
            onDay={() => onMoment(day)}
            onGrip={drag.begin}
            describedBy={hint}
          />
        ))}
        <li aria-hidden="true">
          <span />
          <Hours span={span} />
        </li>
      </ol>
      {editable && (
        <p id={hint} className={styles.hint}>
          {t('deviceGroups.weekHint')}
        </p>
      )}
    </section>
  )
}

/** What the clocks skip or repeat on a day, by which slots there start late or only once. */
function ClockNote({ day, zone }: { day: string; zone: string }) {
  const { t } = useTranslation()
  const change = clockChangeOn(zone, day)
  if (!change) return null
  const { kind, from, to } = change
  const texts = { day: dateText(Date.parse(day), 'weekday', 'UTC') }
  return (
    <p className={styles.clocks}>
      {t(`clocks.week.${kind}`, { ...texts, from: dayTimeText(from), to: dayTimeText(to) })}
    </p>
  )
}

/** Minutes until the last end of a slot of the week, rounded up to the axis; at least a day. */
function spanOf(schedule: Schedule, days: readonly string[]): number {
  const ends = days.flatMap((day) =>
    scheduledDay(schedule, day).runs.map(({ ends, fromDayBefore }) => (fromDayBefore ? 0 : ends)),
  )
  return Math.ceil(Math.max(1440, ...ends) / 180) * 180
}

/** Keyboard access to slots: one tab stop, arrows move between them, other keys run `slotCommand`. */
function useSlotKeys(props: WeekCalendarProps, days: readonly string[]) {
  const { schedule, editable, onChange, onAdd, onRemove, onEdit } = props
  const calendar = useRef<HTMLOListElement>(null)
  const [current, setCurrent] = useState<string>()
  const wanted = useRef<string>(undefined)
  const keys = days.flatMap((day) =>
    scheduledDay(schedule, day).runs.flatMap((run) => (run.fromDayBefore ? [] : [runKey(run, day)])),
  )
  const tabStop = current !== undefined && keys.includes(current) ? current : keys[0]
  const buttons = () => [...(calendar.current?.querySelectorAll<HTMLElement>('[data-run]') ?? [])]
  useEffect(() => {
    if (wanted.current === undefined) return
    // A moved or copied slot gets another button after the form has rendered: focus it then.
    const button = calendar.current?.querySelector<HTMLElement>(`[data-run="${wanted.current}"]`)
    if (!button) return
    button.focus()
    wanted.current = undefined
  })
  const focus = (from: string, by: 1 | -1, rows: boolean) => {
    const all = buttons()
    const place = all.findIndex((button) => button.dataset.run === from)
    const day = from.slice(0, 10)
    const isOther = (button: HTMLElement) => !rows || !button.dataset.run?.startsWith(day)
    const others = by === 1 ? all.slice(place + 1) : all.slice(0, Math.max(0, place)).reverse()
    const next = others.find(isOther)
    setCurrent(next?.dataset.run ?? from)
    next?.focus()
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, { slot, index }: Run<Slot>) => {
    const key = event.currentTarget.dataset.run ?? ''
    const day = key.slice(0, 10)
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const command = slotCommand(event, { slot, day, days, isRtl, editable })
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    if (command.kind === 'focus') return focus(key, command.by, command.rows)
    if (command.kind === 'edit') return onEdit(index)
    if (command.kind === 'remove') {
      focus(key, -1, false)
      return onRemove(index)
    }
    const added = schedule.slots.length
    wanted.current = command.kind === 'copy' ? runKey({ index: added }, day) : runKey({ index }, command.day)
    setCurrent(wanted.current)
    if (command.kind === 'copy') onAdd(copiedBeside(slot))
    else onChange(index, command.slot)
  }
  return { calendar, tabStop, onKey }
}

/** Navigates between weeks. */
function WeekButtons({
  date,
  today,
  onDate,
}: {
  date: string
  today: string
  onDate: (date: string) => void
}) {
  const { t } = useTranslation()
  return (
    <Group gap="xs">
      <ActionIcon
        variant="default"
        aria-label={t('deviceGroups.weekBefore')}
        onClick={() => onDate(plusDays(date, -7))}
      >
        <CaretLeftIcon size={16} aria-hidden="true" className={styles.arrow} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t('deviceGroups.weekAfter')}
        onClick={() => onDate(plusDays(date, 7))}
      >
        <CaretRightIcon size={16} aria-hidden="true" className={styles.arrow} />
      </ActionIcon>
      <Button variant="default" size="compact-md" disabled={date === today} onClick={() => onDate(today)}>
        {t('deviceGroups.today')}
      </Button>
      <span className={styles.range}>
        {dateText(Date.parse(weekOf(date)[0] ?? date), 'day', 'UTC')} –{' '}
        {dateText(Date.parse(weekOf(date)[6] ?? date), 'day', 'UTC')}
      </span>
    </Group>
  )
}

/** The hours below the week; they restart at 0 for the next day. */
function Hours({ span }: { span: number }) {
  return (
    <div className={styles.hours}>
      {Array.from({ length: span / 180 + 1 }, (_, step) => step * 3).map((hour) => (
        <span key={hour} style={{ insetInlineStart: `${((hour * 60) / span) * 100}%` }}>
          {hourText(hour > 24 ? hour - 24 : hour)}
        </span>
      ))}
    </div>
  )
}
