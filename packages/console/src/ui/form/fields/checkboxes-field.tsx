import { Checkbox } from '@mantine/core'
import styles from '#ui/form/entity-form.module.css'
import type { Choice } from './choice-fields.tsx'
import type { FieldProps } from './use-text-field.ts'
import { useValueField } from './use-value-field.ts'

/** A list of checkboxes. */
export function CheckboxesField({ choices, ...field }: FieldProps & { choices: readonly Choice[] }) {
  const { shared, value, onChange } = useValueField(field)
  const { ref, ...group } = shared
  return (
    <Checkbox.Group {...group} value={Array.isArray(value) ? (value as string[]) : []} onChange={onChange}>
      <div className={styles.choices}>
        {choices.map((choice, index) => (
          <Checkbox
            key={choice.value}
            ref={index === 0 ? ref : undefined}
            value={choice.value}
            label={choice.label}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** One thing that is on or off. */
export function CheckboxField(props: FieldProps) {
  const { shared, value, onChange } = useValueField(props)
  const { withAsterisk: _, ...box } = shared
  return (
    <Checkbox
      {...box}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
