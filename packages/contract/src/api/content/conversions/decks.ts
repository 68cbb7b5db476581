import { z } from 'zod'
import { Id, IdParams, Timestamp } from '#api/base/entity.ts'
import { route } from '#route.ts'
import { Conversion } from './conversions.ts'

/** Pages of one file. A storyboard has up to 500. */
export const DECK_PAGES_MAX = 300
/** Pixels along the longer side of a page's picture: a 4K screen. */
export const DECK_PAGE_SIDE = 3840

/** The same of a preview. */
export const DECK_PREVIEW_SIDE = 1280
/** Characters of a preview's picture: 2 MB of a lossless one, in base64. A larger one is a JPEG, which has fewer. */
const DECK_PREVIEW_MAX = 4 * 2 ** 20

export const DECK_TYPES = {
  pdf: 'application/pdf',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odp: 'application/vnd.oasis.opendocument.presentation',
} as const

/** A PDF or slides, whose pages are the pictures of a folder. */
export const Deck = z.object({
  id: Id,
  name: z.string(),
  mimetype: z.string(),
  size: z.int(),
  /** Number of pages in the current file. */
  pages: z.int(),
  folderId: Id,
  /** The storyboard created to play its pages; null without one. */
  storyboardId: Id.nullable(),
  organizationId: Id,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Deck = z.infer<typeof Deck>

const Answer = z.object({ conversion: Conversion })

export const decks = {
  create: route({
    method: 'POST',
    path: '/media/decks',
    summary:
      'Turn a PDF, PPTX, or ODP into pictures in a folder: `media` (the file, or the id of a resumable upload), `folderId`, and `storyboard` (seconds per page) to play them. Follow `conversion`',
    who: { write: 'media' },
    upload: 'multipart',
    parts: { media: 'files', folderId: 'text', organizationId: 'text', storyboard: 'text' },
    response: Answer,
    status: 201,
    errors: ['TOO_LARGE', 'STORAGE_LIMIT', 'UNSUPPORTED_MEDIA', 'TOO_MANY_REQUESTS', 'FORBIDDEN'],
    budget: 'uploads',
  }),
  preview: route({
    method: 'POST',
    path: '/media/decks/preview',
    summary: 'Draw the first page of a PDF (`media`) without storing it',
    who: { write: 'media' },
    upload: 'multipart',
    parts: { media: 'files', organizationId: 'text' },
    response: z.object({
      /** A JPEG or PNG, in base64. */
      picture: z.string().max(DECK_PREVIEW_MAX),
      mimetype: z.enum(['image/jpeg', 'image/png']),
      pages: z.int(),
    }),
    write: false,
    errors: ['TOO_LARGE', 'STORAGE_LIMIT', 'UNSUPPORTED_MEDIA', 'TOO_MANY_REQUESTS'],
    budget: 'uploads',
  }),
  get: route({
    method: 'GET',
    path: '/media/decks/:id',
    summary: 'Get a PDF or slides',
    who: { read: 'media' },
    params: IdParams,
    response: z.object({ deck: Deck }),
  }),
  replace: route({
    method: 'POST',
    path: '/media/decks/:id/file',
    summary:
      'Replace the pages with those of a new file, under the same media ids: `media`, and `version` to refuse if someone else changed it. Follow `conversion`, which asks before pages in use are lost',
    who: { write: 'media' },
    params: IdParams,
    upload: 'multipart',
    parts: { media: 'files', version: 'text' },
    response: Answer,
    errors: ['CONFLICT', 'TOO_LARGE', 'STORAGE_LIMIT', 'UNSUPPORTED_MEDIA', 'TOO_MANY_REQUESTS'],
    budget: 'uploads',
  }),
  download: route({
    method: 'GET',
    path: '/media/decks/:id/file',
    summary: 'Download the PDF or slides',
    who: { read: 'media', file: true },
    params: IdParams,
    response: 'file',
  }),
}
