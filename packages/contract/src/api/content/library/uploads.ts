import { z } from 'zod'
import { Id, IdParams, Timestamp } from '#api/base/entity.ts'
import { route } from '#route.ts'

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

/** Large files are first uploaded in parts (tus protocol); `POST /media` then refers to them by id. */
export const uploads = {
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
    also: { 412: "The server doesn't support this version of tus" },
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
}
