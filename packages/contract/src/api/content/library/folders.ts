import { z } from 'zod'
import {
  Cursor,
  Id,
  IdAnswer,
  IdParams,
  IsReadOnly,
  ListQuery,
  OrganizationHint,
  Timestamp,
  Version,
} from '#api/base/entity.ts'
import { requiredText } from '#api/base/inputs.ts'
import { TagFilter } from '#api/base/tags.ts'
import { Deck } from '#api/content/conversions/decks.ts'
import { Media } from '#api/content/media.ts'
import { MEDIA_KINDS } from '#api/content/media-kinds.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'

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
  isReadOnly: IsReadOnly,
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

const FolderAnswer = z.object({ folder: FolderContent })

/** Maximum number of folders that an answer to a paged request contains. */
export const FOLDERS_MAX = 200
/** A position among the folders: the answer contains those after it, and no media. */
const FoldersAfter = Cursor.optional()
/** The position after the last folder if there are more. Absent without a page, which contains all of them. */
const FoldersNext = z.string().nullable().optional()

/** The media library as it is seen: folders, and what is in them. */
export const folders = {
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
      /** Media of all folders, as a search lists them. */
      everywhere: z.enum(['0', '1'], rule('invalid')).optional(),
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
