import { Radio } from '@mantine/core'
import { useReducer } from 'react'
import { useFormContext } from 'react-hook-form'
import styles from '#ui/form/entity-form.module.css'
import { NumberInput } from './number-input.tsx'
import type { FieldProps } from './use-text-field.ts'
import { useValueField } from './use-value-field.ts'

export function NumberField({ min, max, ...field }: FieldProps & { min?: number; max?: number }) {
  const { shared, value, onChange } = useValueField(field)
  const { getValues } = useFormContext()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  // An empty field is a missing number, not ''; the library would show the initial value for it.
  const isEmpty = getValues(field.name) === undefined
  return (
    <NumberInput
      {...shared}
      min={min}
      max={max}
      value={!isEmpty && (typeof value === 'number' || typeof value === 'string') ? value : ''}
      onChange={(next) => {
        onChange(next === '' ? undefined : next)
        redraw()
      }}
    />
  )
}

export interface Choice {
  value: string
  label: string
  disabled?: boolean
}

/** Radio buttons as cards, each with a description. */
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
