import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id } from '#api/base/entity.ts'
import { requiredText } from '#api/base/inputs.ts'
import { rule } from '#rules.ts'
import { LOCAL_ENTRIES_MAX, LOCAL_KINDS } from '#schedule/local-slot.ts'

const whole = (max: number) =>
  z
    .int({ error: rule('numeric') })
    .min(1, rule('min_value', 1))
    .max(max, rule('max_value', max))

/** Seconds of a day. */
const LONGEST = 86_400

export const LocalKind = z.enum(LOCAL_KINDS)

/** A place in a storyboard that branches fill: `LocalLimits` in `schedule/local-slot.ts`. */
export const LocalSlot = z.object({
  /** Made by who saves it first. What places show there belongs to it, so it stays the same. */
  id: Id,
  name: requiredText(60),
  entries: whole(LOCAL_ENTRIES_MAX).optional(),
  each: whole(LONGEST).optional(),
  seconds: whole(LONGEST).optional(),
  kinds: boundedList(
    z
      .array(LocalKind)
      .min(1, rule('required'))
      .max(LOCAL_KINDS.length, rule('max_value', LOCAL_KINDS.length)),
  ),
  /** What a place shows there waits for approval, as it always does under strict approval. */
  approval: z.literal(true).optional(),
})
export type LocalSlot = z.infer<typeof LocalSlot>
