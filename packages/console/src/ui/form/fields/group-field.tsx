import { ActionIcon, Button } from '@mantine/core'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { ReactNode } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import styles from '#ui/form/entity-form.module.css'
import { useFieldError } from '#ui/form/field-error.ts'
import { useField } from '#ui/form/form-context.ts'

interface GroupFieldProps {
  name: string
  label: string
  /** The singular name of a group: `Floor`. */
  itemLabel: string
  hint?: string
  /** Creates an empty group. */
  empty: () => object
  /** The field to focus in a new group, such as `name`. */
  focus?: string
  children: (index: number, path: string) => ReactNode
}

/** Repeatable groups with *Add More*, and a delete button on every group after the first. */
export function GroupField({ name, label, itemLabel, hint, empty, focus, children }: GroupFieldProps) {
  const { t } = useTranslation()
  const { control, setFocus } = useFormContext()
  const id = useField(name, label)
  const error = useFieldError(name, label)
  const { fields, append, remove } = useFieldArray({ control, name, keyName: 'key' })
  const focusGroup = (index: number) => {
    if (focus) setTimeout(() => setFocus(`${name}.${index}.${focus}`))
  }
  return (
    <fieldset className={styles.group} id={id}>
      <legend>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {fields.map((field, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read twice
        <div key={field.key} className={styles.groupRow} role="group" aria-label={groupLabel(index)}>
          <div className={styles.groupFields}>{children(index, `${name}.${index}`)}</div>
          {index > 0 && (
            <ActionIcon
              className="vitrine-group-remove"
              aria-label={t('form.remove', { label: itemLabel, number: index + 1 })}
              onClick={() => {
                remove(index)
                focusGroup(index - 1)
              }}
            >
              <TrashIcon size={18} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      ))}
      {error && (
        <p className={styles.groupError} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<PlusIcon size={14} aria-hidden="true" />}
          onClick={() => {
            append(empty(), { shouldFocus: false })
            focusGroup(fields.length)
          }}
        >
          {t('form.addMore')}
        </Button>
      </div>
    </fieldset>
  )

  function groupLabel(index: number) {
    return t('form.groupItem', { label: itemLabel, number: index + 1 })
  }
}
