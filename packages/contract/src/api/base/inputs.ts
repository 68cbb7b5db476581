import { z } from 'zod'
import { plainText } from '#plain-text.ts'
import { isDate, type Rule, rule, TIME_PATTERN } from '#rules.ts'
import { isTimeZone } from '#schedule/time-zone.ts'

/** Schemas of what people type into forms, each with the validation rule that a wrong value breaks. */

const orRequired = (name: Rule) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === '' ? rule('required') : rule(name)

/** Names appear in emails, headers, and lists: replace line breaks and other control characters with spaces. */
const oneLine = (text: string) => plainText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))

/** Required text of one line, trimmed, 1 to `max` characters. */
export const requiredText = (max = 100) =>
  z
    .string({ error: orRequired('invalid') })
    .overwrite(oneLine)
    .trim()
    .min(1, rule('required'))
    .max(max, rule('max', max))

/** Required text that may have line breaks, trimmed, 1 to `max` characters. */
export const requiredLines = (max: number) =>
  z
    .string({ error: orRequired('invalid') })
    .overwrite(plainText)
    .trim()
    .min(1, rule('required'))
    .max(max, rule('max', max))

/** Text that may be empty or absent. */
export const optionalText = (max = 1000) =>
  z
    .string({ error: rule('invalid') })
    .overwrite(plainText)
    .trim()
    .max(max, rule('max', max))
    .default('')

export const email = () =>
  z
    .string({ error: orRequired('email') })
    .trim()
    .toLowerCase()
    .min(1, rule('required'))
    .max(254, rule('max', 254))
    .regex(/^[^\s@<>"]+@[^\s@<>"][^\s@<>".]*\.[^\s@<>"]+$/, rule('email'))

/** At least 8 characters, including a digit; at most 200, to bound the time for hashing. */
export const newPassword = () =>
  z
    .string({ error: orRequired('invalid') })
    .min(1, rule('required'))
    .min(8, rule('min', 8))
    .max(200, rule('max', 200))
    .regex(/\d/, rule('decimal'))

export const wholeNumber = (min: number, max: number) =>
  z
    .int({ error: orRequired('numeric') })
    .min(min, rule('min_value', min))
    .max(max, rule('max_value', max))

export const date = () => z.string({ error: orRequired('date') }).refine(isDate, rule('date'))
export const time = () => z.string({ error: orRequired('time') }).regex(TIME_PATTERN, rule('time'))
export const timeZone = () =>
  z
    .string({ error: rule('invalid') })
    .max(64)
    .refine(isTimeZone, rule('invalid'))

/**
 * Rule `external`: fails unless `passes` holds, whatever the value, and shows the supplied message at `path` below the
 * value. For checks that need more than the value, such as overlapping time slots.
 */
export const external =
  (passes: () => boolean, message: string, path: (string | number)[] = []) =>
  (_value: unknown, context: z.RefinementCtx): void => {
    if (!passes()) context.addIssue({ code: 'custom', path, message })
  }

/** Digits with an optional leading plus; removes spaces, dots, dashes, and brackets. */
export const mobile = () =>
  requiredText(32)
    .transform((text) => text.replace(/[\s().-]/g, ''))
    .pipe(z.string().regex(/^\+?\d{6,15}$/, rule('invalid')))
