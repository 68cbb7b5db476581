import { z } from 'zod'
import { Id, IdAnswer, IdParams, ListQuery, OrganizationHint, Timestamp } from '#api/base/entity.ts'
import { requiredText, wholeNumber } from '#api/base/inputs.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'

/** How every trigger's secret starts. */
export const TRIGGER_PREFIX = 'vtt_'
export const TRIGGERS_MAX = 100
/** A week. */
export const TRIGGER_MINUTES_MAX = 10_080
/** Calls in the list of a trigger. */
export const TRIGGER_CALLS_LISTED = 50

/**
 * An address that shows a storyboard on the screens of a group, for other programs: a door, an alarm, a till. Knowing
 * the address is the permission.
 */
export const Trigger = z.object({
  id: Id,
  name: z.string(),
  organizationId: Id,
  deviceGroupId: Id,
  /** Null once it is deleted; calls are refused then. */
  groupName: z.string().nullable(),
  storyboardId: Id,
  storyboardName: z.string().nullable(),
  /** How long it shows; null: until it is cleared. */
  minutes: z.int().nullable(),
  /** Links work too, which anything that loads them can call. */
  allowsGet: z.boolean(),
  /** Calls must be signed. */
  isSigned: z.boolean(),
  /** The first characters of the secret, to recognize the address. */
  start: z.string(),
  /** Who answers for it: calls act with this person's rights. */
  createdBy: z.string(),
  /** That person may no longer change screens, or was deleted: calls are refused until someone else adopts it. */
  isStopped: z.boolean(),
  createdAt: Timestamp,
})
export type Trigger = z.infer<typeof Trigger>

export const TriggerCreate = z
  .object({
    name: requiredText(60),
    deviceGroupId: Id,
    storyboardId: Id,
    minutes: wholeNumber(1, TRIGGER_MINUTES_MAX).nullable().default(null),
    allowsGet: z.boolean().default(false),
    isSigned: z.boolean().default(false),
    organizationId: Id.optional(),
  })
  // A link can't carry a signature.
  .refine(({ allowsGet, isSigned }) => !(allowsGet && isSigned), {
    path: ['allowsGet'],
    message: rule('invalid'),
  })
export type TriggerCreate = z.infer<typeof TriggerCreate>

export const TriggerCall = z.object({
  id: Id,
  at: Timestamp,
  action: z.enum(['raise', 'clear']),
  /** The caller's name for what it raised or cleared. */
  key: z.string(),
  address: z.string(),
  /**
   * `signature` and `get`: refused; `gone`: its group or approved storyboard is missing; `rights`: its creator may no
   * longer change screens.
   */
  outcome: z.enum(['done', 'signature', 'get', 'gone', 'rights']),
})
export type TriggerCall = z.infer<typeof TriggerCall>

export const triggers = {
  list: route({
    method: 'GET',
    path: '/triggers',
    summary: 'List triggers, newest first',
    who: { write: 'devices' },
    query: ListQuery.pick({ organizationId: true }),
    response: z.object({ triggers: z.array(Trigger) }),
  }),
  create: route({
    method: 'POST',
    path: '/triggers',
    summary: 'Create a trigger; only this response has its address, and the key for signatures',
    event: 'trigger.created',
    who: { write: 'devices' },
    keys: false,
    secret: true,
    body: TriggerCreate,
    response: z.object({ trigger: Trigger, secret: z.string(), signingSecret: z.string().nullable() }),
    status: 201,
  }),
  calls: route({
    method: 'GET',
    path: '/triggers/:id/calls',
    summary: `List the last ${TRIGGER_CALLS_LISTED} calls of a trigger with their outcome, newest first`,
    who: { write: 'devices' },
    params: IdParams,
    response: z.object({ calls: z.array(TriggerCall) }),
  }),
  adopt: route({
    method: 'POST',
    path: '/triggers/:id/adopt',
    summary: 'Answer for a trigger whose creator may no longer change screens; its address stays',
    event: 'trigger.adopted',
    who: { write: 'devices' },
    keys: false,
    params: IdParams,
    response: z.object({ trigger: Trigger }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/triggers/:id',
    summary:
      'Delete a trigger that no condition uses; its address stops working immediately, and what it shows ends',
    who: { write: 'devices' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: ['USED_IN_CONDITION'],
  }),
}
