import { UnstyledButton } from '@mantine/core'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { ClockChange } from '@vitrine/contract/schedule/clock-change'
import { type Run, type Scheduled, scheduledDay } from '@vitrine/contract/schedule/day'
import { layerOf } from '@vitrine/contract/schedule/slots'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { dateText } from '#lib/text/format.ts'

import { StoryThumb } from '#pictures/pages/page-thumb.tsx'
import { stretchText, wordsOf } from './run-text.ts'
import type { Grip } from './use-slot-drag.ts'
import styles from './week.module.css'

export interface DayRowProps {
  schedule: Scheduled<Slot>
  day: string
  /** The track's length in minutes: a day, extended to the last slot that ends on the next day. */
  span: number
  nameOf: (storyboardId: string | null) => string | undefined
  storyboardOf: (storyboardId: string) => Storyboard | undefined
  /** Minutes that the clocks of this day skip or repeat. */
  clocks: ClockChange | undefined
  /** Minutes of the day. */
  now: number | undefined
  chosen: number | undefined
  dragged: number | undefined
  /** The roving tab stop. */
  tabStop: string | undefined
  editable: boolean
  onDay: () => void
  onGrip: (event: PointerEvent<HTMLElement>, grip: Grip) => void
  onKey: (event: KeyboardEvent<HTMLElement>, run: Run<Slot>) => void
  onEdit: (index: number) => void
  describedBy: string
}

const LAYERS = ['event', 'dated', 'weekly'] as const

export const runKey = ({ index }: Pick<Run<Slot>, 'index'>, day: string): string => `${day} ${index}`

/** One day of the week: each slot as one bar, stacked above the slots that it overrides. */
export function DayRow(props: DayRowProps) {
  const { schedule, day, span, nameOf, clocks, now, chosen, onDay, onGrip, editable } = props
  const { t } = useTranslation()
  const { runs, stretches } = scheduledDay(schedule, day)
  const words = stretches.flatMap(({ slot, from, to }) =>
    slot ? [stretchText(t, from, to, nameOf(slot.storyboardId))] : [],
  )
  // A single lane suffices if no slot covers another.
  const layers = runs.some(({ covered }) => covered.length > 0)
    ? LAYERS.filter((layer) => runs.some(({ slot }) => layerOf(slot) === layer))
    : []
  const laneOf = (slot: Slot) => Math.max(0, layers.indexOf(layerOf(slot)))
  return (
    <li
      data-day={day}
      data-chosen={chosen !== undefined || undefined}
      data-today={now !== undefined || undefined}
    >
      <UnstyledButton className={styles.day} aria-pressed={chosen !== undefined} onClick={onDay}>
        {dateText(Date.parse(day), 'weekday', 'UTC')}
      </UnstyledButton>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a part of the form */}
      <div
        role="group"
        aria-label={words.length > 0 ? words.join('. ') : t('deviceGroups.noTimes')}
        data-track
        className={styles.track}
        data-editable={editable || undefined}
        style={{ '--lanes': Math.max(1, layers.length) } as React.CSSProperties}
        onPointerDown={(event) => onGrip(event, { index: null, part: 'whole', day })}
      >
        {span > 1440 && <span className={styles.beyond} style={placeOf(1440, span, span)} />}
        {runs.map((run) =>
          run.fromDayBefore ? (
            <PartAfterMidnight key={`before ${run.index}`} {...props} run={run} lane={laneOf(run.slot)} />
          ) : (
            <SlotBar key={runKey(run, day)} {...props} run={run} lane={laneOf(run.slot)} />
          ),
        )}
        <Marks {...{ clocks, now, chosen, span }} />
      </div>
    </li>
  )
}

