import { Button, Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMediaPicker } from '#content/media/content-fields-host.tsx'
import { mediaItemQuery } from '#queries/media.ts'
import { useValueField } from '#ui/form/fields/use-value-field.ts'
import styles from './storyboard-form.module.css'

/** The background audio file, or none. */
export function AudioField() {
  const { t } = useTranslation()
  const { shared, value, onChange } = useValueField({
    name: 'audioId',
    label: t('storyboards.audio'),
    hint: t('storyboards.audioHelp'),
  })
  const { pick, dialog } = useMediaPicker()
  const id = typeof value === 'string' ? value : ''
  const { data: audio } = useQuery({ ...mediaItemQuery(id), enabled: id !== '' })
  const choose = async () => {
    const [chosen] = await pick({ multiple: false, max: 1, accept: ['audio'] })
    if (chosen) onChange(chosen.id)
  }
  const { ref, onBlur, name: _, disabled, ...wrapper } = shared
  return (
    <>
      <Input.Wrapper {...wrapper} labelElement="div">
        <div className={styles.audio}>
          {audio && <bdi>{audio.name}</bdi>}
          <Button
            ref={ref}
            id={shared.id}
            variant="default"
            size="compact-sm"
            disabled={disabled}
            onBlur={onBlur}
            onClick={() => void choose()}
          >
            {t(id ? 'fields.change' : 'fields.choose')}
          </Button>
          {id && (
            <Button variant="subtle" size="compact-sm" disabled={disabled} onClick={() => onChange(null)}>
              {t('storyboards.audioRemove')}
            </Button>
          )}
        </div>
      </Input.Wrapper>
      {dialog}
    </>
  )
}
