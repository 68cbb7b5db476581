import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { removeManyRoute } from '#api/base/bulk.ts'
import { ConditionInput } from '#api/base/condition.ts'
import { Id, IdAnswer, IdParams, ListQuery, OrganizationHint, Timestamp, Version } from '#api/base/entity.ts'
import { DryRun, Impact, Misfits } from '#api/base/impact.ts'
import { optionalText, requiredText } from '#api/base/inputs.ts'
import { restoring, versionsRoute } from '#api/base/saved-versions.ts'
import { ScreenRuleInput, StoredScreenRule } from '#api/base/screen-rule.ts'
import { ItemTags, TagFilter, tagManyRoute } from '#api/base/tags.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { isShowDate, isShowSpan } from '#schedule/show-dates.ts'
import { LocalSlot } from './local-slot.ts'
import { MadeFilter, MadeFor } from './made.ts'

/** `standard`: cards at 1920x1080, one after another. `designed`: layouts of one screen size. */
export const StoryboardType = z.enum(['standard', 'designed'])
export type StoryboardType = z.infer<typeof StoryboardType>
/** `DEFAULT`: pages change by action only, the first one stays. `AUTO`: pages advance by their durations. */
export const PlaybackMode = z.enum(['DEFAULT', 'AUTO'])
export type PlaybackMode = z.infer<typeof PlaybackMode>
export const StoryboardStatus = z.enum(['pending', 'approved', 'rejected'])
export type StoryboardStatus = z.infer<typeof StoryboardStatus>

/** How a page replaces the previous one: immediately, by fading in, or by sliding in from the right. */
export const TRANSITIONS = ['cut', 'fade', 'slide'] as const
export const Transition = z.enum(TRANSITIONS)
export type Transition = z.infer<typeof Transition>

export const STANDARD_WIDTH = 1920
export const STANDARD_HEIGHT = 1080
export const DEFAULT_ITEM_SECONDS = 5

const showDate = () => z.string({ error: rule('date') }).refine(isShowDate, rule('date'))
/** When a page shows, by the clocks of the group that plays it: `ShowDates` in `schedule/show-dates.ts`. */
const showDates = { showFrom: showDate().optional(), showUntil: showDate().optional() }

/** `ShowSpan` in `schedule/show-dates.ts`. */
const ShowSpan = z.object({ from: z.number().nullable(), to: z.number().nullable() })

const IDLE_MIN = 5
/** Idle seconds after which a screen leaves the page that touches led to. */
const IdleSeconds = z
  .int({ error: rule('numeric') })
  .min(IDLE_MIN, rule('min_value', IDLE_MIN))
  .max(86_400, rule('max_value', 86_400))

export const WEIGHT_MAX = 20
export const PER_HOUR_MAX = 60
/** Pages of a storyboard. */
const ITEMS_MAX = 500
/** Times of a page that are answered with its storyboard, and of all of its pages. */
export const PAGE_SHOWS_MAX = 20
export const SHOWS_ANSWERED = 500

const whole = (max: number) =>
  z
    .int({ error: rule('numeric') })
    .min(1, rule('min_value', 1))
    .max(max, rule('max_value', max))

/** How often something plays, and with what: `OrderEntry` in `schedule/page-order.ts`. */
export const itemOrder = {
  /** How often it plays in a round, spread evenly; absent: once. */
  weight: whole(WEIGHT_MAX).optional(),
  /** It plays directly after the item before it, whenever that one plays. */
  tied: z.literal(true).optional(),
  /** Of a storyboard: how many of its pages play per round, continuing where the last round ended; absent: all of them. */
  perRound: whole(ITEMS_MAX).optional(),
  /** With `perRound`: at random, each of them once before one repeats. */
  random: z.literal(true).optional(),
  /** How often it begins in a clock hour at most: `schedule/hour-limits.ts`; absent: without limit. */
  perHour: whole(PER_HOUR_MAX).optional(),
}

/**
 * One page: a card of a standard, a layout of a designed storyboard; or another storyboard of the same type and size, whose
 * pages keep their own durations. `duration` in seconds.
 */
export const StoryboardItem = z.object({
  cardId: Id.optional(),
  layoutId: Id.optional(),
  storyboardId: Id.optional(),
  /** Places show their own entries here; the rest of the item is then what others show, and may name nothing. */
  slot: LocalSlot.optional(),
  ...itemOrder,
  duration: z
    .number({ error: rule('numeric') })
    .min(1, rule('min_value', 1))
    .max(86_400, rule('max_value', 86_400))
    .default(DEFAULT_ITEM_SECONDS),
  /** `cut` when absent. */
  transition: Transition.optional(),
  /** Overrides the storyboard's while this page shows. */
  idleSeconds: IdleSeconds.optional(),
  ...showDates,
  /** On which screens it plays; absent: on every one. */
  screens: ScreenRuleInput,
  /** While it plays; absent: always. */
  when: ConditionInput,
})
export type StoryboardItem = z.infer<typeof StoryboardItem>

