import { z } from 'zod'
import { IdParams } from '#api/base/entity.ts'
import { MediaVersion, REPLACED_KEPT_DAYS, VersionParams } from '#api/content/library/media-versions.ts'
import { route } from '#route.ts'
import { Conversion } from './conversions.ts'
import { Deck } from './decks.ts'

/** A deck's previous file, which can still be restored with its pages. */
export const DeckVersion = Deck.pick({ name: true, mimetype: true, size: true, pages: true }).extend(
  MediaVersion.pick({ version: true, replacedBy: true, replacedAt: true, expiresAt: true }).shape,
)
export type DeckVersion = z.infer<typeof DeckVersion>

export const deckVersions = {
  list: route({
    method: 'GET',
    path: '/media/decks/:id/versions',
    summary: `List the earlier files of a PDF or slides from the last ${REPLACED_KEPT_DAYS} days, newest first`,
    who: { read: 'media' },
    params: IdParams,
    response: z.object({ versions: z.array(DeckVersion) }),
  }),
  restore: route({
    method: 'POST',
    path: '/media/decks/:id/versions/:version/restore',
    summary:
      'Restore an earlier file with its pages, including those that the current file lacks; the current one becomes an earlier one. Follow `conversion`',
    who: { write: 'media' },
    params: VersionParams,
    response: z.object({ conversion: Conversion }),
    errors: ['CONFLICT', 'TOO_MANY_REQUESTS'],
    budget: 'uploads',
  }),
  download: route({
    method: 'GET',
    path: '/media/decks/:id/versions/:version/file',
    summary: 'Download an earlier file of a PDF or slides',
    who: { read: 'media', file: true },
    params: VersionParams,
    response: 'file',
  }),
}
