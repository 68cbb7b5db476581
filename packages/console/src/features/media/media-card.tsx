import { ActionIcon, Checkbox } from '@mantine/core'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { PencilSimpleIcon } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Media } from '@vitrine/contract/media'
import { useTranslation } from 'react-i18next'
import { SHOWN, Truncated } from '#ui/truncate.tsx'
import styles from './media.module.css'
import { fileSize } from './media-facts.ts'
import { MediaPicture } from './media-picture.tsx'
import { saveFile } from './save-file.ts'

interface MediaCardProps {
  media: Media
  /** Absent where the person may not delete. */
  onDelete?: () => void
  fresh?: boolean
}

/** One media item: a click opens its preview; download, edit and delete stand below. */
export function MediaCard({ media, onDelete, fresh }: MediaCardProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id, name } = media
  const preview = { to: '/app/media-library/preview/$id', params: { id } } as const
  return (
    <article className={styles.card} data-fresh={fresh || undefined}>
      <Link {...preview} className={styles.open}>
        <MediaPicture media={media} labelled />
        <span className={styles.name}>
          <Truncated text={name} length={SHOWN.mediaCard} />
        </span>
      </Link>
      <div className={styles.foot}>
        <span className={styles.size}>{fileSize(media.size)}</span>
        <ActionIcon
          size={28}
          aria-label={t('media.downloadItem', { name })}
          title={t('media.download')}
          onClick={() => void saveFile(media)}
        >
          <DownloadSimpleIcon size={16} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          size={28}
          aria-label={t('table.editItem', { name })}
          title={t('table.edit')}
          onClick={() => void navigate(preview)}
        >
          <PencilSimpleIcon size={16} aria-hidden="true" />
        </ActionIcon>
        {onDelete && (
          <ActionIcon
            size={28}
            aria-label={t('table.deleteItem', { name })}
            title={t('table.delete')}
            onClick={onDelete}
          >
            <TrashIcon size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
    </article>
  )
}

interface SelectableCardProps {
  media: Media
  /** From 0 in the order of choosing; -1 for not chosen. */
  position: number
  /** Whether the order is shown: with one choice there is none. */
  numbered: boolean
  disabled: boolean
  onToggle: () => void
  /** A double click chooses and is done. */
  onDone: () => void
}

/** The same card to choose from: a click anywhere sets its checkbox. */
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
        <MediaPicture media={media} labelled />
        <span className={styles.name}>
          <Truncated text={media.name} length={SHOWN.mediaCard} />
        </span>
      </span>
      <span className={styles.foot}>
        <span className={styles.size}>{fileSize(media.size)}</span>
        {numbered && chosen && <span className={styles.number}>{position + 1}</span>}
        <Checkbox
          id={`choose-${media.id}`}
          aria-label={media.name}
          checked={chosen}
          disabled={disabled}
          onChange={onToggle}
        />
      </span>
    </label>
  )
}
