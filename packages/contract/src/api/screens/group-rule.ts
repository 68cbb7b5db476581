import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, IdParams, NamedOrganization } from '#api/base/entity.ts'
import { requiredText, wholeNumber } from '#api/base/inputs.ts'
import { ScreenRuleInput, StoredScreenRule } from '#api/base/screen-rule.ts'
import { ScreenSize } from '#api/content/layouts.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import {
  GROUP_RULE_PARTS,
  LEAVING,
  RANK_MAX,
  RANK_USUAL,
  SCREEN_SHAPES,
  SEEN_MAX,
} from '#schedule/group-rule.ts'
import { RULE_NAMES_MAX } from '#schedule/screen-rule.ts'

/** As in `DeviceType`, which this file can't load: devices load it. */
const Type = z.union([z.literal(0), z.literal(1), z.literal(2)])

const some = <T extends z.ZodType>(each: T, most: number) =>
  boundedList(z.array(each).min(1, rule('required')).max(most, rule('max_value', most))).optional()

/** `GroupRule` in `schedule/group-rule.ts`: which screens a group takes in. */
export const GroupRuleInput = z
  .object({
    /** The screen's own tags, and those of its floor and building. */
    screens: ScreenRuleInput,
    types: some(Type, 3),
    sizes: some(ScreenSize, 3),
    shape: z.enum(SCREEN_SHAPES).optional(),
    /** Words in what the browser says about its machine; one of them is enough. */
    machines: some(requiredText(), RULE_NAMES_MAX),
    /** Reported within this many days. */
    seenDays: wholeNumber(1, SEEN_MAX).optional(),
    /** Where screens go that no longer match: where they were before, nowhere, or to the group `leaveTo`. */
    leaving: z.enum(LEAVING).default('back'),
    leaveTo: Id.optional(),
    /** Of rules that match one screen, the lowest decides; of equal ones, that of the older group. */
    rank: wholeNumber(1, RANK_MAX).default(RANK_USUAL),
  })
  .superRefine((sent, context) => {
    const { screens, types, sizes, shape, machines, seenDays } = sent
    const isOfAll = !screens || Object.values(screens).every((names) => !names?.length)
    if (isOfAll && !types && !sizes && !shape && !machines && seenDays === undefined)
      context.addIssue({ code: 'custom', path: ['screens'], message: rule('required') })
    if (sent.leaving === 'group' && sent.leaveTo === undefined)
      context.addIssue({ code: 'custom', path: ['leaveTo'], message: rule('required') })
  })
export type GroupRuleInput = z.infer<typeof GroupRuleInput>

/** As it is stored. */
export const StoredGroupRule = z.object({
  screens: StoredScreenRule,
  types: z.array(Type).max(3).optional(),
  sizes: z.array(ScreenSize).max(3).optional(),
  shape: z.enum(SCREEN_SHAPES).optional(),
  machines: z.array(z.string()).max(RULE_NAMES_MAX).optional(),
  seenDays: z.int().optional(),
  leaving: z.enum(LEAVING),
  leaveTo: Id.optional(),
  rank: z.int(),
  /** The scope of the person who saved it; absent: all screens. */
  within: z.array(z.object({ buildings: z.array(Id), floors: z.array(Id), groups: z.array(Id) })).optional(),
})
export type StoredGroupRule = z.infer<typeof StoredGroupRule>

/** Why a screen is in its group. */
export const RuledPlace = z.object({
  /** The group whose rule has put it there; null: a person did. */
  ruleGroupId: Id.nullable(),
  /** A person keeps it where it is, whatever rules of groups say. */
  isPinned: z.boolean(),
})

/** Screens of an answer; counts are of all. */
export const FILLING_LISTED = 100

const Named = z.object({ id: Id, name: z.string() }).nullable()

/** A screen that a rule moves, or that is not where a rule wants it. */
export const FilledScreen = z.object({
  id: Id,
  name: z.string(),
  state: z.enum(['joins', 'leaves', 'waits', 'pinned', 'other']),
  /** Where it is, and where it goes or would go; null: no group. */
  from: Named,
  to: Named,
  because: z
    .array(z.object({ part: z.enum(GROUP_RULE_PARTS), names: z.array(z.string()).max(RULE_NAMES_MAX) }))
    .max(GROUP_RULE_PARTS.length),
})
export type FilledScreen = z.infer<typeof FilledScreen>

/**
 * What a group's rule does. `matches`: screens on which it holds; `joins` and `leaves`: those that a save moves; `members`:
 * those in the group by its rule, then; `hand`: those in it that people put there; `waits`: those that stay where they
 * are, because they would have nothing to show; `pinned`: those that people keep elsewhere; `other`: those that match and
 * that a rule of a lower rank has.
 */
export const Filling = z.object({
  matches: z.int(),
  joins: z.int(),
  leaves: z.int(),
  members: z.int(),
  hand: z.int(),
  waits: z.int(),
  pinned: z.int(),
  other: z.int(),
  /** Moves first; at most `FILLING_LISTED`. */
  screens: z.array(FilledScreen).max(FILLING_LISTED),
})
export type Filling = z.infer<typeof Filling>

export const fillingRoute = route({
  method: 'GET',
  path: '/device-groups/:id/filling',
  summary: 'Which screens the rule of a device group has, and which it waits for',
  who: { read: 'device-groups' },
  params: IdParams,
  query: z.object({ organizationId: NamedOrganization }),
  response: z.object({ filling: Filling }),
})
