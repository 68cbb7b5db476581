import { Link } from '@tanstack/react-router'
import { readingAt, scheduledDay } from '@vitrine/contract/schedule/day'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { hourText } from '#lib/text/format.ts'
import { StoryThumb } from '#pictures/pages/page-thumb.tsx'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import { hueOf } from './block-look.ts'
import styles from './calendar.module.css'
import { DayCell } from './day-cell.tsx'
import type { GroupRowProps } from './row-props.ts'

/** A group: its default on the left, and its days as columns. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { group, slots, days, at, zone, shared } = props
  const { t } = useTranslation()
  const { timezone, defaultStoryboardId } = group.schedule
  const now = readingAt(timezone, at)
  const standard = defaultStoryboardId === null ? undefined : shared.storyboardOf(defaultStoryboardId)
  const name = defaultStoryboardId === null ? undefined : shared.nameOf(defaultStoryboardId)
  const known = new Set<number>()
  return (
    <>
      <div className={styles.group}>
        <Link to="/app/device-group/storyboard/$id" params={{ id: group.id }} dir="auto" title={group.name}>
          {group.name}
        </Link>
        {zone && (
          <span className={styles.zone} title={t('calendar.otherZone')}>
            {zone}
          </span>
        )}
        {days.length <= 7 && (
          <span className={styles.hours} aria-hidden="true">
            {[6, 12, 18].map((hour) => (
              <span key={hour} style={{ insetBlockStart: `${(hour / 24) * 100}%` }}>
                {hourText(hour)}
              </span>
            ))}
          </span>
        )}
        <span className={styles.standard} style={hueOf(defaultStoryboardId ?? '')}>
          {standard && (
            <SmallPicture>
              <StoryThumb storyboard={standard} />
            </SmallPicture>
          )}
          <span dir="auto" title={name}>
            {name ?? t('calendar.noDefault')}
          </span>
        </span>
      </div>
      <div className={styles.cells} style={hueOf(defaultStoryboardId ?? '')}>
        {days.map((day) => {
          const first = scheduledDay({ ...group.schedule, slots }, day).runs.filter(
            ({ index, fromDayBefore }) => !fromDayBefore && !known.has(index),
          )
          for (const { index } of first) known.add(index)
          return (
            <DayCell
              key={day}
              {...props}
              day={day}
              now={day === now.date ? now.minutes : undefined}
              isPast={day < now.date}
              pictured={new Set(days.length > 7 ? [] : first.map(({ index }) => index))}
            />
          )
        })}
      </div>
    </>
  )
})
