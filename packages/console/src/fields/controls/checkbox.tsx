import { Switch } from '@mantine/core'
import type { ControlProps } from '#fields/control.ts'

export function CheckboxControl({ id, label, value, onChange, describedBy }: ControlProps<'checkbox'>) {
  return (
    <Switch
      id={id}
      label={label}
      checked={value}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
