import { TextInput } from '@mantine/core'
import { TEXT_MAX } from '@vitrine/contract/fields/kinds/textbox'
import { useRef } from 'react'
import type { ControlProps } from '#fields/control.ts'
import styles from '#fields/fields.module.css'
import { FieldButton } from './field-button.tsx'
import { StyleButtons } from './style-buttons.tsx'

/** A styled text: the text and its style. */
export function CellDataControl({
  id,
  label,
  field,
  value,
  onChange,
  describedBy,
  invalid,
  host,
}: ControlProps<'cellData'>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in one line in all browsers
    <div role="group" aria-labelledby={`${id}-label`} className={styles.line}>
      <TextInput
        id={id}
        ref={input}
        rightSection={
          field.bound && host.pickField ? (
            <FieldButton
              input={input}
              pick={host.pickField}
              onChange={(text) => onChange({ ...value, text })}
            />
          ) : undefined
        }
        rightSectionPointerEvents="none"
        className={styles.grow}
        style={{ flexBasis: '100%' }}
        aria-label={label}
        aria-describedby={describedBy}
        error={invalid}
        dir="auto"
        maxLength={TEXT_MAX}
        value={value.text}
        onChange={(event) => onChange({ ...value, text: event.currentTarget.value })}
      />
      <StyleButtons value={value} onChange={(style) => onChange({ ...value, ...style })} />
    </div>
  )
}
