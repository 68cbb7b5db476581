import { Button, CloseButton, Input } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProps } from '#ui/form/fields/use-text-field.ts'
import { useValueField } from '#ui/form/fields/use-value-field.ts'
import styles from './choosing.module.css'
import { TargetChoices, type TargetChoicesProps } from './target-choices.tsx'

/** Selected targets named in the summary. */
const NAMED = 6

interface TargetPickerProps extends Omit<TargetChoicesProps, 'onChange'> {
  hint?: string | undefined
  error?: string | undefined
  required?: boolean | undefined
  id?: string | undefined
  onChange: (chosen: ReadonlySet<string>) => void
}

/** A list of groups and screens to choose from, with the selection below it. */
export function TargetPicker({ hint, error, required, onChange, ...choices }: TargetPickerProps) {
  const { label, devices = [], groups = [], chosen } = choices
  const own = useId()
  const id = choices.id ?? own
  const change = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const each of ids) {
      if (isChosen) next.add(each)
      else next.delete(each)
    }
    onChange(next)
  }
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={hint}
      error={error}
      withAsterisk={required}
      labelElement="div"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: the label above is what names it. */}
      <div role="group" id={id} className={styles.list} aria-labelledby={`${id}-label`}>
        <TargetChoices {...choices} onChange={change} />
        <Chosen targets={[...groups, ...devices].filter((each) => chosen.has(each.id))} onChange={change} />
      </div>
    </Input.Wrapper>
  )
}

interface TargetsFieldProps extends FieldProps, Pick<TargetChoicesProps, 'devices' | 'groups'> {}

/** The picker as a form field; its value is a list of ids. */
export function TargetsField({ devices, groups, ...field }: TargetsFieldProps) {
  const { shared, value, onChange } = useValueField(field)
  const { id, label, description, error, withAsterisk } = shared
  return (
    <TargetPicker
      {...{ id, label, error, devices, groups }}
      hint={description}
      required={withAsterisk}
      chosen={new Set(Array.isArray(value) ? (value as string[]) : [])}
      onChange={(next) => onChange([...next])}
    />
  )
}

interface ChosenProps {
  targets: readonly { id: string; name: string }[]
  onChange: (ids: readonly string[], isChosen: boolean) => void
}

/** The selection regardless of the filter, with a button to remove each. */
function Chosen({ targets, onChange }: ChosenProps) {
  const { t } = useTranslation()
  const more = targets.length - NAMED
  const ids = targets.map(({ id }) => id)
  return (
    <div className={styles.chosen}>
      <span role="status">
        {targets.length > 0 ? t('screensPicker.chosen', { count: targets.length }) : t('screensPicker.none')}
      </span>
      {targets.slice(0, NAMED).map(({ id, name }) => (
        <span key={id} className={styles.pill}>
          <bdi>{name}</bdi>
          <CloseButton
            size="sm"
            aria-label={t('screensPicker.remove', { name })}
            onClick={() => onChange([id], false)}
          />
        </span>
      ))}
      {more > 0 && <span>{t('screensPicker.moreChosen', { count: more })}</span>}
      {targets.length > 1 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(ids, false)}>
          {t('screensPicker.clear')}
        </Button>
      )}
    </div>
  )
}