/** What the clocks skip or repeat, now, and the chosen moment. */
function Marks({ clocks, now, chosen, span }: Pick<DayRowProps, 'clocks' | 'now' | 'chosen' | 'span'>) {
  const at = (minute: number) => ({ insetInlineStart: placeOf(minute, minute, span).insetInlineStart })
  return (
    <>
      {clocks && (
        <span
          className={styles.change}
          data-kind={clocks.kind}
          style={placeOf(clocks.from, clocks.to, span)}
        />
      )}
      {now !== undefined && <span className={styles.now} style={at(now)} />}
      {chosen !== undefined && <span className={styles.chosen} style={at(chosen)} />}
    </>
  )
}

/** What a slot of the day before still plays; dragging it drags that slot. */
function PartAfterMidnight(props: DayRowProps & { run: Run<Slot>; lane: number }) {
  const { run, lane, day, span, nameOf, dragged, editable, onGrip, onEdit } = props
  const { t } = useTranslation()
  const grip = (part: Grip['part']) => (event: PointerEvent<HTMLElement>) =>
    onGrip(event, { index: run.index, part, day, fromDayBefore: true })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the slot's button, where it starts, does the same by keyboard
    <span
      className={styles.before}
      data-before={run.index}
      data-dragged={dragged === run.index || undefined}
      title={stretchText(t, run.from, run.to, nameOf(run.slot.storyboardId))}
      style={{ ...placeOf(run.from, run.to, span), '--lane': lane } as React.CSSProperties}
      onPointerDown={grip('whole')}
      onDoubleClick={() => onEdit(run.index)}
    >
      {editable && dragged === undefined && (
        <span className={styles.handle} data-edge="to" onPointerDown={grip('to')} />
      )}
    </span>
  )
}

const placeOf = (from: number, to: number, span: number): React.CSSProperties => ({
  insetInlineStart: `${(from / span) * 100}%`,
  inlineSize: `${((Math.min(to, span) - from) / span) * 100}%`,
})

/** A slot's bar on a day, with its thumbnail and handles to resize it. */
function SlotBar(props: DayRowProps & { run: Run<Slot>; lane: number }) {
  const { run, lane, day, span, nameOf, storyboardOf, dragged, tabStop, editable } = props
  const { onGrip, onKey, onEdit, describedBy } = props
  const { t } = useTranslation()
  const { slot, index, from, ends: end, covered } = run
  const { name, times, words } = wordsOf(t, run, nameOf)
  const storyboard = storyboardOf(slot.storyboardId)
  const grip = (part: Grip['part']) => (event: PointerEvent<HTMLElement>) =>
    onGrip(event, { index, part, day })
  const key = runKey(run, day)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={styles.slot}
      data-layer={layerOf(slot)}
      data-dragged={dragged === index || undefined}
      style={{ ...placeOf(from, end, span), '--lane': lane } as React.CSSProperties}
      onPointerDown={grip('whole')}
      onDoubleClick={() => onEdit(index)}
      title={`${name}, ${times}`}
    >
      {storyboard && (
        <span className={styles.thumb}>
          <StoryThumb storyboard={storyboard} />
        </span>
      )}
      <span className={styles.text} aria-hidden="true">
        <bdi className={styles.name}>{name}</bdi>
        <bdi dir="ltr" className={styles.times}>
          {times}
        </bdi>
      </span>
      {covered.map((part) => (
        <span
          key={part.from}
          className={styles.covered}
          style={placeOf(part.from - from, part.to - from, end - from)}
        />
      ))}
      <button
        type="button"
        className={styles.press}
        data-run={key}
        tabIndex={key === tabStop ? 0 : -1}
        aria-label={words}
        aria-describedby={describedBy}
        aria-keyshortcuts={editable ? SHORTCUTS : undefined}
        title={words}
        onKeyDown={(event) => onKey(event, run)}
      />
      {editable && dragged === undefined && (
        <>
          <span className={styles.handle} data-edge="from" onPointerDown={grip('from')} />
          <span className={styles.handle} data-edge="to" onPointerDown={grip('to')} />
        </>
      )}
    </div>
  )
}

const SHORTCUTS =
  'Enter Delete Control+D Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown Shift+ArrowLeft Shift+ArrowRight Alt+Shift+ArrowLeft Alt+Shift+ArrowRight'
