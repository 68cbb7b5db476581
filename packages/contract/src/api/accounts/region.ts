import { z } from 'zod'
import { rule } from '#rules.ts'

/** A language, with its country where that matters (`de-AT`). */
export const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/

/** First days of the week, named as in language tags. */
export const FIRST_DAYS = ['mon', 'sat', 'sun'] as const

/** How screens format dates, times, numbers and temperatures; null: not set at this level. */
export const Region = z.object({
  language: z
    .string(rule('invalid'))
    .max(20, rule('invalid'))
    .regex(LANGUAGE_TAG, rule('invalid'))
    .nullable(),
  hours: z.enum(['12', '24'], rule('invalid')).nullable(),
  temperature: z.enum(['celsius', 'fahrenheit'], rule('invalid')).nullable(),
  /** Defaults to null for older clients. */
  firstDay: z.enum(FIRST_DAYS, rule('invalid')).nullable().default(null),
})
export type Region = z.infer<typeof Region>
