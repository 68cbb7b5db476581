import { fileSize } from '#lib/text/file-size.ts'
import { dateText } from '#lib/text/format.ts'
import { TagChips } from '#pickers/tags/tag-chips.tsx'
import styles from '#pictures/media/media-card.module.css'
import { clockLength, typeName } from '#pictures/media/media-facts.ts'
import { MediaPicture } from '#pictures/media/media-picture.tsx'
import { SHOWN, Truncated } from '#ui/truncate.tsx'
import { MediaActions, type MediaItemProps } from './media-card.tsx'
import { previewHref } from './use-media-acts.ts'

/** A media item as a row, with more details than a card. */
export function MediaRow({ media, acts, fresh }: MediaItemProps) {
  const { id, name, width, height, duration, size, createdAt } = media
  return (
    <article className={styles.row} data-fresh={fresh || undefined}>
      <a href={previewHref(id)} className={styles.rowOpen}>
        <MediaPicture media={media} />
        <span>
          <Truncated text={name} length={SHOWN.mediaList} />
          <TagChips tags={media.tags} />
        </span>
      </a>
      <span className={styles.fact}>{typeName(media)}</span>
      <span className={styles.fact}>
        {width && height ? <bdi dir="ltr">{`${width} × ${height}`}</bdi> : '–'}
      </span>
      <span className={styles.fact}>{duration === null ? '–' : clockLength(duration)}</span>
      <span className={styles.fact}>
        <bdi>{fileSize(size)}</bdi>
      </span>
      <span className={styles.fact}>{dateText(createdAt, 'day')}</span>
      <span className={styles.rowActions}>
        <MediaActions media={media} acts={acts} />
      </span>
    </article>
  )
}
