import { z } from 'zod'
import { IdParams, OrganizationHint } from '#api/base/entity.ts'
import { Media } from '#api/content/media.ts'
import { route } from '#route.ts'

/** Captions of videos. They belong to the media item, and stay when its file is replaced. */
export const captions = {
  save: route({
    method: 'POST',
    path: '/media/:id/captions',
    summary:
      'Add or replace the captions of a video: `captions` (a WebVTT or SubRip file; absent: keeps the current ones), `language` (a BCP 47 tag of the offered languages), and `version` to refuse if someone else changed the item',
    who: { write: 'media' },
    params: IdParams,
    upload: 'multipart',
    parts: { captions: 'file', language: 'text', version: 'text' },
    response: z.object({ media: Media }),
    errors: ['CONFLICT', 'TOO_LARGE', 'STORAGE_LIMIT'],
    budget: 'uploads',
  }),
  remove: route({
    method: 'DELETE',
    path: '/media/:id/captions',
    summary: 'Remove the captions of a video',
    who: { write: 'media' },
    params: IdParams,
    body: OrganizationHint,
    response: z.object({ media: Media }),
    event: 'captions.deleted',
  }),
  file: route({
    method: 'GET',
    path: '/media/:id/captions/:sha256',
    summary: 'Get the captions of a video as WebVTT by their SHA-256',
    who: { read: 'media', file: true },
    params: IdParams.extend({ sha256: z.string().max(64) }),
    response: 'file',
  }),
}
