import { z } from 'zod'
import { Id, IdParams, ListQuery, Timestamp } from '#api/base/entity.ts'
import { optionalText, requiredLines, requiredText } from '#api/base/inputs.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'

export const CASE_KINDS = ['screen', 'content', 'account'] as const
export const CaseKind = z.enum(CASE_KINDS, { error: rule('required') })
export type CaseKind = z.infer<typeof CaseKind>

/** `open` waits for support, `answered` for the user who opened it. */
export const CaseStatus = z.enum(['open', 'answered', 'closed'], { error: rule('invalid') })
export type CaseStatus = z.infer<typeof CaseStatus>

export const CaseReply = z.object({
  id: Id,
  text: z.string(),
  author: z.string(),
  /** Written by the server's administrator, not the organization. */
  isSupport: z.boolean(),
  createdAt: Timestamp,
})
export type CaseReply = z.infer<typeof CaseReply>

/** A question to the server's administrator, with its replies. */
export const SupportCase = z.object({
  id: Id,
  subject: z.string(),
  text: z.string(),
  kind: CaseKind,
  /** Diagnostics that the console added with the author's consent: versions, browser, status of the screen. */
  facts: z.string(),
  device: z.object({ id: Id, name: z.string() }).nullable(),
  status: CaseStatus,
  /** The author's name, kept when the account is deleted. */
  author: z.string(),
  organizationId: Id,
  organization: z.object({ id: Id, name: z.string() }),
  /** Oldest first. */
  replies: z.array(CaseReply),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type SupportCase = z.infer<typeof SupportCase>

/** A case in a list, which has no replies: nothing limits how long they are together. */
export const ListedCase = SupportCase.omit({ replies: true }).extend({ replyCount: z.int() })
export type ListedCase = z.infer<typeof ListedCase>

export const CaseInput = z.object({
  subject: requiredText(),
  text: requiredLines(5000),
  kind: CaseKind,
  deviceId: Id.nullable().default(null),
  facts: optionalText(2000),
})
export type CaseInput = z.infer<typeof CaseInput>

export const CaseReplyInput = z.object({ text: requiredLines(5000) })

/** Of calls that write, whose cost doesn't grow with the replies. */
const Answer = z.object({ case: ListedCase })

export const cases = {
  list: route({
    method: 'GET',
    path: '/cases',
    summary:
      'List support cases, most recently updated first: admins see all of their organization, users their own',
    who: { read: 'cases' },
    query: ListQuery,
    response: z.object({ cases: z.array(ListedCase), total: z.int().optional() }),
  }),
  get: route({
    method: 'GET',
    path: '/cases/:id',
    summary: 'Get a support case with its replies',
    who: { read: 'cases' },
    params: IdParams,
    response: z.object({ case: SupportCase }),
  }),
  create: route({
    method: 'POST',
    path: '/cases/create',
    aliases: ['/cases'],
    summary: 'Open a support case',
    who: { write: 'cases' },
    body: CaseInput,
    response: Answer,
    status: 201,
    budget: 'cases',
  }),
  /** A reply from the super admin answers the case; any other reopens it. */
  reply: route({
    method: 'POST',
    path: '/cases/reply/:id',
    summary: 'Reply to a support case',
    who: { write: 'cases' },
    params: IdParams,
    body: CaseReplyInput,
    response: Answer,
    status: 201,
    budget: 'cases',
  }),
  setStatus: route({
    method: 'PUT',
    path: '/cases/:id',
    summary: 'Close or reopen a support case',
    who: { write: 'cases' },
    params: IdParams,
    body: z.object({ status: CaseStatus.extract(['open', 'closed'], { error: rule('invalid') }) }),
    response: Answer,
  }),
}
