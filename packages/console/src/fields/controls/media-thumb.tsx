import { FileZipIcon } from '@phosphor-icons/react/dist/csr/FileZip'
import { FilmStripIcon } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { ImageIcon } from '@phosphor-icons/react/dist/csr/Image'
import { QuestionIcon } from '@phosphor-icons/react/dist/csr/Question'
import styles from '#fields/fields.module.css'
import type { MediaItem } from '#fields/media-item.ts'

/** A media item's thumbnail, or its kind's icon. */
export function MediaThumb({ item }: { item: MediaItem | undefined }) {
  const Sign = !item
    ? QuestionIcon
    : item.mimetype.startsWith('video/')
      ? FilmStripIcon
      : item.mimetype.startsWith('image/')
        ? ImageIcon
        : FileZipIcon
  return (
    <span className={styles.thumb}>
      {item?.thumbnail ? (
        <img src={item.thumbnail} alt="" loading="lazy" draggable={false} />
      ) : (
        <Sign size={18} aria-hidden="true" />
      )}
    </span>
  )
}
