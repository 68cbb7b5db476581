import { z } from 'zod'
import {
  Cursor,
  DocumentsQuery,
  Id,
  IdAnswer,
  IdParams,
  OrganizationHint,
  Timestamp,
  Version,
} from '#api/base/entity.ts'
import { DryRun } from '#api/base/impact.ts'
import { requiredText } from '#api/base/inputs.ts'
import { DOCUMENT_BODY_BYTES } from '#body-limits.ts'
import { rulesOfDocument } from '#document/listed-document.ts'
import { PART_WIDGETS_MAX } from '#document/part-use.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { LayoutDocument } from './page-document.ts'
import { PageVersionAnswer, PageVersionParams, PageVersionsAnswer } from './page-versions.ts'
import { StyleUses } from './styles.ts'

/** The most parts of an organization, and pages that show one. */
export const PARTS_MAX = 500
export const PART_PAGES_MAX = 1000

/** What a document needs to be a part: few widgets, none that shows another part, and no list that fills itself. */
export function checkPart(document: LayoutDocument, context: z.RefinementCtx): void {
  const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (document.widgets.some(({ use }) => use)) issue('widgets', rule('nested_part'))
  if (rulesOfDocument(document).length > 0) issue('widgets', rule('listed_part'))
  if (document.widgets.length > PART_WIDGETS_MAX) issue('widgets', rule('max_value', PART_WIDGETS_MAX))
}

export const Part = LayoutDocument.extend({
  id: Id,
  name: z.string(),
  organizationId: Id,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Part = z.infer<typeof Part>

export const PartInput = LayoutDocument.extend({
  name: requiredText(),
  organizationId: Id.optional(),
  version: Version,
}).superRefine(checkPart)
export type PartInput = z.infer<typeof PartInput>

const Answer = z.object({ part: Part })

export const parts = {
  list: route({
    method: 'GET',
    path: '/parts',
    summary:
      'List reusable parts of pages with their documents, by name, about 1 MB per call; pass `next` as `after` to get more',
    who: { read: 'cards' },
    query: DocumentsQuery,
    response: z.object({ parts: z.array(Part), next: Cursor.nullable() }),
  }),
  get: route({
    method: 'GET',
    path: '/parts/:id',
    summary: 'Get a part',
    who: { read: 'cards' },
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/parts',
    summary: 'Create a part, which pages show by its id',
    who: { write: 'layouts' },
    body: PartInput,
    bodyLimit: DOCUMENT_BODY_BYTES,
    response: Answer,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/parts/:id',
    summary:
      'Change a part on every page that shows it; `dryRun` only reports on which pages and screens it would change',
    who: { write: 'layouts' },
    params: IdParams,
    query: DryRun,
    body: PartInput,
    bodyLimit: DOCUMENT_BODY_BYTES,
    response: Answer.extend({ uses: StyleUses }),
    errors: ['CONFLICT'],
  }),
  versions: route({
    method: 'GET',
    path: '/parts/:id/versions',
    summary: 'List earlier versions of a part',
    who: { read: 'cards' },
    params: IdParams,
    response: PageVersionsAnswer,
  }),
  version: route({
    method: 'GET',
    path: '/parts/:id/versions/:version',
    summary: 'Get an earlier version of a part; save it to restore it',
    who: { read: 'cards' },
    params: PageVersionParams,
    response: PageVersionAnswer,
  }),
  remove: route({
    method: 'DELETE',
    path: '/parts/:id',
    summary: 'Delete a part that no page shows',
    who: { write: 'layouts' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: ['PART_IN_USE'],
  }),
}
