import { z } from 'zod'
import { Id, IdAnswer, IdParams, ListQuery, OrganizationHint, Timestamp, Version } from './entity.ts'
import { LayoutDocument } from './layout-document.ts'
import { route } from './route.ts'
import { requiredText } from './rules.ts'

/** A card is a page of content: the same document as a layout, at the size of a standard storyboard. */
export const Card = LayoutDocument.extend({
  id: Id,
  name: z.string(),
  thumbnailId: Id.nullable(),
  isTemplate: z.boolean(),
  organizationId: Id,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Card = z.infer<typeof Card>

export const CardInput = LayoutDocument.extend({
  name: requiredText(),
  thumbnailId: Id.nullable().optional(),
  isTemplate: z.boolean().default(false),
  organizationId: Id.optional(),
  version: Version,
})

const Answer = z.object({ card: Card })

export const cards = {
  list: route({
    method: 'GET',
    path: '/cards',
    summary: 'List cards (templates are left out unless asked for)',
    steady: true,
    who: { read: 'cards' },
    query: ListQuery.extend({ isTemplate: z.enum(['0', '1']).optional() }),
    response: z.object({ cards: z.array(Card), total: z.int().optional() }),
  }),
  get: route({
    method: 'GET',
    path: '/cards/:id',
    summary: 'One card',
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
    body: CardInput,
    response: Answer,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/cards/:id',
    summary: 'Save a card; screens that show it follow at the next page change',
    who: { write: 'cards' },
    params: IdParams,
    body: CardInput,
    response: Answer,
    errors: ['CONFLICT'],
  }),
  duplicate: route({
    method: 'POST',
    path: '/cards/duplicate/:id',
    summary: 'Copy a card under a new name',
    who: { write: 'cards' },
    params: IdParams,
    body: z.object({ name: requiredText() }),
    response: Answer,
    status: 201,
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
}
