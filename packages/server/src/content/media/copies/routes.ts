import { videoCopies } from '@vitrine/contract/api/content/conversions/video-copies'
import { feature } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { createConversion, findConverting } from '#content/media/conversions/queries.ts'
import { startConverting } from '#content/media/conversions/start.ts'
import { listedScreens } from '#content/media/on-screens.ts'
import { getMedia } from '#content/media/queries.ts'
import { AppError, conflict } from '#lib/errors.ts'
import { type CopyParams, NO_FFMPEG } from './make-copy.ts'
import { playabilityOf } from './playability.ts'

type Needs = Pick<Platform, 'jobs' | 'tools'>

export const videoCopiesFeature = feature(videoCopies, ({ jobs, tools }: Needs) => ({
  get: async ({ db, tenantReader, params, clock }) => {
    const media = await getMedia(db, params.id)
    const bound = tenantReader(media.organizationId)
    const { unable, box, isUseful } = await playabilityOf(bound, media, clock.now())
    const isVideo = media.mimetype.startsWith('video/')
    return {
      unable: listedScreens(isVideo ? unable : new Map()),
      isAvailable: tools.ffmpeg !== null,
      ...box,
      isUseful: isVideo && isUseful,
      conversion: await findConverting(bound, 'mediaId', media.id),
    }
  },
  make: async (context) => {
    const { db, tenantDb, params, clock, session } = context
    const media = await getMedia(db, params.id)
    const { id: mediaId, organizationId, name, src: sha256, mimetype, size, duration } = media
    if (!mimetype.startsWith('video/')) throw new AppError('UNSUPPORTED_MEDIA', `${name} isn't a video`)
    if (tools.ffmpeg === null) throw new AppError('UNSUPPORTED_MEDIA', `${name} ${NO_FFMPEG}`)
    const bound = tenantDb(organizationId)
    if (await findConverting(bound, 'mediaId', mediaId)) throw conflict()
    const { box } = await playabilityOf(bound, media, clock.now())
    const copy: CopyParams = { ...box, duration: duration ?? 0 }
    const conversion = await createConversion(
      bound,
      {
        ...{ organizationId, kind: 'video', name, sha256, mimetype, size, mediaId, params: copy },
        ...{ deckId: null, folderId: null, userId: session.userId },
      },
      clock.now(),
    )
    startConverting(jobs, context, 'video')
    return { conversion }
  },
}))
