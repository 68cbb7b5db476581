import { Textarea } from '@mantine/core'
import type { FieldProps } from './use-text-field.ts'
import { useTextField } from './use-text-field.ts'

export function LongTextField(field: FieldProps) {
  return <Textarea {...useTextField(field)} autosize minRows={3} />
}
