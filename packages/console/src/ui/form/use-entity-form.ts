import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { createLabels, type FormContext } from './form-context.ts'

export interface EntityFormState<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  context: FormContext
}

/**
 * A form for a contract schema. Errors appear on blur; overall validity is computed immediately. `values` are the
 * initial values and the baseline for changes.
 */
export function useEntityForm<Schema extends z.ZodType<unknown, FieldValues>>(
  schema: Schema,
  values: DefaultValues<z.input<Schema>>,
): EntityFormState<z.input<Schema>, z.output<Schema>> {
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(schema),
    defaultValues: values,
    mode: 'onTouched',
  })
  const [labels] = useState(createLabels)
  const id = useId()
  return { form, context: { id, schema, labels } }
}
