import { z } from 'zod'
import { rule } from '#rules.ts'
import { contradictionIn, RULE_NAMES_MAX, tidyRule } from '#schedule/screen-rule.ts'
import { boundedList } from './bounded-list.ts'
import { Id } from './entity.ts'
import { TagName } from './tags.ts'

const names = <T extends z.ZodType>(name: T) =>
  boundedList(z.array(name).max(RULE_NAMES_MAX, rule('max_value', RULE_NAMES_MAX))).optional()

/** `ScreenRule` in `schedule/screen-rule.ts`: on which screens a page or a slot plays. */
const Parts = z.object({
  allTags: names(TagName),
  anyTags: names(TagName),
  noTags: names(TagName),
  inPlaces: names(Id),
  notInPlaces: names(Id),
})

/** As people send it: a rule that no screen can match is refused, an empty one is none. */
export const ScreenRuleInput = Parts.superRefine((parts, context) => {
  const wrong = contradictionIn(parts)
  if (wrong) context.addIssue({ code: 'custom', path: [wrong], message: rule('contradiction') })
})
  .overwrite((parts) => tidyRule(parts) ?? {})
  .optional()

/** As it is stored and sent to screens. */
export const StoredScreenRule = z
  .object({
    allTags: z.array(z.string()).optional(),
    anyTags: z.array(z.string()).optional(),
    noTags: z.array(z.string()).optional(),
    inPlaces: z.array(z.string()).optional(),
    notInPlaces: z.array(z.string()).optional(),
  })
  .optional()
