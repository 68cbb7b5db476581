import { Radio } from '@mantine/core'
import styles from '#ui/form/entity-form.module.css'
import { NumberInput } from './number-input.tsx'
import type { FieldProps } from './use-text-field.ts'
import { useValueField } from './use-value-field.ts'

export function NumberField({ min, max, ...field }: FieldProps & { min?: number; max?: number }) {
  const { shared, value, onChange } = useValueField(field)
  return (
    <NumberInput
      {...shared}
      min={min}
      max={max}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      // An emptied field is a missing number, not an empty text.
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}

export interface Choice {
  value: string
  label: string
  disabled?: boolean
}

/** Choices as cards with a sentence each. */
export function RadioField({
  choices,
  ...field
}: FieldProps & { choices: readonly (Choice & { text?: string })[] }) {
  const { shared, value, onChange } = useValueField(field)
  const { ref, ...group } = shared
  return (
    <Radio.Group {...group} value={typeof value === 'string' ? value : ''} onChange={onChange}>
      <div className={styles.choices}>
        {choices.map((choice, index) => (
          <Radio
            key={choice.value}
            ref={index === 0 ? ref : undefined}
            value={choice.value}
            label={choice.label}
            description={choice.text}
            disabled={choice.disabled}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
