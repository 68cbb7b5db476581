import { z } from 'zod'
import { Id, IdParams, NamedOrganization } from '#api/base/entity.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { STORYBOARD_DEPTH_MAX } from '#schedule/page-order.ts'
import { RULE_NAMES_MAX, RULE_PARTS } from '#schedule/screen-rule.ts'

/** Plays of one answer; a day has more of them if pages are short. */
export const COMING_PLAYS_MAX = 400
const MINUTES_MAX = 1440
const DEFAULT_MINUTES = 60
/** January 1, 2100. */
const LATEST = 4_102_444_800_000

/** One page on a screen, or nothing. Instants in milliseconds since 1970. */
export const ComingPlay = z.object({
  start: z.number(),
  /** Null: until someone touches the screen, or something is saved. */
  end: z.number().nullable(),
  reason: z.enum(['slot', 'default', 'override', 'takeover', 'nothing']),
  slot: z.object({ from: z.string(), to: z.string(), event: z.string().optional() }).nullable(),
  storyboard: z.object({ id: Id, name: z.string() }).nullable(),
  /** Null if nothing plays. Without a name, it is outside the caller's scope. */
  page: z.object({ id: Id, name: z.string(), thumbnailId: Id.nullable() }).nullable(),
  /** The storyboards inside it that the page belongs to, the outermost first, and which of their plays of this round it is. */
  inner: z.array(z.object({ id: Id, name: z.string(), nth: z.int(), of: z.int() })).max(STORYBOARD_DEPTH_MAX),
  /** The parts of rules that let it play there, with the names of tags and places. */
  because: z
    .array(z.object({ part: z.enum(RULE_PARTS), names: z.array(z.string()).max(RULE_NAMES_MAX) }))
    .max(RULE_PARTS.length * (STORYBOARD_DEPTH_MAX + 1)),
  /** It plays while a condition holds, whose values only the screen knows. */
  isConditional: z.boolean(),
  /**
   * It, or a storyboard that begins with it, begins at most `most` times in this hour, which ends at `until`: this is the nth time. More
   * than `most`: everything else was used up, too.
   */
  limit: z.object({ most: z.int(), nth: z.int(), until: z.number() }).optional(),
})
export type ComingPlay = z.infer<typeof ComingPlay>

export const Coming = z.object({
  /** In order. */
  plays: z.array(ComingPlay).max(COMING_PLAYS_MAX),
  /** Until when it lists all plays. */
  until: z.number(),
  /** Of the clocks by which it plays. */
  timezone: z.string(),
})
export type Coming = z.infer<typeof Coming>

const Query = z.object({
  /** Absent: now. */
  from: z.coerce
    .number({ error: rule('numeric') })
    .int()
    .min(0)
    .max(LATEST, rule('max_value', LATEST))
    .optional(),
  minutes: z.coerce
    .number({ error: rule('numeric') })
    .int()
    .min(1, rule('min_value', 1))
    .max(MINUTES_MAX, rule('max_value', MINUTES_MAX))
    .default(DEFAULT_MINUTES),
})

export const comingOnScreen = route({
  method: 'GET',
  path: '/devices/:id/coming',
  summary:
    'List what a screen plays from an instant on, page by page, with reasons; with `storyboardId`, as if it played the saved draft of that storyboard',
  who: { read: 'devices' },
  params: IdParams,
  query: Query.extend({ storyboardId: Id.optional() }),
  response: z.object({ coming: Coming }),
  budget: 'summaries',
})

export const comingInGroup = route({
  method: 'GET',
  path: '/device-groups/:id/coming',
  summary: 'List what a screen of a group without tags plays from an instant on, page by page, with reasons',
  who: { read: 'device-groups' },
  params: IdParams,
  query: Query.extend({ organizationId: NamedOrganization }),
  response: z.object({ coming: Coming }),
  budget: 'summaries',
})
