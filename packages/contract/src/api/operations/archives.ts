import { z } from 'zod'
import { Id, IdAnswer, IdParams, NamedOrganization, Timestamp } from '#api/base/entity.ts'
import { requiredText } from '#api/base/inputs.ts'
import { route } from '#route.ts'

/** Days for which an exported archive, and the report of an import, can be loaded. */
export const ARCHIVE_KEPT_DAYS = 7
/** Exports that an organization has at a time: each has all of its files, and none counts as storage. */
export const EXPORTS_MAX = 3
/** Email addresses that a report names. */
export const TAKEN_EMAILS_LISTED = 1000

export const ARCHIVE_STATES = ['waiting', 'running', 'done', 'failed'] as const

/** What an import brought, and what stayed. */
export const MoveReport = z.object({
  /** The new organization, which has another name if its own was taken. */
  organization: z.object({ id: Id, name: z.string() }),
  /** By table. */
  rows: z.record(z.string(), z.int()),
  files: z.int(),
  /** Of the files. */
  bytes: z.number(),
  /** Rows that archives don't have, by table, such as API keys and webhooks: they have secrets. */
  leftOut: z.record(z.string(), z.int()),
  /** People who weren't imported, because an account here has their email address. */
  takenEmails: z.array(z.string()).max(TAKEN_EMAILS_LISTED),
  /** Storyboards that wait for approval again. */
  waiting: z.int(),
})
export type MoveReport = z.infer<typeof MoveReport>

/** An organization as one file: being made, ready to be downloaded, or being imported. */
export const Archive = z.object({
  id: Id,
  kind: z.enum(['export', 'import']),
  /** The name of the organization. */
  name: z.string(),
  state: z.enum(ARCHIVE_STATES),
  /** Files copied so far. */
  done: z.int(),
  /** Null until it is known. */
  total: z.int().nullable(),
  /** A sentence: why it failed. */
  error: z.string().nullable(),
  /** Bytes of the archive; null until it is ready. */
  size: z.number().nullable(),
  /** Of a finished import. */
  report: MoveReport.nullable(),
  organizationId: Id,
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type Archive = z.infer<typeof Archive>

const Answer = z.object({ archive: Archive })

export const archives = {
  list: route({
    method: 'GET',
    path: '/archives',
    summary: 'List exports and imports of the last days, newest first',
    who: { read: 'archives' },
    query: z.object({ organizationId: NamedOrganization }),
    response: z.object({ archives: z.array(Archive) }),
  }),
  create: route({
    method: 'POST',
    path: '/archives',
    summary:
      'Start exporting the organization as one archive, without secrets; one that already runs is answered',
    who: { write: 'archives' },
    keys: false,
    event: 'archive.exported',
    body: z.object({ organizationId: Id.optional() }).default({}),
    response: Answer,
    status: 201,
    errors: ['EXPORT_LIMIT'],
  }),
  import: route({
    method: 'POST',
    path: '/archives/import',
    summary: 'Start importing an archive as a new organization: all of it, or nothing',
    who: { write: 'organizations' },
    keys: false,
    event: 'archive.imported',
    body: z.object({
      /** A finished resumable upload (`/media/uploads`). */
      uploadId: Id,
      /** Of the new organization; absent: that in the archive. */
      name: requiredText().optional(),
    }),
    response: Answer,
    status: 201,
    errors: ['TOO_MANY_REQUESTS'],
  }),
  file: route({
    method: 'GET',
    path: '/archives/:id/file',
    summary: 'Download an archive; ranges are supported',
    who: { read: 'archives' },
    keys: false,
    params: IdParams,
    response: 'file',
  }),
  remove: route({
    method: 'DELETE',
    path: '/archives/:id',
    summary: 'Delete an archive, or cancel an export or import',
    who: { write: 'archives' },
    keys: false,
    event: 'archive.deleted',
    params: IdParams,
    response: IdAnswer,
  }),
}
