import { z } from 'zod'
import { contradictingTest, tidyCondition } from '#document/condition-problems.ts'
import { plainText } from '#plain-text.ts'
import { rule } from '#rules.ts'
import {
  BARE_OPERATORS,
  HOLD_SECONDS_MAX,
  NUMBER_OPERATORS,
  OLDER_MINUTES_MAX,
  OPERATORS,
  SUBJECTS,
  TESTS_MAX,
  TRIGGER_FIELDS,
  WEATHER_FIELDS,
} from '#schedule/conditions.ts'
import { boundedList } from './bounded-list.ts'
import { requiredText, wholeNumber } from './inputs.ts'

const VALUE_MAX = 200
const Value = z.union([
  z.string().overwrite(plainText).min(1, rule('required')).max(VALUE_MAX, rule('max', VALUE_MAX)),
  z.number(),
  z.boolean(),
])

/** The fields that a subject has; undefined where its columns say. */
const FIELDS: Record<(typeof SUBJECTS)[number], readonly string[] | undefined> = {
  source: undefined,
  weather: WEATHER_FIELDS,
  trigger: TRIGGER_FIELDS.slice(0, 1),
}

const Test = z
  .object({
    of: z.enum(SUBJECTS),
    from: requiredText(100),
    field: requiredText(300),
    is: z.enum(OPERATORS),
    value: Value.optional(),
  })
  .superRefine(({ of, field, is, value }, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const fields = FIELDS[of]
    if (fields && !fields.includes(field)) wrong('field', rule('unknown'))
    if (BARE_OPERATORS.includes(is)) return
    if (value === undefined) wrong('value', rule('required'))
    else if (NUMBER_OPERATORS.includes(is) && typeof value !== 'number') wrong('value', rule('numeric'))
  })

/** `Condition` in `schedule/conditions.ts`, as people send it: one that can never hold is refused. */
export const ConditionInput = z
  .object({
    tests: boundedList(z.array(Test).min(1, rule('required')).max(TESTS_MAX, rule('max_value', TESTS_MAX))),
    any: z.literal(true).optional(),
    older: z.object({ minutes: wholeNumber(1, OLDER_MINUTES_MAX), plays: z.boolean() }).optional(),
    holdSeconds: wholeNumber(0, HOLD_SECONDS_MAX).optional(),
    immediate: z.literal(true).optional(),
  })
  .superRefine((when, context) => {
    const wrong = contradictingTest(when)
    if (wrong !== undefined)
      context.addIssue({ code: 'custom', path: ['tests', wrong, 'value'], message: rule('never_true') })
  })
  .overwrite((when) => tidyCondition(when) ?? when)
  .optional()

/** As it is stored and sent to screens. */
export const StoredCondition = z
  .object({
    tests: z.array(
      z.object({
        of: z.enum(SUBJECTS),
        from: z.string(),
        field: z.string(),
        is: z.enum(OPERATORS),
        value: z.union([z.string(), z.number(), z.boolean()]).optional(),
      }),
    ),
    any: z.literal(true).optional(),
    older: z.object({ minutes: z.number(), plays: z.boolean() }).optional(),
    holdSeconds: z.number().optional(),
    immediate: z.literal(true).optional(),
  })
  .optional()
