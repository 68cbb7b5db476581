import { Button, Checkbox, Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMediaPicker } from '#content/media/content-fields-host.tsx'
import { MediaPicture } from '#pictures/media/media-picture.tsx'
import styles from '#pictures/media/web-page.module.css'
import { mediaItemQuery } from '#queries/media.ts'
import { useValueField } from '#ui/form/fields/use-value-field.ts'

/** Options of a live video: `stream` in its form. */
export function StreamFields() {
  const { t } = useTranslation()
  const { shared, value, onChange } = useValueField({
    name: 'stream.fallbackId',
    label: t('media.web.fallback'),
    hint: t('media.web.fallbackHint'),
  })
  const sound = useValueField({ name: 'stream.sound', label: t('media.web.sound') })
  const { pick, dialog } = useMediaPicker()
  const fallbackId = typeof value === 'string' ? value : ''
  const { data: fallback } = useQuery({ ...mediaItemQuery(fallbackId), enabled: fallbackId !== '' })
  const choose = async () => {
    const [chosen] = await pick({ multiple: false, max: 1, accept: ['image', 'video'] })
    if (chosen) onChange(chosen.id)
  }
  const { ref, onBlur, name: _, disabled: __, ...wrapper } = shared
  return (
    <>
      <Input.Wrapper {...wrapper} labelElement="div">
        <div className={styles.fallback}>
          {fallback && (
            <>
              <span className={styles.fallbackPicture}>
                <MediaPicture media={fallback} />
              </span>
              <bdi>{fallback.name}</bdi>
            </>
          )}
          <Button
            ref={ref}
            id={shared.id}
            variant="default"
            size="compact-sm"
            onBlur={onBlur}
            onClick={() => void choose()}
          >
            {t(fallbackId ? 'fields.change' : 'fields.choose')}
          </Button>
          {fallbackId && (
            <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
              {t('media.web.fallbackRemove')}
            </Button>
          )}
        </div>
      </Input.Wrapper>
      <Checkbox
        id={sound.shared.id}
        label={sound.shared.label}
        checked={sound.value === true}
        onChange={({ currentTarget }) => sound.onChange(currentTarget.checked)}
      />
      {dialog}
    </>
  )
}
