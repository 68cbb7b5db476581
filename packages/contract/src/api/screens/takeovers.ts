import { z } from 'zod'
import { Id, IdParams, IsReadOnly, idList, NamedOrganization, Timestamp } from '#api/base/entity.ts'
import { DryRun, Impact } from '#api/base/impact.ts'
import { requiredText } from '#api/base/inputs.ts'
import { plainText } from '#plain-text.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'

/**
 * An emergency takeover: one message or one approved storyboard on all or some screens of an organization, until it
 * ends or someone gives the *All clear*. Admins, and people whose custom role says so, can start and end one where their rights hold; everyone
 * with access to screens sees it. Screens that received it show it without the network too, and end it by their own clock.
 */
export const TAKEOVER_TONES = ['danger', 'warning', 'info'] as const
export const TakeoverTone = z.enum(TAKEOVER_TONES)
export const TAKEOVER_HOURS_MAX = 24

/** All screens, the screens of some groups, or individual screens. */
export const TakeoverTargets = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('groups'), ids: idList(z.array(Id).min(1, rule('required')).max(1000)) }),
  z.object({ kind: z.literal('devices'), ids: idList(z.array(Id).min(1, rule('required')).max(5000)) }),
])
export type TakeoverTargets = z.infer<typeof TakeoverTargets>

export const TakeoverInput = z
  .object({
    title: requiredText(80),
    text: z.string().overwrite(plainText).max(400, rule('max', 400)).default(''),
    tone: TakeoverTone.default('danger'),
    /** Replaces the message once a screen has downloaded its files. */
    storyboardId: Id.nullable().default(null),
    targets: TakeoverTargets,
    /** Milliseconds since 1970; within a day from now. */
    endsAt: z.number({ error: (issue) => (issue.input == null ? rule('required') : rule('numeric')) }),
    organizationId: Id.optional(),
  })
  .strict()
export type TakeoverInput = z.infer<typeof TakeoverInput>

export const Takeover = z.object({
  id: Id,
  organizationId: Id,
  title: z.string(),
  text: z.string(),
  tone: TakeoverTone,
  storyboardId: Id.nullable(),
  targets: TakeoverTargets,
  startedBy: z.string(),
  startedAt: Timestamp,
  endsAt: z.number(),
  clearedBy: z.string().nullable(),
  clearedAt: Timestamp.nullable(),
  isActive: z.boolean(),
  /** Targeted screens, screens that confirmed showing it, and screens that are offline now. */
  screens: z.int(),
  confirmed: z.int(),
  offline: z.int(),
})
export type Takeover = z.infer<typeof Takeover>

/** A takeover in a list counts the screens that it names, of which there may be thousands. */
export const ListedTakeover = Takeover.extend({
  targets: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('groups'), ids: z.array(Id) }),
    z.object({ kind: z.literal('devices'), count: z.int() }),
  ]),
  isReadOnly: IsReadOnly,
})
export type ListedTakeover = z.infer<typeof ListedTakeover>

const Answer = z.object({ takeover: Takeover })

export const takeovers = {
  /** Newest first, at most 50; active ones before ended ones if there are more. */
  list: route({
    method: 'GET',
    path: '/takeovers',
    summary:
      'List emergency takeovers: who started and ended them, and how many screens show the current one',
    who: { read: 'takeovers' },
    query: z.object({ organizationId: NamedOrganization }),
    response: z.object({ takeovers: z.array(ListedTakeover) }),
  }),
  start: route({
    method: 'POST',
    path: '/takeovers',
    summary: 'Start an emergency takeover; `dryRun` only reports how many screens and buildings it reaches',
    event: 'takeover.started',
    who: { write: 'takeovers' },
    query: DryRun,
    body: TakeoverInput,
    bodyLimit: 256 * 1024,
    fullDisk: 'allow',
    response: Answer.extend({ impact: Impact.optional() }),
    status: 201,
    errors: ['NOT_APPROVED'],
  }),
  clear: route({
    method: 'POST',
    path: '/takeovers/clear/:id',
    summary: 'End an emergency takeover; screens return to what they were playing',
    event: 'takeover.cleared',
    who: { write: 'takeovers' },
    params: IdParams,
    fullDisk: 'allow',
    response: Answer,
  }),
}
