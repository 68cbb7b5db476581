import { z } from 'zod'
import { Id, IdParams, idList, NamedOrganization, Timestamp } from '#api/base/entity.ts'
import { requiredText, wholeNumber } from '#api/base/inputs.ts'
import { ItemTags, TagFilter } from '#api/base/tags.ts'
import { DOCUMENT_BODY_BYTES } from '#body-limits.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { LayoutDocument } from './page-document.ts'
import { SHELF_KINDS } from './shelf-kinds.ts'
import { Storyboard } from './storyboards.ts'

const Kind = z.enum(SHELF_KINDS, rule('invalid'))

/** Items that the list reaches; a search finds the others. */
const SHELF_MOST = 10_000

export const ShelfItem = z.object({
  kind: Kind,
  id: Id,
  name: z.string(),
  organizationId: Id,
  /** The picture of a file, or of a deck's first page. */
  thumbnailId: Id.nullable(),
  /** The page that is its picture: itself, the first one of a storyboard, or the board of a source. */
  page: z.object({ kind: z.enum(['card', 'layout']), id: Id }).nullable(),
  /** Of a file: the folder that it is in; of a deck: the folder of its pages. */
  folderId: Id.nullable(),
  /** Absent without any. */
  tags: ItemTags,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ShelfItem = z.infer<typeof ShelfItem>

export const ShelfQuery = z.object({
  organizationId: NamedOrganization,
  search: z.string().max(200, rule('max', 200)).optional(),
  /** Comma-separated. */
  kinds: z
    .string()
    .max(200)
    .transform((kinds) => kinds.split(','))
    .pipe(z.array(Kind))
    .optional(),
  tag: TagFilter,
  /** Files and decks of a folder. */
  folderId: Id.optional(),
  /** What screens of a building or floor play, by schedules and by what people sent to them. */
  placeId: Id.optional(),
  sort: z.enum(['name', '-name', 'updatedAt', '-updatedAt'], rule('invalid')).optional(),
  /** The items before the first one of the answer. */
  from: z.coerce
    .number({ error: rule('numeric') })
    .int()
    .min(0, rule('min_value', 0))
    .max(SHELF_MOST, rule('max_value', SHELF_MOST))
    .optional(),
})
export type ShelfQuery = z.infer<typeof ShelfQuery>

/** Pictures and videos of a slide show. */
const SLIDES_MAX = 100

/** What plays it. The kinds of files are `media`; a storyboard plays itself. */
export const PLAYED_KINDS = ['media', 'deck', 'source', 'card', 'layout', 'template'] as const

export const shelf = {
  list: route({
    method: 'GET',
    path: '/shelf',
    summary: 'List everything that screens can show, newest first, 60 at a time',
    who: { read: 'media' },
    query: ShelfQuery,
    response: z.object({
      items: z.array(ShelfItem),
      /** Whether there are more. */
      more: z.boolean(),
    }),
  }),
  play: route({
    method: 'POST',
    path: '/shelf/storyboard-of/:id',
    summary:
      'Get the storyboard that plays one thing alone; the first call makes it. Lists leave it out until a person edits it',
    who: { write: 'storyboards' },
    params: IdParams,
    body: z.object({
      kind: z.enum(PLAYED_KINDS, rule('invalid')),
      /** Of a data source only: the page that shows it, unless there is one. */
      page: LayoutDocument.optional(),
    }),
    bodyLimit: DOCUMENT_BODY_BYTES,
    response: z.object({ storyboard: Storyboard }),
    errors: ['FORBIDDEN'],
  }),
  slideShow: route({
    method: 'POST',
    path: '/shelf/slide-shows',
    summary: 'Make a storyboard that shows files one after another, in this order; videos play to their end',
    who: { write: 'storyboards' },
    body: z.object({
      name: requiredText(),
      mediaIds: idList(z.array(Id).min(1, rule('required')).max(SLIDES_MAX, rule('max_value', SLIDES_MAX))),
      /** Of each picture. */
      seconds: wholeNumber(1, 3600).default(8),
      organizationId: Id.optional(),
    }),
    response: z.object({ storyboard: Storyboard }),
    status: 201,
    errors: ['FORBIDDEN'],
  }),
}
