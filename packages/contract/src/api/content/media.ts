import { z } from 'zod'
import { BulkAnswer, BulkIds, removeManyRoute } from '#api/base/bulk.ts'
import {
  Id,
  IdAnswer,
  IdParams,
  IsReadOnly,
  NamedOrganization,
  OrganizationHint,
  Timestamp,
  Version,
} from '#api/base/entity.ts'
import { requiredText } from '#api/base/inputs.ts'
import { ItemTags, tagManyRoute } from '#api/base/tags.ts'
import { DOCUMENT_BODY_BYTES } from '#body-limits.ts'
import { type FilesRule, LISTED_MAX, readFilesRule } from '#fields/files-rule.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { Model } from './packages.ts'
import { Usage, Usages } from './used-by.ts'
import { WebPage } from './web-page.ts'

export const Captions = z.object({
  /** SHA-256 in hex. */
  src: z.string(),
  /** A BCP 47 tag. */
  language: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Path below the API base, to which `?token=` is appended. */
  url: z.string(),
})
export type Captions = z.infer<typeof Captions>

/** What a font file says about itself: `FontFace` in `fields/own-font.ts`. */
export const Face = z.object({
  family: z.string(),
  /** The lightest and the boldest weight that it draws. */
  weights: z.tuple([z.int(), z.int()]),
  italic: z.boolean(),
})

