import { ActionIcon, Button } from '@mantine/core'
import { ArrowDownIcon } from '@phosphor-icons/react/dist/csr/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/dist/csr/ArrowUp'
import { PencilSimpleIcon } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import { LAYERS_MAX } from '@vitrine/contract/api/screens/layers'
import { type ReactNode, useState } from 'react'
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#ui/form/fields/choice-fields.tsx'
import { useField } from '#ui/form/form-context.ts'
import { LayerFields } from './layer-fields.tsx'
import type { LayerForm, LayersForm } from './layer-form.ts'
import { layerText } from './layer-text.ts'
import styles from './layers.module.css'
import { LayersPicture } from './layers-picture.tsx'
import { PlacePicture } from './place-picture.tsx'

interface LayersFieldProps {
  choices: readonly Choice[]
  storyboardOf: (id: string | null) => Storyboard | undefined
  editable: boolean
}

/** The layers of a schedule: each a storyboard at a place over or beside whatever plays. */
export function LayersField({ choices, storyboardOf, editable }: LayersFieldProps) {
  const { t } = useTranslation()
  const { control, setFocus } = useFormContext<LayersForm>()
  const id = useField('layers', t('layers.title'))
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'layers', keyName: 'key' })
  const layers = useWatch({ control, name: 'layers' }) ?? []
  const { errors } = useFormState({ control, name: 'layers' })
  const wrong = (index: number) => Array.isArray(errors.layers) && errors.layers[index] !== undefined
  const { shown, setAdded, toggle } = useShown(fields)
  const add = () => {
    append(newLayer(t('layers.layer', { number: fields.length + 1 }), layers), { shouldFocus: false })
    setAdded(true)
    setTimeout(() => setFocus(`layers.${fields.length}.name`, { shouldSelect: true }))
  }
  return (
    <fieldset className={styles.layers} id={id}>
      <legend>{t('layers.title')}</legend>
      <p className={styles.hint}>{t('layers.hint', { most: LAYERS_MAX })}</p>
      {fields.length > 0 && (
        <LayersPicture
          storyboardOf={storyboardOf}
          open={shown === undefined ? undefined : fields.findIndex(({ key }) => key === shown)}
        />
      )}
      <ul className={styles.list}>
        {fields.map((field, index) => {
          const layer = layers[index]
          if (!layer) return null
          const isOpen = shown === field.key || wrong(index)
          return (
            <li key={field.key} className={styles.item}>
              <LayerRow
                layer={layer}
                storyboard={storyboardOf(layer.storyboardId)?.name}
                isOpen={isOpen}
                onEdit={() => toggle(field.key)}
                acts={
                  editable && {
                    up: index > 0 && (() => swap(index, index - 1)),
                    down: index < fields.length - 1 && (() => swap(index, index + 1)),
                    remove: () => remove(index),
                  }
                }
              />
              {isOpen && <LayerFields index={index} choices={choices} storyboardOf={storyboardOf} />}
            </li>
          )
        })}
      </ul>
      {editable && fields.length < LAYERS_MAX && <AddLayer onAdd={add} />}
    </fieldset>
  )
}

/** Which layer's fields are shown, by its key: the one that was added last, or that someone opened. */
function useShown(fields: readonly { key: string }[]) {
  const [open, setOpen] = useState<string>()
  const [added, setAdded] = useState(false)
  const shown = added ? fields.at(-1)?.key : open
  const toggle = (key: string) => {
    setAdded(false)
    setOpen(shown === key ? undefined : key)
  }
  return { shown, setAdded, toggle }
}

function AddLayer({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  return (
    <div>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<PlusIcon size={14} aria-hidden="true" />}
        onClick={onAdd}
      >
        {t('layers.add')}
      </Button>
    </div>
  )
}

interface LayerRowProps {
  layer: LayerForm
  /** Its name. */
  storyboard: string | undefined
  isOpen: boolean
  onEdit: () => void
  /** What can be done to it; false at an end of the list, or for readers. */
  acts: false | { up: false | (() => void); down: false | (() => void); remove: () => void }
}

/** Where a layer is, what it shows, and when. */
function LayerRow({ layer, storyboard, isOpen, onEdit, acts }: LayerRowProps) {
  const { t } = useTranslation()
  const { name } = layer
  return (
    <div className={styles.row}>
      <PlacePicture place={layer.place} />
      <div className={styles.words}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span>{storyboard}</span>
        <span className={styles.hint}>{layerText(t, layer)}</span>
      </div>
      <div className={styles.acts}>
        <Act label={t('layers.edit', { name })} pressed={isOpen} onAct={onEdit}>
          <PencilSimpleIcon size={18} aria-hidden="true" />
        </Act>
        {acts && (
          <>
            <Act label={t('layers.up', { name })} onAct={acts.up}>
              <ArrowUpIcon size={18} aria-hidden="true" />
            </Act>
            <Act label={t('layers.down', { name })} onAct={acts.down}>
              <ArrowDownIcon size={18} aria-hidden="true" />
            </Act>
            <Act label={t('layers.remove', { name })} onAct={acts.remove}>
              <TrashIcon size={18} aria-hidden="true" />
            </Act>
          </>
        )}
      </div>
    </div>
  )
}

interface ActProps {
  label: string
  pressed?: boolean
  /** False: it can't be pressed. */
  onAct: false | (() => void)
  children: ReactNode
}

function Act({ label, pressed, onAct, children }: ActProps) {
  return (
    <ActionIcon aria-label={label} aria-expanded={pressed} disabled={!onAct} onClick={onAct || undefined}>
      {children}
    </ActionIcon>
  )
}

/** A ticker at the bottom, for which the page makes room. */
const newLayer = (name: string, layers: readonly LayerForm[]): LayerForm => ({
  name: layers.some((layer) => layer.name === name) ? `${name} +` : name,
  place: { kind: 'bottom', makesRoom: true },
  storyboardId: '',
  slots: [],
})
