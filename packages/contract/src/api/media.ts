import { z } from 'zod'
import { DOCUMENT_BODY_BYTES } from '#body-limits.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { BulkAnswer, BulkIds, removeManyRoute } from './bulk.ts'
import { Deck } from './conversions/decks.ts'
import { Cursor, Id, IdAnswer, IdParams, ListQuery, OrganizationHint, Timestamp, Version } from './entity.ts'
import { requiredText } from './inputs.ts'
import { MEDIA_KINDS } from './media-kinds.ts'
import { ItemTags, TagFilter, tagManyRoute } from './operations/tags.ts'
import { Model } from './packages.ts'
import { WebPage } from './screens/web-page.ts'
import { Usage, Usages } from './used-by.ts'

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
  /** A web page: it has no file, and `src` is ''. */
  web: WebPage.nullable(),
  tags: ItemTags,
  organizationId: Id,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Media = z.infer<typeof Media>

/** Filters by kind: `image,video`. */
const KindsQuery = z
  .string()
  .max(40)
  .transform((kinds) => kinds.split(','))
  .pipe(z.array(z.enum(MEDIA_KINDS, rule('invalid'))))
  .optional()

export const Folder = z.object({
  id: Id,
  name: z.string(),
  /** The parent; null at Root. */
  folderId: Id.nullable(),
  organizationId: Id,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Folder = z.infer<typeof Folder>

/** An open folder: its ancestors below Root, itself, and its contents. */
export const FolderContent = Folder.extend({
  path: z.array(z.object({ id: Id, name: z.string() })),
  media: z.array(Media),
  folders: z.array(Folder),
})
export type FolderContent = z.infer<typeof FolderContent>

export const FolderInput = z.object({
  name: requiredText(255),
  /** The parent; null, empty or absent is Root. */
  folderId: Id.nullable()
    .optional()
    .or(z.literal('').transform(() => null)),
  /** Super admins only: the organization of a new folder at Root. */
  organizationId: Id.optional(),
  version: Version,
})

export type FolderInput = z.output<typeof FolderInput>
const FOLDER_LABELS = { name: 'Folder Name' }

export const MediaUpdate = z.object({
  name: requiredText(255),
  /** Moves the item (an addition); absent: unchanged, null: Root. */
  folderId: Id.nullable().optional(),
  /** Values of a package's form; absent: unchanged. */
  model: Model.optional(),
  version: Version,
})

export type MediaUpdate = z.infer<typeof MediaUpdate>

/** An unfinished upload. Sizes in bytes; `modifiedAt` in milliseconds, to recognize the sender's file. */
const PartialUpload = z.object({
  id: Id,
  name: z.string(),
  size: z.int(),
  offset: z.int(),
  modifiedAt: z.int().nullable(),
  expiresAt: Timestamp,
})
export type PartialUpload = z.infer<typeof PartialUpload>

const Neighbor = Media.pick({ id: true, name: true })
const FolderAnswer = z.object({ folder: FolderContent })

/** Maximum number of folders that an answer to a paged request contains. */
export const FOLDERS_MAX = 200
/** A position among the folders: the answer contains those after it, and no media. */
const FoldersAfter = Cursor.optional()
/** The position after the last folder if there are more. Absent without a page, which contains all of them. */
const FoldersNext = z.string().nullable().optional()

/** Maximum number of pages and other users that one usage list names. */
export const USERS_LISTED = 50

export const media = {
  /** Root, a search or a tag over all folders, or with `isCard=1` the items that represent cards. */
  list: route({
    method: 'GET',
    path: '/media',
    summary:
      'Get the root of the media library; up to 200 folders come with the first page, more with `foldersAfter=` the last `foldersNext`',
    who: { read: 'media' },
    query: ListQuery.extend({
      isCard: z.enum(['0', '1'], rule('invalid')).optional(),
      kinds: KindsQuery,
      tag: TagFilter,
      foldersAfter: FoldersAfter,
    }),
    response: z.object({
      media: z.object({
        media: z.array(Media),
        folders: z.array(Folder),
        foldersNext: FoldersNext,
        total: z.int().optional(),
      }),
    }),
  }),
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
  /** Large files are first uploaded in parts (tus protocol); `POST /media` then refers to them by id. */
  uploads: route({
    method: 'GET',
    path: '/media/uploads',
    summary: 'List your unfinished resumable uploads',
    who: { write: 'media' },
    response: z.object({ uploads: z.array(PartialUpload) }),
  }),
  startUpload: route({
    method: 'POST',
    path: '/media/uploads',
    summary:
      'Start a resumable upload (tus 1.0.0: Upload-Length, Upload-Metadata with filename and modified)',
    who: { write: 'media' },
    upload: 'tus',
    write: false,
    response: 'file',
    status: 201,
    also: { 412: 'This version of tus is not spoken here' },
    errors: ['TOO_LARGE', 'STORAGE_LIMIT', 'TOO_MANY_REQUESTS'],
    budget: 'uploads',
  }),
  uploadOffset: route({
    method: 'HEAD',
    path: '/media/uploads/:id',
    summary: 'Get the progress of a resumable upload in Upload-Offset',
    who: { write: 'media' },
    params: IdParams,
    upload: 'tus',
    response: 'file',
    write: false,
  }),
  continueUpload: route({
    method: 'PATCH',
    path: '/media/uploads/:id',
    summary: 'Upload the next part, starting at Upload-Offset',
    who: { write: 'media' },
    params: IdParams,
    upload: 'tus',
    write: false,
    response: 'file',
    status: 204,
    errors: ['CONFLICT', 'TOO_LARGE'],
  }),
  cancelUpload: route({
    method: 'DELETE',
    path: '/media/uploads/:id',
    summary: 'Cancel a resumable upload',
    who: { write: 'media' },
    params: IdParams,
    upload: 'tus',
    write: false,
    response: 'file',
    status: 204,
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
  folder: route({
    method: 'GET',
    path: '/media/folders/:id',
    summary:
      'Get a folder with its media and subfolders; up to 200 subfolders come with the first page, more with `foldersAfter=` the last `foldersNext`',
    who: { read: 'media' },
    params: IdParams,
    query: ListQuery.omit({ organizationId: true, search: true }).extend({
      kinds: KindsQuery,
      foldersAfter: FoldersAfter,
    }),
    response: z.object({
      folder: FolderContent.extend({
        foldersNext: FoldersNext,
        total: z.int().optional(),
        /** The deck whose pages the folder contains. */
        deck: Deck.nullable().optional(),
      }),
    }),
  }),
  createFolder: route({
    method: 'POST',
    path: '/media/folders',
    summary: 'Create a folder',
    who: { write: 'media' },
    body: FolderInput,
    labels: FOLDER_LABELS,
    response: FolderAnswer,
    status: 201,
  }),
  updateFolder: route({
    method: 'PUT',
    path: '/media/folders/:id',
    summary: 'Rename or move a folder',
    who: { write: 'media' },
    params: IdParams,
    body: FolderInput,
    labels: FOLDER_LABELS,
    response: FolderAnswer,
    errors: ['CONFLICT'],
  }),
  removeFolder: route({
    method: 'DELETE',
    path: '/media/folders/:id',
    summary: 'Delete a folder and its contents, unless something in it is in use',
    who: { write: 'media' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: ['USED_IN_CARD'],
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
}
