import { ActionIcon, Button } from '@mantine/core'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { minutesOfTime, timeOfMinutes } from '@vitrine/contract/rules'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { storyPicture } from '#pickers/pages/storyboard-picker.tsx'
import type { Choice } from '#ui/form/fields/choice-fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useField } from '#ui/form/form-context.ts'
import { PreviewChosen } from './preview-chosen.tsx'
import styles from './schedule.module.css'
import { SlotTimeField } from './sky/slot-time-field.tsx'
import { SlotRepeats } from './slot-repeats.tsx'

interface SlotTimes {
  from: string
  to: string
  storyboardId: string
}

interface SlotListProps {
  choices: readonly Choice[]
  onPreview: (storyboardId: string) => void
}

/** The slots of a schedule, each with its storyboard. Without slots, only the default plays. */
export function SlotList({ choices, onPreview }: SlotListProps) {
  const { t } = useTranslation()
  const { control, setFocus } = useFormContext<{ slots: SlotTimes[] }>()
  const id = useField('slots', t('deviceGroups.times'))
  const { fields, append, remove } = useFieldArray({ control, name: 'slots', keyName: 'key' })
  const slots = useWatch({ control, name: 'slots' })

  const add = () => {
    append(nextSlot(slots), { shouldFocus: false })
    setTimeout(() => setFocus(`slots.${fields.length}.storyboardId`))
  }
  return (
    <fieldset className={styles.slots} id={id}>
      <legend>{t('deviceGroups.times')}</legend>
      {fields.length === 0 && <p className={styles.none}>{t('deviceGroups.noTimes')}</p>}
      {fields.map((field, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read twice
        <div
          key={field.key}
          role="group"
          aria-label={`${t('deviceGroups.time')} ${index + 1}`}
          className={styles.row}
        >
          <SlotFields index={index} choices={choices} onPreview={onPreview} />
          <ActionIcon
            aria-label={t('deviceGroups.removeTime', { number: index + 1 })}
            onClick={() => remove(index)}
          >
            <TrashIcon size={18} aria-hidden="true" />
          </ActionIcon>
          <SlotRepeats index={index} />
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<PlusIcon size={14} aria-hidden="true" />}
          onClick={add}
        >
          {t('deviceGroups.addTime')}
        </Button>
      </div>
    </fieldset>
  )
}

/** A slot's start, end, and storyboard. */
function SlotFields({ index, choices, onPreview }: SlotListProps & { index: number }) {
  const { t } = useTranslation()
  const storyboard = `slots.${index}.storyboardId`
  return (
    <>
      <SlotTimeField index={index} edge="from" />
      <SlotTimeField index={index} edge="to" />
      <SelectField
        name={storyboard}
        label={t('deviceGroups.storyboard')}
        choices={choices}
        picture={storyPicture}
        searchable
        required
      />
      <PreviewChosen name={storyboard} choices={choices} onPreview={onPreview} />
    </>
  )
}

/** The hour after the last slot; nine to ten for the first one. */
function nextSlot(slots: readonly SlotTimes[] = []): SlotTimes {
  const ends = slots.map(({ to }) => minutesOfTime(to)).filter((minutes) => minutes > 0)
  const from = ends.length ? Math.min(Math.max(...ends), 1380) : 540
  return { from: timeOfMinutes(from), to: timeOfMinutes(from + 60), storyboardId: '' }
}
