import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { clockChangeOn } from '@vitrine/contract/schedule/clock-change'
import { type Run, scheduledDay } from '@vitrine/contract/schedule/day'
import { playedDay } from '@vitrine/contract/schedule/played-day'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import { stretchText } from '#screens/device-groups/week/run-text.ts'
import styles from './block.module.css'
import { Block } from './block.tsx'
import { placeOf } from './block-look.ts'
import { OverlayParts } from './overlay-parts.tsx'
import type { DayCellProps } from './row-props.ts'

/** A group's day from top to bottom: its slots above the default, and what plays instead of both. */
export function DayCell(props: DayCellProps) {
  const { group, slots, day, now, isPast, holidays, shared, overlays, hand } = props
  const { nameOf, spansOf, begin, editable } = shared
  const { t } = useTranslation()
  const { timezone } = group.schedule
  const schedule = { ...group.schedule, slots: [...slots] }
  const { runs } = scheduledDay(schedule, day)
  const stretches = playedDay(schedule, day, spansOf)
  const words = stretches.flatMap(({ storyboardId, from, to }) =>
    storyboardId === null ? [] : [stretchText(t, from, to, nameOf(storyboardId))],
  )
  const date = dateText(Date.parse(day), 'weekday', 'UTC')
  const holiday = holidays.get(day)
  const playing = words.length > 0 ? words : [t('deviceGroups.nothing')]
  const parts = [date, ...(holiday ? [holiday] : []), ...playing]
  const change = clockChangeOn(timezone, day)
  /** Where something else plays instead of a slot. */
  const hiddenOf = ({ slot, from, to }: Run<Slot>) =>
    stretches.flatMap((stretch) => {
      const part = { from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) }
      return stretch.slot !== slot && part.from < part.to ? [part] : []
    })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a part of a form
    <div
      role="group"
      aria-label={parts.join('. ')}
      data-cell
      data-day={day}
      data-group={group.id}
      data-today={now !== undefined || undefined}
      data-past={isPast || undefined}
      data-default={group.schedule.defaultStoryboardId !== null || undefined}
      data-editable={editable || undefined}
      className={styles.cell}
      onPointerDown={(event) =>
        begin(event, { groupId: group.id, grip: { index: null, part: 'whole', day } })
      }
    >
      {runs.map((run) => (
        <Block
          key={`${run.index} ${run.startedOn}`}
          {...props}
          run={run}
          hidden={hiddenOf(run)}
          isHeld={hand?.index === run.index}
        />
      ))}
      {change && (
        <span className={styles.change} data-kind={change.kind} style={placeOf(change.from, change.to)} />
      )}
      <OverlayParts overlays={overlays} zone={timezone} day={day} shared={shared} />
      {now !== undefined && (
        <span className={styles.now} style={{ insetBlockStart: `${(now / 1440) * 100}%` }} />
      )}
    </div>
  )
}
