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

/** A card is a page of content: the same document as a layout, at the size of a standard storyboard. */
export const Card = LayoutDocument.extend({
  id: Id,
  name: z.string(),
  thumbnailId: Id.nullable(),
  isTemplate: z.boolean(),
  madeFor: MadeFor,
  tags: ItemTags,
  organizationId: Id,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Card = z.infer<typeof Card>

/** A card in a list: without its document, which may have half a megabyte. */
export const ListedCard = Card.omit({ widgets: true, config: true })

export const CardInput = LayoutDocument.extend({
  name: requiredText(),
  thumbnailId: Id.nullable().optional(),
  isTemplate: z.boolean().default(false),
  organizationId: Id.optional(),
  version: Version,
})

/**
 * A name is enough for a new card. `templateId`: the template that it starts from; people without permission to design
 * pages can't change the template's locked parts.
 */
export const NewCard = CardInput.extend({ ...NewDocument.shape, templateId: Id.optional() })

/** Absent fields stay unchanged. */
export const CardUpdate = CardInput.partial().extend({
  name: CardInput.shape.name,
  isTemplate: z.boolean().optional(),
})

/** The design of an existing card (`cardId`; absent fields stay unchanged), or of a new one. */
export const DesignInput = CardUpdate.extend({ cardId: Id.optional(), templateId: Id.optional() })

const Answer = z.object({ card: Card })

export const cards = {
  list: route({
    method: 'GET',
    path: '/cards',
    summary: 'List cards without their documents (excludes templates unless requested)',
    who: { read: 'cards' },
    query: ListQuery.extend({ isTemplate: z.enum(['0', '1']).optional(), tag: TagFilter, made: MadeFilter }),
    response: z.object({ cards: z.array(ListedCard), total: z.int().optional() }),
  }),
  documents: route({
    method: 'GET',
    path: '/cards/documents',
    summary:
      'List cards or templates with their documents, by name, about 1 MB per call; pass `next` as `after` to get more',
    who: { read: 'cards' },
    query: DocumentsQuery.extend({
      isTemplate: z.enum(['0', '1']).optional(),
      tag: TagFilter,
      made: MadeFilter,
    }),
    response: z.object({ cards: z.array(Card), next: Cursor.nullable() }),
  }),
  get: route({
    method: 'GET',
    path: '/cards/:id',
    summary: 'Get a card',
    who: { read: 'cards' },
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/cards/create',
    aliases: ['/cards'],
    summary: 'Create a card',
    who: { write: 'cards' },
    body: NewCard,
    bodyLimit: DOCUMENT_BODY_BYTES,
    response: Answer,
    status: 201,
    errors: ['LOCKED_PARTS'],
  }),
  update: route({
    method: 'PUT',
    path: '/cards/:id',
    summary:
      'Save a card; screens that show it switch at the next page change; `dryRun` only reports what would change on screens',
    who: { write: 'cards' },
    params: IdParams,
    query: DryRun,
    body: CardUpdate,
    bodyLimit: DOCUMENT_BODY_BYTES,
    response: Answer.extend({ impact: Impact.optional() }),
    errors: ['CONFLICT', 'LOCKED_PARTS', 'USED_IN_STORYBOARD'],
  }),
  screenshot: route({
    method: 'GET',
    path: '/cards/card-screenshot/:id',
    summary: 'Get the full-size image of a card, or its thumbnail or a placeholder if there is none',
    who: { read: 'cards', file: true },
    params: IdParams,
    response: 'file',
  }),
  duplicate: route({
    method: 'POST',
    path: '/cards/duplicate/:id',
    summary: 'Duplicate a card under a new name',
    who: { write: 'cards' },
    params: IdParams,
    body: z.object({ name: requiredText() }),
    response: Answer,
    status: 201,
  }),
  versions: route({
    method: 'GET',
    path: '/cards/:id/versions',
    summary: 'List earlier versions of a card',
    who: { read: 'cards' },
    params: IdParams,
    response: PageVersionsAnswer,
  }),
  version: route({
    method: 'GET',
    path: '/cards/:id/versions/:version',
    summary: 'Get an earlier version of a card; save it to restore it',
    who: { read: 'cards' },
    params: PageVersionParams,
    response: PageVersionAnswer,
  }),
  remove: route({
    method: 'DELETE',
    path: '/cards/:id',
    summary: 'Delete a card that no storyboard uses',
    who: { write: 'cards' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: ['USED_IN_STORYBOARD'],
  }),
  tagMany: tagManyRoute('/cards', { area: 'cards', what: 'cards and templates' }),
  removeMany: removeManyRoute('/cards', {
    area: 'cards',
    summary: 'Delete cards that nothing uses',
    event: 'cards.deleted',
  }),
}

export const designs = {
  create: route({
    method: 'POST',
    path: '/template-design/create',
    aliases: ['/template-design'],
    summary: 'Save the design of a new or existing card',
    who: { write: 'cards' },
    body: DesignInput,
    bodyLimit: DOCUMENT_BODY_BYTES,
    response: Answer,
    status: 201,
    errors: ['CONFLICT', 'LOCKED_PARTS', 'USED_IN_STORYBOARD'],
  }),
  update: route({
    method: 'PUT',
    path: '/template-design/:id',
    summary: 'Save the design of a card',
    who: { write: 'cards' },
    params: IdParams,
    body: CardUpdate,
    bodyLimit: DOCUMENT_BODY_BYTES,
    response: Answer,
    errors: ['CONFLICT', 'LOCKED_PARTS', 'USED_IN_STORYBOARD'],
  }),
}
