import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { Run } from '@vitrine/contract/schedule/day'
import { layerOf } from '@vitrine/contract/schedule/slots'
import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { StoryThumb } from '#pictures/pages/page-thumb.tsx'
import { wordsOf } from '#screens/device-groups/week/run-text.ts'
import type { Grip } from '#screens/device-groups/week/use-slot-drag.ts'
import styles from './block.module.css'
import { blockKey, hueOf, placeOf } from './block-look.ts'
import type { DayCellProps } from './row-props.ts'

interface BlockProps extends DayCellProps {
  run: Run<Slot>
  hidden: readonly { from: number; to: number }[]
  isHeld: boolean
}

/** A slot's block, or the rest of one that started the day before; dragging either drags the slot. */
export function Block({ group, day, run, hidden, isHeld, hand, tabStop, pictured, shared }: BlockProps) {
  const { nameOf, storyboardOf, begin, onKey, onOpen, editable, hint } = shared
  const { t } = useTranslation()
  const { slot, index, from, to, fromDayBefore } = run
  const { name, words, ...times } = wordsOf(t, run, nameOf)
  const storyboard = storyboardOf(slot.storyboardId)
  const key = blockKey(group.id, day, index)
  const grip =
    (part: Grip['part']) =>
    (event: PointerEvent<HTMLElement>): void =>
      begin(event, { groupId: group.id, grip: { index, part, day, fromDayBefore } })
  return (
    <div
      className={styles.block}
      data-layer={layerOf(slot)}
      data-before={fromDayBefore || undefined}
      data-held={isHeld || undefined}
      data-refused={(isHeld && hand?.isRefused) || undefined}
      style={{ ...placeOf(from, to), ...hueOf(slot.storyboardId) }}
      title={words}
      onPointerDown={grip('whole')}
    >
      {storyboard && pictured.has(index) && !fromDayBefore && (
        <span className={styles.thumb}>
          <StoryThumb storyboard={storyboard} />
        </span>
      )}
      <span className={styles.text} aria-hidden="true">
        <bdi className={styles.name}>{name}</bdi>
        {!fromDayBefore && (
          <span className={styles.times}>
            <bdi>{times.from}</bdi>
            <span className={styles.end}>
              –<bdi>{times.to}</bdi>
            </span>
          </span>
        )}
      </span>
      <Hidden parts={hidden} run={run} />
      {!fromDayBefore && (
        <button
          type="button"
          className={styles.press}
          data-run={key}
          tabIndex={key === tabStop ? 0 : -1}
          aria-label={words}
          aria-describedby={hint}
          onKeyDown={(event) => onKey(event, { groupId: group.id, day, index })}
          // A click without a pointer, from a screen reader.
          onClick={({ detail }) => detail === 0 && onOpen({ groupId: group.id, day, index })}
        />
      )}
      {editable &&
        !isHeld &&
        edgesOf(run).map((edge) => (
          <span key={edge} className={styles.handle} data-edge={edge} onPointerDown={grip(edge)} />
        ))}
    </div>
  )
}

/** The ends of a slot that are on the day. */
const edgesOf = ({ fromDayBefore, intoDayAfter }: Run<Slot>): readonly ('from' | 'to')[] => [
  ...(fromDayBefore ? [] : (['from'] as const)),
  ...(intoDayAfter ? [] : (['to'] as const)),
]

/** Where something else plays instead. */
function Hidden({ parts, run: { from, to } }: { parts: BlockProps['hidden']; run: Run<Slot> }) {
  return parts.map((part) => (
    <span
      key={part.from}
      className={styles.hidden}
      style={{
        insetBlockStart: `${((part.from - from) / (to - from)) * 100}%`,
        blockSize: `${((part.to - part.from) / (to - from)) * 100}%`,
      }}
    />
  ))
}
