import { z } from 'zod'
import { IdParams, Timestamp } from '#api/base/entity.ts'
import { Media } from '#api/content/media.ts'
import { route } from '#route.ts'

/** Days to keep a replaced file for restoring. */
export const REPLACED_KEPT_DAYS = 30

/** A media item's previous file, which can still be restored. */
export const MediaVersion = Media.pick({
  src: true,
  mimetype: true,
  size: true,
  url: true,
  thumbnailId: true,
  width: true,
  height: true,
  duration: true,
  codec: true,
}).extend({
  /** The last version of the media item that had this file. */
  version: z.int(),
  /** The name of the person who replaced it, at that time; '' for someone from another organization. */
  replacedBy: z.string(),
  replacedAt: Timestamp,
  /** Deleted after this time. */
  expiresAt: Timestamp,
})
export type MediaVersion = z.infer<typeof MediaVersion>

export const VersionParams = IdParams.extend({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
})

export const mediaVersions = {
  replace: route({
    method: 'POST',
    path: '/media/:id/file',
    summary:
      'Replace the file of a media item everywhere: `media` (a file of the same kind, or the id of a resumable upload), `thumbnail`, and `version` to refuse if someone else changed it',
    who: { write: 'media' },
    params: IdParams,
    upload: 'multipart',
    parts: { media: 'files', thumbnail: 'files', version: 'text' },
    response: z.object({ media: Media }),
    errors: ['CONFLICT', 'TOO_LARGE', 'STORAGE_LIMIT', 'UNSUPPORTED_MEDIA'],
    budget: 'uploads',
  }),
  list: route({
    method: 'GET',
    path: '/media/:id/versions',
    summary: `List the earlier files of a media item from the last ${REPLACED_KEPT_DAYS} days, newest first`,
    who: { read: 'media' },
    params: IdParams,
    response: z.object({ versions: z.array(MediaVersion) }),
  }),
  restore: route({
    method: 'POST',
    path: '/media/:id/versions/:version/restore',
    summary: 'Restore an earlier file of a media item; the current one becomes an earlier one',
    who: { write: 'media' },
    params: VersionParams,
    response: z.object({ media: Media }),
    errors: ['CONFLICT', 'STORAGE_LIMIT'],
    budget: 'uploads',
  }),
  file: route({
    method: 'GET',
    path: '/media/file/:id/:sha256',
    summary: 'Get the current or an earlier file of a media item by its SHA-256, with range support',
    who: { read: 'media', file: true },
    params: IdParams.extend({ sha256: z.string().max(64) }),
    response: 'file',
  }),
}
