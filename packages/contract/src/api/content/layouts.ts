import { z } from 'zod'
import { removeManyRoute } from '#api/base/bulk.ts'
import {
  Cursor,
  DocumentsQuery,
  Id,
  IdAnswer,
  IdParams,
  ListQuery,
  OrganizationHint,
  Timestamp,
  Version,
} from '#api/base/entity.ts'
import { DryRun, Impact } from '#api/base/impact.ts'
import { requiredText } from '#api/base/inputs.ts'
import { ItemTags, TagFilter, tagManyRoute } from '#api/base/tags.ts'
import { DOCUMENT_BODY_BYTES } from '#body-limits.ts'
import { route } from '#route.ts'
import { MadeFilter, MadeFor } from './made.ts'
import { LayoutDocument, NewDocument } from './page-document.ts'
import { PageVersionAnswer, PageVersionParams, PageVersionsAnswer } from './page-versions.ts'

/** Screen sizes by the number the API uses. */
export const SCREEN_SIZES = {
  1: { width: 1920, height: 1080 },
  2: { width: 1080, height: 1920 },
  3: { width: 7560, height: 2160 },
} as const
export const ScreenSize = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type ScreenSize = z.infer<typeof ScreenSize>

export const DEFAULT_LAYOUT_WIDTH = 1920
export const DEFAULT_LAYOUT_HEIGHT = 1080

export const Layout = LayoutDocument.extend({
  id: Id,
  name: z.string(),
  type: z.literal('designed'),
  thumbnailId: Id.nullable(),
  madeFor: MadeFor,
  tags: ItemTags,
  organizationId: Id,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Layout = z.infer<typeof Layout>

/** A layout in a list: without its document, which may have half a megabyte. */
export const ListedLayout = Layout.omit({ widgets: true, config: true })

export const LayoutInput = LayoutDocument.extend({
  name: requiredText(),
  type: z.literal('designed').default('designed'),
  thumbnailId: Id.nullable().optional(),
  organizationId: Id.optional(),
  version: Version,
})

/** A name is enough for a new layout. */
const NewLayout = LayoutInput.extend(NewDocument.shape)

const Answer = z.object({ layout: Layout })

export const layouts = {
  list: route({
    method: 'GET',
    path: '/layout',
    summary: 'List layouts without their documents',
    who: { read: 'layouts' },
    query: ListQuery.extend({ type: z.string().max(40).optional(), tag: TagFilter, made: MadeFilter }),
    response: z.object({ layoutList: z.array(ListedLayout), total: z.int().optional() }),
  }),
  documents: route({
    method: 'GET',
    path: '/layout/documents',
    summary:
      'List layouts with their documents, by name, about 1 MB per call; pass `next` as `after` to get more',
    who: { read: 'layouts' },
    query: DocumentsQuery.extend({ tag: TagFilter, made: MadeFilter }),
    response: z.object({ layouts: z.array(Layout), next: Cursor.nullable() }),
  }),
  get: route({
    method: 'GET',
    path: '/layout/:id',
    summary: 'Get a layout',
    who: { read: 'layouts' },
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/layout',
    summary: 'Create a layout',
    who: { write: 'layouts' },
    body: NewLayout,
    bodyLimit: DOCUMENT_BODY_BYTES,
    response: Answer,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/layout/:id',
    summary:
      'Save a layout; screens that show it switch at the next page change; `dryRun` only reports what would change on screens',
    who: { write: 'layouts' },
    params: IdParams,
    query: DryRun,
    body: LayoutInput,
    bodyLimit: DOCUMENT_BODY_BYTES,
    response: Answer.extend({ impact: Impact.optional() }),
    errors: ['CONFLICT', 'LAYOUT_IN_USE'],
  }),
  versions: route({
    method: 'GET',
    path: '/layout/:id/versions',
    summary: 'List earlier versions of a layout',
    who: { read: 'layouts' },
    params: IdParams,
    response: PageVersionsAnswer,
  }),
  version: route({
    method: 'GET',
    path: '/layout/:id/versions/:version',
    summary: 'Get an earlier version of a layout; save it to restore it',
    who: { read: 'layouts' },
    params: PageVersionParams,
    response: PageVersionAnswer,
  }),
  remove: route({
    method: 'DELETE',
    path: '/layout/:id',
    summary: 'Delete a layout that no storyboard uses',
    who: { write: 'layouts' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: ['LAYOUT_IN_USE'],
  }),
  tagMany: tagManyRoute('/layout', { area: 'layouts', what: 'layouts' }),
  removeMany: removeManyRoute('/layout', {
    area: 'layouts',
    summary: 'Delete layouts that no storyboard uses',
    event: 'layout.deleted',
  }),
}
