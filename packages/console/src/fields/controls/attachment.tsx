import { ActionIcon, Button } from '@mantine/core'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#fields/control.ts'
import styles from '#fields/fields.module.css'
import { SHOWN, Truncated } from '#ui/truncate.tsx'
import { MediaThumb } from './media-thumb.tsx'

export function AttachmentControl({
  id,
  field,
  value,
  onChange,
  describedBy,
  host,
}: ControlProps<'attachment'>) {
  const { t } = useTranslation()
  const max = field.max ?? 1
  const choose = async () => {
    const room = max === 1 ? 1 : max - value.length
    const chosen = await host.pickMedia({ multiple: max > 1, max: room, accept: field.accept })
    const entries = chosen.map((item) => ({ mediaId: item.id }))
    if (entries.length > 0) onChange(max === 1 ? entries.slice(0, 1) : [...value, ...entries].slice(0, max))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list and a button under one name
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={styles.items}>
      {value.map(({ mediaId }, index) => {
        const item = host.media(mediaId)
        const name = item?.name ?? t('fields.missingMedia')
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may stand twice
          <div key={index} className={styles.item} data-missing={!item}>
            <MediaThumb item={item} />
            <span className={styles.itemName}>
              <Truncated text={name} length={SHOWN.mediaList} />
            </span>
            <ActionIcon
              aria-label={t('fields.removeItem', { name })}
              onClick={() => onChange(value.filter((_, other) => other !== index))}
            >
              <XIcon size={16} aria-hidden="true" />
            </ActionIcon>
          </div>
        )
      })}
      {(max === 1 || value.length < max) && (
        <Button id={id} variant="default" size="compact-sm" onClick={() => void choose()}>
          {value.length === 0 ? t('fields.choose') : max === 1 ? t('fields.change') : t('fields.chooseMore')}
        </Button>
      )}
    </div>
  )
}
