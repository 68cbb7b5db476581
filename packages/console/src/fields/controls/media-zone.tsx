import { Button } from '@mantine/core'
import { MEDIA_ZONE_MAX } from '@vitrine/contract/fields/kinds/media-zone'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#fields/control.ts'
import styles from '#fields/fields.module.css'
import { clockText, fitOf, intervalOf, roundOf } from '#fields/seconds.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { MediaThumb } from './media-thumb.tsx'

const MediaZoneDialog = lateDialog(async () => (await import('./media-zone-dialog.tsx')).MediaZoneDialog)

const THUMBS = 4

/** A summary of a media zone's content; the dialog has the details. */
export function MediaZoneControl({
  id,
  label,
  field,
  value,
  onChange,
  describedBy,
  values,
  host,
}: ControlProps<'media-zone'>) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const max = field.max ?? MEDIA_ZONE_MAX
  const interval = intervalOf(values)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a summary and a button under one name
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={styles.items}>
      {value.length > 0 && (
        <div className={styles.strip} aria-hidden="true">
          {value.slice(0, THUMBS).map(({ mediaId }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may stand twice
            <MediaThumb key={index} item={host.media(mediaId)} />
          ))}
        </div>
      )}
      <div className={styles.itemNote}>
        {value.length === 0
          ? t('fields.mediaZone.none')
          : t('fields.mediaZone.summary', {
              count: value.length,
              max,
              total: clockText(roundOf(value, interval, host)),
            })}
      </div>
      <Button id={id} variant="default" size="compact-sm" data-content="" onClick={() => setOpened(true)}>
        {t(value.length === 0 ? 'fields.mediaZone.add' : 'fields.mediaZone.edit')}
      </Button>
      <MediaZoneDialog
        opened={opened}
        title={label}
        entries={value}
        max={max}
        interval={interval}
        fit={fitOf(values)}
        host={host}
        onClose={() => setOpened(false)}
        onSave={(entries) => {
          onChange(entries)
          setOpened(false)
        }}
      />
    </div>
  )
}
