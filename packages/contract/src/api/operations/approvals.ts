import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, IdParams, ListQuery, Timestamp, Version } from '#api/base/entity.ts'
import { DryRun } from '#api/base/impact.ts'
import { wholeNumber } from '#api/base/inputs.ts'
import { ManifestMedia, ManifestPage, ManifestStoryboard } from '#api/playback/manifest.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'

/** People of a change who are named, the last ones. */
export const CHANGERS_NAMED = 20

/** `live`: screens play what is saved. `strict`: they play what was approved, until each change is. */
export const ApprovalMode = z.enum(['live', 'strict'], rule('invalid'))
export type ApprovalMode = z.infer<typeof ApprovalMode>

/** Days after which a waiting change may be called late. */
export const APPROVAL_DAYS_MAX = 90
/** Changes of one decision: each is copied with all that it leads to. */
export const DECIDED_MOST = 100
export const APPROVAL_NOTE_MAX = 1000

export const ApprovalSettings = z.object({
  mode: ApprovalMode,
  /** People with a share in a change don't approve it. */
  fourEyes: z.boolean(),
  /** Null: a change is never late. */
  days: z.int().nullable(),
  version: z.int(),
})
export type ApprovalSettings = z.infer<typeof ApprovalSettings>

export const ApprovalSettingsInput = z.object({
  mode: ApprovalMode,
  fourEyes: z.boolean(),
  days: wholeNumber(1, APPROVAL_DAYS_MAX).nullable(),
  version: Version,
})
export type ApprovalSettingsInput = z.infer<typeof ApprovalSettingsInput>

/** A thing that differs from what screens play of it. */
export const WaitingChange = z.object({
  id: Id,
  kind: z.enum(['storyboard', 'page', 'media']),
  name: z.string(),
  /** `added`: it was missing, and screens don't play it yet. */
  change: z.enum(['changed', 'deleted', 'added']),
  since: Timestamp,
  /** The last change. */
  changedAt: Timestamp,
  /** Names of those who changed it, the last at the end. */
  by: z.array(z.string()).max(CHANGERS_NAMED),
  /** The caller has a share in it, and the organization wants four eyes. */
  isOwn: z.boolean(),
  /** After this, it is late; null: never, or it is rejected. */
  due: Timestamp.nullable(),
  rejected: z.object({ by: z.string(), at: Timestamp, note: z.string() }).nullable(),
})
export type WaitingChange = z.infer<typeof WaitingChange>

/** A thing as screens play it, or would play it. */
export const ShownSide = z.object({
  storyboard: ManifestStoryboard.optional(),
  /** What it shows on this side; of a storyboard, its first page. */
  media: z.record(Id, ManifestMedia),
  pages: z.record(Id, ManifestPage),
})
export type ShownSide = z.infer<typeof ShownSide>

const SettingsAnswer = z.object({
  settings: ApprovalSettings,
  /** With `dryRun`: screens whose manifest would change, and the changes that wait. */
  impact: z.object({ screens: z.int(), waiting: z.int() }).optional(),
})

export const approvals = {
  settings: route({
    method: 'GET',
    path: '/organizations/:id/approval',
    summary: 'Get how an organization approves what screens play',
    who: { read: 'own-organization' },
    params: IdParams,
    response: SettingsAnswer,
  }),
  saveSettings: route({
    method: 'PUT',
    path: '/organizations/:id/approval',
    summary: 'Choose live content or strict approval, four eyes, and the days after which a change is late',
    event: 'approval.changed',
    who: { write: 'own-organization' },
    params: IdParams,
    query: DryRun,
    body: ApprovalSettingsInput,
    response: SettingsAnswer,
    errors: ['CONFLICT'],
  }),
  list: route({
    method: 'GET',
    path: '/approvals',
    summary: 'List changes that wait for approval before screens play them, oldest first',
    who: { read: 'approve-storyboards' },
    query: ListQuery,
    response: z.object({ changes: z.array(WaitingChange), total: z.int().optional() }),
  }),
  get: route({
    method: 'GET',
    path: '/approvals/:id',
    summary: 'Get a change that waits for approval, with what screens play and what they would play',
    who: { read: 'approve-storyboards' },
    params: IdParams,
    response: z.object({
      change: WaitingChange,
      /** Names what was seen: a decision about anything else is refused. */
      state: z.string(),
      before: ShownSide.nullable(),
      after: ShownSide.nullable(),
    }),
  }),
  file: route({
    method: 'GET',
    path: '/approvals/files/:sha256',
    summary: 'Get a file that screens play until a change is approved, with range support',
    who: { read: 'approve-storyboards', file: true },
    params: z.object({ sha256: z.string().max(64) }),
    response: 'file',
  }),
  decide: route({
    method: 'POST',
    path: '/approvals/decide',
    summary: 'Approve changes, with all that they lead to, or reject them; all of them or none',
    event: 'approval.decided',
    who: { write: 'approve-storyboards' },
    body: z.object({
      changes: boundedList(
        z
          .array(z.object({ id: Id, state: z.string().max(200) }))
          .min(1, rule('required'))
          .max(DECIDED_MOST, rule('max_value', DECIDED_MOST)),
      ),
      decision: z.enum(['approved', 'rejected'], rule('invalid')),
      note: z.string().trim().max(APPROVAL_NOTE_MAX, rule('max', APPROVAL_NOTE_MAX)).default(''),
    }),
    response: z.object({ ids: z.array(Id) }),
    errors: ['CONFLICT', 'OWN_CHANGE'],
  }),
}
