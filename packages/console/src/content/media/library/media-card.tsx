import { Checkbox } from '@mantine/core'
import type { Media } from '@vitrine/contract/api/content/media'
import { fileSize } from '#lib/text/file-size.ts'
import { TagChips } from '#pickers/tags/tag-chips.tsx'
import styles from '#pictures/media/media-card.module.css'
import { MediaPicture } from '#pictures/media/media-picture.tsx'
import marks from '#pictures/media/media-signs.module.css'
import { SHOWN, Truncated } from '#ui/truncate.tsx'
import { type MediaAct, previewHref } from './use-media-acts.ts'

export interface MediaItemProps {
  media: Media
  acts: readonly MediaAct[]
  fresh?: boolean
}

/** A media item: a click opens its preview; commands are below it. */
export function MediaCard({ media, acts, fresh }: MediaItemProps) {
  return (
    <article className={styles.card} data-fresh={fresh || undefined}>
      <a href={previewHref(media.id)} className={styles.open}>
        <MediaPicture media={media} labelled scrub />
        <span className={styles.name}>
          <Truncated text={media.name} length={SHOWN.mediaCard} />
        </span>
      </a>
      <div className={styles.foot}>
        <span className={styles.size}>
          <bdi>{!media.web && fileSize(media.size)}</bdi>
        </span>
        <TagChips tags={media.tags} most={2} />
        <MediaActions media={media} acts={acts} />
      </div>
    </article>
  )
}

/**
 * An item's command buttons. Plain elements with CSS icons: the component library's buttons made scrolling ten times
 * slower.
 */
export function MediaActions({ media, acts }: Omit<MediaItemProps, 'fresh'>) {
  return acts.map(({ sign, title, label, run }) => (
    <button
      key={sign}
      type="button"
      className={`${styles.act} ${marks.sign}`}
      data-sign={sign}
      aria-label={label(media.name)}
      title={title}
      onClick={() => run(media)}
    />
  ))
}

interface SelectableCardProps {
  media: Media
  /** The zero-based selection order; -1 if not selected. */
  position: number
  /** Whether to show the order: not for a single choice. */
  numbered: boolean
  disabled: boolean
  /** `range`: Shift extends the selection from the last item. */
  onToggle: (range: boolean) => void
  /** A double click selects and confirms. */
  onDone?: () => void
}

/** A selectable card: a click anywhere toggles its checkbox. */
export function SelectableCard({
  media,
  position,
  numbered,
  disabled,
  onToggle,
  onDone,
}: SelectableCardProps) {
  const chosen = position >= 0
  return (
    <label
      htmlFor={`choose-${media.id}`}
      className={styles.card}
      data-chosen={chosen || undefined}
      data-disabled={disabled || undefined}
      onDoubleClick={onDone}
    >
      <span className={styles.open}>
        <MediaPicture media={media} labelled={media.cardId === null} />
        <span className={styles.name}>
          <Truncated text={media.name} length={SHOWN.mediaCard} />
        </span>
      </span>
      <span className={styles.foot}>
        <span className={styles.size}>{media.cardId === null && !media.web && fileSize(media.size)}</span>
        {numbered && chosen && <span className={styles.number}>{position + 1}</span>}
        <Checkbox
          id={`choose-${media.id}`}
          aria-label={media.name}
          checked={chosen}
          disabled={disabled}
          onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        />
      </span>
    </label>
  )
}
