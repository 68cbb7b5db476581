import { z } from 'zod'
import { Id, IdAnswer, IdParams, NamedOrganization, Timestamp } from '#api/base/entity.ts'
import { Usage } from '#api/content/used-by.ts'
import type { UsedBy } from '#errors.ts'
import { route } from '#route.ts'

/** Days for which a finished conversion is listed. */
export const CONVERSION_KEPT_DAYS = 1

export const CONVERSION_STATES = ['waiting', 'running', 'asking', 'done', 'failed'] as const

/** Work on a file after its upload. */
export const Conversion = z.object({
  id: Id,
  /** `deck`: renders the pages of a PDF or of slides. `video`: makes a copy that every screen can play. */
  kind: z.enum(['deck', 'video']),
  /** Name of the file. */
  name: z.string(),
  /** `asking`: waits for `confirm`, because the new file would remove the pages in `removed`. */
  state: z.enum(CONVERSION_STATES),
  /** Pages drawn, or per cent of a video. */
  done: z.int(),
  /** Pages in all, or 100; null until that is known. */
  total: z.int().nullable(),
  /** Why it failed: a sentence that begins with the file's name. */
  error: z.string().nullable(),
  /** Pages in use that the new file doesn't have. */
  removed: z.object({ pages: z.array(z.int()), usedIn: z.array(Usage) }).nullable(),
  deckId: Id.nullable(),
  mediaId: Id.nullable(),
  /** The folder of the pages, and the storyboard that plays them. */
  folderId: Id.nullable(),
  storyboardId: Id.nullable(),
  organizationId: Id,
  createdAt: Timestamp,
})
export type Conversion = z.infer<typeof Conversion>
export type RemovedPages = { pages: number[]; usedIn: UsedBy[] }

const Answer = z.object({ conversion: Conversion })

export const conversions = {
  list: route({
    method: 'GET',
    path: '/media/conversions',
    summary: 'List running, waiting, and recent conversions, newest first',
    who: { read: 'media' },
    query: z.object({ organizationId: NamedOrganization }),
    response: z.object({ conversions: z.array(Conversion) }),
  }),
  get: route({
    method: 'GET',
    path: '/media/conversions/:id',
    summary: 'Get the progress of a conversion',
    who: { read: 'media' },
    params: IdParams,
    response: Answer,
  }),
  confirm: route({
    method: 'POST',
    path: '/media/conversions/:id/confirm',
    summary: 'Confirm a conversion whose new file lacks pages that are in use',
    who: { write: 'media' },
    params: IdParams,
    response: Answer,
    errors: ['CONFLICT'],
  }),
  cancel: route({
    method: 'DELETE',
    path: '/media/conversions/:id',
    summary: 'Cancel a conversion, or remove a finished one from the list; its pages stay',
    who: { write: 'media' },
    params: IdParams,
    response: IdAnswer,
    event: 'conversion.canceled',
  }),
}
