import { ActionIcon } from '@mantine/core'
import { ArrowDownIcon } from '@phosphor-icons/react/dist/csr/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/dist/csr/ArrowUp'
import { FilesIcon } from '@phosphor-icons/react/dist/csr/Files'
import { FilmStripIcon } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { ImageIcon } from '@phosphor-icons/react/dist/csr/Image'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { PlacedSlot } from '@vitrine/contract/api/content/local-content'
import { useTranslation } from 'react-i18next'
import { useFileUrl } from '#lib/files.ts'
import { NumberInput } from '#ui/form/fields/number-input.tsx'
import { ShowDatesButton } from '#ui/form/fields/show-dates-button.tsx'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import type { FormEntry } from './entries.ts'
import styles from './local.module.css'

/** Of entries whose thumbnail isn't there yet. */
const SIGNS = { picture: ImageIcon, video: FilmStripIcon, page: FilesIcon } as const

interface EntryRowProps {
  entry: FormEntry
  index: number
  count: number
  placed: PlacedSlot
  readOnly: boolean
  onChange: (change: Partial<FormEntry>) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** What a place shows in a slot: its picture, length, dates, and place among the others. */
export function EntryRow(props: EntryRowProps) {
  const { entry, index, placed, readOnly, onChange } = props
  const { t } = useTranslation()
  const fileUrl = useFileUrl()
  const Sign = SIGNS[entry.kind]
  const { name, thumbnailId, duration, waits } = entry
  const at = { number: index + 1, name }
  return (
    <li className={styles.entry}>
      <SmallPicture>
        <ScreenTile width={placed.width} height={placed.height}>
          {thumbnailId ? (
            <img src={fileUrl(`/thumbnail/download/${thumbnailId}`)} alt="" loading="lazy" />
          ) : (
            <Sign size={18} aria-hidden="true" />
          )}
        </ScreenTile>
      </SmallPicture>
      <span className={styles.name}>
        <span dir="auto" title={name}>
          {name}
        </span>
        <small>
          {t(`local.kind.${entry.kind}`)}
          {placed.content && waits && ` · ${t('local.entryWaits')}`}
        </small>
      </span>
      <NumberInput
        size="xs"
        className={styles.seconds}
        aria-label={t('storyboards.durationOf', at)}
        suffix={t('storyboards.seconds')}
        value={duration}
        min={1}
        max={placed.slot.each ?? 86_400}
        readOnly={readOnly}
        error={placed.slot.each !== undefined && duration > placed.slot.each}
        onChange={(next) => onChange({ duration: Number(next) })}
      />
      {!readOnly && <Buttons {...props} />}
    </li>
  )
}

/** When it shows, its place, and its end. */
function Buttons({ entry, index, count, onChange, onMove, onRemove }: EntryRowProps) {
  const { t } = useTranslation()
  const { name, showFrom, showUntil } = entry
  const at = { number: index + 1, name }
  return (
    <span className={styles.buttons}>
      <ShowDatesButton
        name={t('storyboards.pageNamed', at)}
        dates={{ showFrom, showUntil }}
        onChange={(dates) => onChange({ showFrom: dates.showFrom, showUntil: dates.showUntil })}
      />
      <ActionIcon
        size={28}
        aria-label={t('storyboards.earlier', at)}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUpIcon size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        size={28}
        aria-label={t('storyboards.later', at)}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDownIcon size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon size={28} aria-label={t('storyboards.removePage', at)} onClick={onRemove}>
        <TrashIcon size={16} aria-hidden="true" />
      </ActionIcon>
    </span>
  )
}