export const Storyboard = z.object({
  id: Id,
  name: z.string(),
  type: StoryboardType,
  mode: PlaybackMode,
  width: z.int(),
  height: z.int(),
  /** Null: touch navigation never times out. */
  idleSeconds: z.int().nullable(),
  /** An audio file that loops in the background; null: none. */
  audioId: Id.nullable(),
  /** Each round plays its pages in another order, the same on every screen of a group. */
  shuffle: z.boolean(),
  items: z.array(StoryboardItem),
  publishStatus: StoryboardStatus,
  /** The same value as `publishStatus`. */
  status: StoryboardStatus,
  /** The version that screens play while a later edit waits; null when none was ever approved. */
  approvedVersion: z.int().nullable(),
  /** The first page that screens play while a later edit waits; absent if they play this version, or nothing. */
  plays: z.object({ type: StoryboardType, width: z.int(), height: z.int(), pageId: Id }).optional(),
  /** When the approved version has a page to show; null always. */
  shows: z.array(ShowSpan).nullable(),
  /**
   * By page of its items: when the page has something to show, and on which screens; pages of nothing but media zones may
   * not. Absent for those that always have, and for those with more times than are answered: `PAGE_SHOWS_MAX` of a page,
   * `SHOWS_ANSWERED` of all.
   */
  pageShows: z
    .record(Id, z.array(ShowSpan.extend({ screens: StoredScreenRule })).max(PAGE_SHOWS_MAX))
    .optional(),
  /** Who saved or reviewed it last; null if that was no user of the organization, or long ago. */
  changedBy: Id.nullable(),
  madeFor: MadeFor,
  /** What a place shows in a local slot of the storyboard `madeFor`; absent for others. It is changed with `/local-content`. */
  fills: z.object({ slotId: Id, placeId: Id }).optional(),
  tags: ItemTags,
  organizationId: Id,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Storyboard = z.infer<typeof Storyboard>

/** Parts of an item that say nothing there. */
function wrongParts(item: StoryboardItem, index: number, other: 'cardId' | 'layoutId'): string[] {
  const { storyboardId, perRound, random, weight = 1, tied, slot } = item
  const isInner = storyboardId !== undefined
  const wrong = {
    [other]: item[other] !== undefined,
    storyboardId: isInner && (item.cardId ?? item.layoutId) !== undefined,
    perRound: perRound !== undefined && (!isInner || slot !== undefined),
    random: random !== undefined && perRound === undefined,
    tied: tied !== undefined && index === 0,
    weight: weight > 1 && tied !== undefined,
  }
  return Object.entries(wrong).flatMap(([part, isWrong]) => (isWrong ? [part] : []))
}

export const StoryboardInput = z
  .object({
    name: requiredText(),
    type: StoryboardType,
    mode: PlaybackMode.optional(),
    /** Designed only; standard ones are 1920x1080. Taken from the first layout when absent. */
    width: z.int().min(100).max(10_000).optional(),
    height: z.int().min(100).max(10_000).optional(),
    idleSeconds: IdleSeconds.nullable().optional(),
    audioId: Id.nullable().optional(),
    shuffle: z.boolean({ error: rule('flag') }).optional(),
    items: boundedList(
      z.array(StoryboardItem).min(1, rule('required')).max(ITEMS_MAX, rule('max_value', ITEMS_MAX)),
    ),
    organizationId: Id.optional(),
    version: Version,
  })
  .superRefine((input, context) => {
    const slots = input.items.map(({ slot }) => slot?.id)
    input.items.forEach((item, index) => {
      if (item.slot && slots.indexOf(item.slot.id) < index)
        context.addIssue({ code: 'custom', path: ['items', index, 'slot'], message: rule('invalid') })
      const key = input.type === 'standard' ? 'cardId' : 'layoutId'
      const other = input.type === 'standard' ? 'layoutId' : 'cardId'
      if (!item[key] && !item.storyboardId && !item.slot)
        context.addIssue({ code: 'custom', path: ['items', index, key], message: rule('required') })
      for (const part of wrongParts(item, index, other))
        context.addIssue({ code: 'custom', path: ['items', index, part], message: rule('invalid') })
      if (!isShowSpan(item))
        context.addIssue({
          code: 'custom',
          path: ['items', index, 'showUntil'],
          message: rule('time_after', 'showFrom'),
        })
    })
  })
export type StoryboardInput = z.infer<typeof StoryboardInput>

/** People of a review who are named; the others are counted. */
export const REVIEWERS_NAMED = 3

/** Details for a reviewer, in addition to the storyboard. */
export const StoryboardReview = z.object({
  /** Who may approve it: the first names, and the number of people. */
  reviewers: z.object({ names: z.array(z.string()), total: z.int() }),
  /** Name of the person who saved this version; null for someone in another organization, or long ago. */
  author: z.string().nullable(),
  savedAt: Timestamp.nullable(),
  /** The version that screens play until this one is approved; null if none ever was. */
  approved: Storyboard.pick({
    name: true,
    type: true,
    mode: true,
    width: true,
    height: true,
    idleSeconds: true,
    audioId: true,
    shuffle: true,
    items: true,
  }).nullable(),
  /** The last decision, which may be about an earlier version. */
  decision: z
    .object({
      status: StoryboardStatus.exclude(['pending']),
      by: z.string().nullable(),
      at: Timestamp,
      note: z.string(),
    })
    .nullable(),
})
export type StoryboardReview = z.infer<typeof StoryboardReview>

const Answer = z.object({ storyboard: Storyboard })
const SaveAnswer = Answer.extend({ impact: Impact.optional() })
const ListAnswer = z.object({ storyboards: z.array(Storyboard), total: z.int().optional() })

export const storyboards = {
  list: route({
    method: 'GET',
    path: '/storyboards',
    summary: 'List storyboards',
    who: { read: 'storyboards' },
    query: ListQuery.extend({ status: StoryboardStatus.optional(), tag: TagFilter, made: MadeFilter }),
    response: ListAnswer,
  }),
  pending: route({
    method: 'GET',
    path: '/storyboards/pending',
    summary: 'List storyboards waiting for approval',
    who: { read: 'storyboards' },
    query: ListQuery,
    response: ListAnswer,
  }),
  get: route({
    method: 'GET',
    path: '/storyboards/:id',
    summary: 'Get a storyboard',
    who: { read: 'storyboards' },
    params: IdParams,
    response: Answer,
  }),
  review: route({
    method: 'GET',
    path: '/storyboards/:id/review',
    summary: 'Get the review of a storyboard: its author, the playing version, and the last decision',
    who: { read: 'storyboards' },
    params: IdParams,
    response: z.object({ review: StoryboardReview }),
  }),
  fit: route({
    method: 'GET',
    path: '/storyboards/:id/fit',
    summary: 'List the screens whose size pages of a storyboard, as last saved, do not fit',
    who: { read: 'storyboards' },
    params: IdParams,
    response: z.object({ misfits: Misfits }),
  }),
  create: route({
    method: 'POST',
    path: '/storyboards/create',
    aliases: ['/storyboards'],
    summary:
      'Create a storyboard, which needs approval before it plays; `dryRun` only reports what would change on screens',
    who: { write: 'storyboards' },
    query: DryRun,
    body: StoryboardInput,
    bodyLimit: 256 * 1024,
    response: SaveAnswer,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/storyboards/:id',
    summary:
      'Update a storyboard; the approved version keeps playing until the change is approved; `dryRun` only reports what would change on screens',
    who: { write: 'storyboards' },
    params: IdParams,
    query: DryRun,
    body: StoryboardInput,
    bodyLimit: 256 * 1024,
    response: SaveAnswer,
    errors: ['CONFLICT', 'USED_INSIDE'],
  }),
  setStatus: route({
    method: 'PUT',
    path: '/storyboards/:id/:status',
    summary:
      'Approve or reject a storyboard, with a note to its author; fails if `version` in the body or query, or the status `from`, is not the current one',
    event: 'storyboard.decided',
    who: { write: 'approve-storyboards' },
    params: z.object({ id: Id, status: z.enum(['approved', 'rejected'], rule('invalid')) }),
    query: z.object({ version: z.coerce.number().int().min(1).optional() }),
    body: z.object({ version: Version, from: StoryboardStatus.optional(), note: optionalText() }).optional(),
    response: Answer,
    errors: [
      'CONFLICT',
      'NOT_APPROVED',
      'USED_IN_SCHEDULE',
      'USED_IN_TAKEOVER',
      'USED_ON_SCREEN',
      'USED_IN_TRIGGER',
      'USED_INSIDE',
    ],
  }),
  remove: route({
    method: 'DELETE',
    path: '/storyboards/:id',
    summary: 'Delete a storyboard that no schedule, takeover, screen, trigger, storyboard, or action uses',
    who: { write: 'storyboards' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: [
      'USED_IN_SCHEDULE',
      'USED_IN_TAKEOVER',
      'USED_ON_SCREEN',
      'USED_IN_TRIGGER',
      'USED_INSIDE',
      'USED_IN_ACTION',
    ],
  }),
  versions: versionsRoute('/storyboards', 'storyboards', 'storyboard'),
  restore: route({
    method: 'POST',
    path: '/storyboards/:id/versions/:version/restore',
    summary: 'Save an earlier version of a storyboard again, without pages that are gone; it needs approval',
    who: { write: 'storyboards' },
    ...restoring,
    response: Answer,
    errors: ['CONFLICT', 'PARTS_GONE', 'USED_INSIDE'],
  }),
  tagMany: tagManyRoute('/storyboards', { area: 'storyboards', what: 'storyboards' }),
  removeMany: removeManyRoute('/storyboards', {
    area: 'storyboards',
    summary: 'Delete storyboards that nothing uses',
    event: 'storyboards.deleted',
  }),
}
