import { z } from 'zod'
import { Id, NamedOrganization, RequestedInstant, Timestamp } from '#api/base/entity.ts'
import { AUDIT_ACTORS, AUDIT_KINDS, AUDIT_VERBS } from '#audited.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'

/** Entries per page. */
export const AUDIT_PAGE = { default: 50, most: 100 } as const
/** Characters of a value or a name in an entry; longer ones end in `…`. */
export const AUDIT_TEXT_MAX = 200
/** Changes of an entry, and the bytes of all their values. */
export const AUDIT_CHANGES_MAX = 100
export const AUDIT_CHANGES_BYTES = 8000

/** A changed field. Both values are null if it is a secret or a document, of which only the change is noted. */
export const AuditChange = z.object({
  /** The thing, in an entry about several. */
  of: z.string().optional(),
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  hidden: z.boolean().optional(),
})
export type AuditChange = z.infer<typeof AuditChange>

export const AuditEntry = z.object({
  id: Id,
  /** Counts an organization's entries without a gap. */
  number: z.int(),
  at: Timestamp,
  /** Null: of the installation, not of an organization. */
  organizationId: Id.nullable(),
  actor: z.object({ kind: z.enum(AUDIT_ACTORS), id: z.string().nullable(), name: z.string() }),
  /** The route, like `buildings.update`. */
  action: z.string(),
  verb: z.enum(AUDIT_VERBS),
  kind: z.enum(AUDIT_KINDS),
  /** What it was about; the first of several. */
  thing: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Number of things. */
  count: z.int(),
  changes: z.array(AuditChange).max(AUDIT_CHANGES_MAX),
  /** Changes that were too many or too long for the entry. */
  more: z.int(),
  /** The caller's IP address. */
  address: z.string().nullable(),
  /** The id that the server's log has for the call. */
  request: z.string(),
  /** SHA-256 over the entry and the hash of the one before it. */
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditFilter = z.object({
  organizationId: NamedOrganization,
  /** Entries of the installation itself, for super admins. */
  installation: z.literal('true').optional(),
  /** The id of a person, an API key, a trigger, or a screen. */
  actor: z.string().max(100, rule('max', 100)).optional(),
  actorKind: z.enum(AUDIT_ACTORS).optional(),
  kind: z.enum(AUDIT_KINDS).optional(),
  verb: z.enum(AUDIT_VERBS).optional(),
  /** The id of a thing: its history. */
  thing: z.string().max(100, rule('max', 100)).optional(),
  from: RequestedInstant.optional(),
  to: RequestedInstant.optional(),
  /** In the names of things and of people, and in changed values. */
  search: z.string().max(200, rule('max', 200)).optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

const Position = z.coerce
  .number({ error: rule('numeric') })
  .int(rule('numeric'))
  .min(1, rule('min_value', 1))

export const AuditQuery = AuditFilter.extend({
  /** `next` of the previous page. */
  before: Position.optional(),
  pageSize: z.coerce
    .number({ error: rule('numeric') })
    .int()
    .min(1, rule('min_value', 1))
    .max(AUDIT_PAGE.most, rule('max_value', AUDIT_PAGE.most))
    .optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AUDIT_FORMATS = ['csv', 'jsonl'] as const

export const audit = {
  /** Super admins get their own organization unless they name one, or ask for the installation. */
  list: route({
    method: 'GET',
    path: '/audit',
    summary: 'List entries of the audit log, newest first',
    who: { read: 'audit' },
    query: AuditQuery,
    response: z.object({ entries: z.array(AuditEntry).max(AUDIT_PAGE.most), next: z.int().nullable() }),
  }),
  /** Everything that a filter finds, newest first. */
  export: route({
    method: 'GET',
    path: '/audit/export',
    summary: 'Export the audit log as CSV or JSON lines',
    who: { read: 'audit' },
    query: AuditFilter.extend({ format: z.enum(AUDIT_FORMATS).default('csv') }),
    response: 'file',
    budget: 'exports',
  }),
}
