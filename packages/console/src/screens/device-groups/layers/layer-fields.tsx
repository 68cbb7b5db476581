import { ActionIcon, Button, Group, Radio } from '@mantine/core'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import { LAYER_SLOTS_MAX } from '@vitrine/contract/api/screens/layers'
import {
  isBar,
  isCorner,
  LAYER_KINDS,
  type LayerPlace,
  tidyPlace,
} from '@vitrine/contract/schedule/layer-areas'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { storyPicture } from '#pickers/pages/storyboard-picker.tsx'
import { RuleButton } from '#pickers/rules/rule-button.tsx'
import { useRuleError } from '#pickers/rules/use-rule-error.ts'
import slotStyles from '#screens/device-groups/schedule.module.css'
import { SlotTimeField } from '#screens/device-groups/sky/slot-time-field.tsx'
import { SlotRepeats } from '#screens/device-groups/slot-repeats.tsx'
import { type Choice, NumberField } from '#ui/form/fields/choice-fields.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import type { LayerForm, LayersForm } from './layer-form.ts'
import styles from './layers.module.css'
import { PlacePicture } from './place-picture.tsx'

interface LayerFieldsProps {
  index: number
  choices: readonly Choice[]
  storyboardOf: (id: string | null) => Storyboard | undefined
}

const EDGES = ['top', 'right', 'bottom', 'left'] as const

/** A layer's name, storyboard, place, screens, and times. */
export function LayerFields({ index, choices, storyboardOf }: LayerFieldsProps) {
  const { t } = useTranslation()
  const { setValue } = useFormContext<LayersForm>()
  const path = `layers.${index}` as const
  const layer = useWatch<LayersForm, typeof path>({ name: path })
  const slots = useWatch<LayersForm, 'slots'>({ name: 'slots' })
  const error = useRuleError(`${path}.screens`)
  if (!layer) return null
  const { place, name, screens } = layer
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        <TextField name={`${path}.name`} label={t('layers.name')} required />
        <SelectField
          name={`${path}.storyboardId`}
          label={t('deviceGroups.storyboard')}
          hint={shapeText(storyboardOf(layer.storyboardId))}
          choices={choices}
          picture={storyPicture}
          searchable
          required
        />
      </div>
      <PlaceFields path={path} place={place} />
      <Group>
        <RuleButton
          name={name}
          index={slots.length + index}
          rule={screens}
          error={error}
          onChange={(next) => setValue(`${path}.screens`, next, { shouldDirty: true, shouldValidate: true })}
        />
      </Group>
      <LayerTimes index={index} />
    </div>
  )
}

interface PlaceFieldsProps {
  path: `layers.${number}`
  place: LayerPlace
}

/** Where a layer is, and whether the page makes room for it. */
function PlaceFields({ path, place }: PlaceFieldsProps) {
  const { t } = useTranslation()
  const { setValue } = useFormContext<LayersForm>()
  const setPlace = (change: Partial<LayerPlace>) =>
    setValue(`${path}.place`, tidyPlace({ ...place, ...change }) as LayerForm['place'], {
      shouldDirty: true,
      shouldValidate: true,
    })
  return (
    <>
      <Radio.Group
        label={t('layers.place')}
        value={place.kind}
        onChange={(kind) => setPlace({ kind: kind as LayerPlace['kind'] })}
      >
        <div className={styles.kinds}>
          {LAYER_KINDS.map((kind) => (
            <Radio
              key={kind}
              value={kind}
              label={
                <span className={styles.kind}>
                  <PlacePicture place={tidyPlace({ kind, makesRoom: place.makesRoom })} />
                  {t(`layers.kinds.${kind}`)}
                </span>
              }
            />
          ))}
        </div>
      </Radio.Group>
      {isBar(place.kind) && (
        <Radio.Group
          label={t('layers.room')}
          value={place.makesRoom ? 'room' : 'over'}
          onChange={(value) => setPlace({ makesRoom: value === 'room' ? true : undefined })}
        >
          <Group gap="md">
            <Radio value="room" label={t('layers.makesRoom')} />
            <Radio value="over" label={t('layers.over')} />
          </Group>
        </Radio.Group>
      )}
      <PlaceSizes path={path} place={place} />
    </>
  )
}

/** Percent of the screen. */
function PlaceSizes({ path, place }: PlaceFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.sizes}>
      {isBar(place.kind) && (
        <NumberField
          name={`${path}.place.height`}
          label={t('layers.height')}
          hint={t('layers.heightHint')}
          min={3}
          max={50}
        />
      )}
      {isCorner(place.kind) && (
        <NumberField
          name={`${path}.place.width`}
          label={t('layers.width')}
          hint={t('layers.widthHint')}
          min={5}
          max={60}
          required
        />
      )}
      {place.kind === 'frame' &&
        EDGES.map((edge) => (
          <NumberField
            key={edge}
            name={`${path}.place.${edge}`}
            label={t(`layers.edges.${edge}`)}
            min={0}
            max={40}
            required
          />
        ))}
    </div>
  )
}

/** `1920 × 120`. */
const shapeText = (storyboard: Storyboard | undefined) =>
  storyboard && `${storyboard.width} × ${storyboard.height}`

/** When a layer shows: always, or in its slots. */
function LayerTimes({ index }: { index: number }) {
  const { t } = useTranslation()
  const { control } = useFormContext<LayersForm>()
  const list = `layers.${index}.slots` as const
  const { fields, append, remove } = useFieldArray({ control, name: list, keyName: 'key' })
  return (
    <fieldset className={slotStyles.slots}>
      <legend>{t('layers.when')}</legend>
      {fields.length === 0 && <p className={slotStyles.none}>{t('layers.always')}</p>}
      {fields.map((field, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read twice
        <div
          key={field.key}
          role="group"
          aria-label={`${t('deviceGroups.time')} ${place + 1}`}
          className={slotStyles.row}
        >
          <SlotTimeField index={place} list={list} edge="from" />
          <SlotTimeField index={place} list={list} edge="to" />
          <ActionIcon
            aria-label={t('deviceGroups.removeTime', { number: place + 1 })}
            onClick={() => remove(place)}
          >
            <TrashIcon size={18} aria-hidden="true" />
          </ActionIcon>
          <SlotRepeats index={place} list={list} />
        </div>
      ))}
      {fields.length < LAYER_SLOTS_MAX && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<PlusIcon size={14} aria-hidden="true" />}
            onClick={() => append({ from: '09:00 AM', to: '10:00 AM' })}
          >
            {t('deviceGroups.addTime')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
