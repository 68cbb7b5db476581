import { z } from 'zod'
import { IdParams } from '#api/base/entity.ts'
import { Usages } from '#api/content/used-by.ts'
import { route } from '#route.ts'
import { Conversion } from './conversions.ts'

export const videoCopies = {
  get: route({
    method: 'GET',
    path: '/media/:id/playability',
    summary:
      'List the screens that should show a video but report that they cannot play it, and say whether a copy can be made',
    who: { read: 'media' },
    params: IdParams,
    response: z.object({
      /** Screens that show it and have reported that they can't decode it. */
      unable: Usages,
      /** The server has ffmpeg. */
      isAvailable: z.boolean(),
      /** The box that a copy fits into: that of the largest screen that shows it, or Full HD. Pixels. */
      width: z.int(),
      height: z.int(),
      /** A copy is worth making: it isn't H.264, or is larger than the box. */
      isUseful: z.boolean(),
      /** The copy in progress. */
      conversion: Conversion.nullable(),
    }),
    budget: 'summaries',
  }),
  make: route({
    method: 'POST',
    path: '/media/:id/playable-copy',
    summary:
      'Replace a video with a copy that every screen can play (H.264 and AAC in MP4), under the same media id; the original stays in its history. Follow `conversion`',
    who: { write: 'media' },
    params: IdParams,
    response: z.object({ conversion: Conversion }),
    errors: ['CONFLICT', 'UNSUPPORTED_MEDIA', 'TOO_MANY_REQUESTS'],
    budget: 'uploads',
  }),
}