/** A `FilesRule` as JSON. */
const FilesQuery = z
  .string()
  .max(4000)
  .transform((text, context): FilesRule => {
    const files = readFilesRule(parsed(text))
    if (files) return files
    context.addIssue({ code: 'custom', message: rule('invalid') })
    return z.NEVER
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const Media = z.object({
  id: Id,
  name: z.string(),
  /** The stored file's SHA-256 in hex: what players verify. */
  src: z.string(),
  mimetype: z.string(),
  size: z.int(),
  /** Path below the API base, to which `?token=` is appended. For a package: the preview base. */
  url: z.string(),
  cardId: Id.nullable(),
  thumbnailId: Id.nullable(),
  folderId: Id.nullable(),
  /** Pixels, where known. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Seconds, videos only. */
  duration: z.number().nullable(),
  /** Per RFC 6381 (`avc1.64001f`), videos only: a screen must be able to decode it. */
  codec: z.string().nullable(),
  /** Fonts only. */
  face: Face.nullable(),
  /** A web page: it has no file, and `src` is ''. */
  web: WebPage.nullable(),
  /** Videos only. */
  captions: Captions.nullable(),
  tags: ItemTags,
  isReadOnly: IsReadOnly,
  organizationId: Id,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Media = z.infer<typeof Media>

export const MediaUpdate = z.object({
  name: requiredText(255),
  /** Moves the item (an addition); absent: unchanged, null: Root. */
  folderId: Id.nullable().optional(),
  /** Values of a package's form; absent: unchanged. */
  model: Model.optional(),
  version: Version,
})

export type MediaUpdate = z.infer<typeof MediaUpdate>

const Neighbor = Media.pick({ id: true, name: true })
/** Maximum number of pages and other users that one usage list names. */
export const USERS_LISTED = 50

/** Media items. Lists of them are in `library/folders.ts`, uploads in parts in `library/uploads.ts`. */
export const media = {
  get: route({
    method: 'GET',
    path: '/media/:id',
    summary: 'Get a media item',
    who: { read: 'media' },
    params: IdParams,
    response: z.object({ media: Media }),
  }),
  upload: route({
    method: 'POST',
    path: '/media',
    summary:
      'Upload files: repeated `media` (a file, or the id of a resumable upload), repeated `thumbnail` in the same order, `folderId`',
    who: { write: 'media' },
    upload: 'multipart',
    parts: { media: 'files', thumbnail: 'files', folderId: 'text', organizationId: 'text' },
    response: z.object({ media: z.array(Media) }),
    status: 201,
    errors: ['TOO_LARGE', 'STORAGE_LIMIT', 'UNSUPPORTED_MEDIA'],
    budget: 'uploads',
  }),
  listed: route({
    method: 'GET',
    path: '/media/listed',
    summary: 'Get the files that a list of a media zone would find; `files` is its rule as JSON',
    who: { read: 'media' },
    query: z.object({ files: FilesQuery, organizationId: NamedOrganization }),
    response: z.object({ media: z.array(Media).max(LISTED_MAX) }),
  }),
  neighbors: route({
    method: 'GET',
    path: '/media/neighbors/:id',
    summary: 'Get the next newer and the next older media item of the same folder',
    who: { read: 'media' },
    params: IdParams,
    response: z.object({ newer: Neighbor.nullable(), older: Neighbor.nullable() }),
  }),
  uses: route({
    method: 'GET',
    path: '/media/uses/:id',
    summary: 'Get what uses a media item, and the storyboards and screens that show it',
    who: { read: 'media' },
    params: IdParams,
    response: z.object({ usedIn: z.array(Usage), storyboards: Usages, screens: Usages }),
    budget: 'summaries',
  }),
  update: route({
    method: 'PUT',
    path: '/media/:id',
    summary: 'Rename or move a media item, or save the values of a package',
    who: { write: 'media' },
    params: IdParams,
    body: MediaUpdate,
    bodyLimit: DOCUMENT_BODY_BYTES,
    response: z.object({ media: Media }),
    errors: ['CONFLICT'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/media/:id',
    summary: 'Delete a media item that nothing uses',
    who: { write: 'media' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: ['USED_IN_CARD'],
  }),
  removeMany: removeManyRoute('/media', {
    area: 'media',
    summary: 'Delete media that nothing uses',
    event: 'media.deleted',
  }),
  tagMany: tagManyRoute('/media', { area: 'media', what: 'media' }),
  moveMany: route({
    method: 'POST',
    path: '/media/move-many',
    summary: 'Move media to a folder; null is Root',
    who: { write: 'media' },
    body: z.object({ ids: BulkIds, folderId: Id.nullable() }),
    response: BulkAnswer,
    budget: 'bulk',
  }),
  download: route({
    method: 'GET',
    path: '/media/download/:id',
    summary: 'Download a media item under its name',
    who: { read: 'media', file: true },
    params: IdParams,
    response: 'file',
  }),
  file: route({
    method: 'GET',
    path: '/media/file/:id',
    summary: 'Get the file, with range support (an addition; the `url` of a media item points here)',
    who: { read: 'media', file: true },
    params: IdParams,
    response: 'file',
  }),
}

export const thumbnails = {
  download: route({
    method: 'GET',
    path: '/thumbnail/download/:id',
    summary: 'Get a thumbnail',
    who: { read: 'media', file: true },
    params: IdParams,
    response: 'file',
  }),
  create: route({
    method: 'POST',
    path: '/thumbnail/createCardThumbnail',
    summary:
      'Upload a thumbnail: `thumbnail`, plus the full-size image (`screenshot`) and the card it belongs to (`cardId`)',
    who: { write: 'cards' },
    upload: 'multipart',
    parts: { thumbnail: 'file', screenshot: 'file', cardId: 'text', organizationId: 'text' },
    response: z.object({ thumbnailId: Id }),
    status: 201,
    errors: ['TOO_LARGE', 'UNSUPPORTED_MEDIA'],
    budget: 'uploads',
  }),
  createOfLayout: route({
    method: 'POST',
    path: '/thumbnail/createLayoutThumbnail',
    summary:
      'Upload a thumbnail of a layout (`layoutId`): `thumbnail`, plus the full-size image (`screenshot`); its version stays the same',
    who: { write: 'layouts' },
    upload: 'multipart',
    parts: { thumbnail: 'file', screenshot: 'file', layoutId: 'text' },
    response: z.object({ thumbnailId: Id }),
    status: 201,
    errors: ['TOO_LARGE', 'UNSUPPORTED_MEDIA'],
    budget: 'uploads',
  }),
}
