import { thumbnails } from '@vitrine/contract/media'
import { rule } from '@vitrine/contract/rules'
import { receiveFiles } from '#blobs/receive-files.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import { feature } from '#features/handler.ts'
import { isoTime } from '#lib/clock.ts'
import { invalid } from '#lib/errors.ts'
import { createThumbnail, getThumbnail, judgeThumbnail, MAX_THUMBNAIL } from './queries.ts'

export const thumbnailsFeature = feature(thumbnails, {
  download: async ({ db, params, request, reply, blobs }) =>
    sendBlob(request, reply, blobs, await getThumbnail(db, params.id)),
  create: async ({ organizationFor, within, request, blobs, clock }) => {
    const { files, values, discard } = await receiveFiles(request, blobs, {
      thumbnail: { count: 1, bytes: MAX_THUMBNAIL },
    })
    try {
      const [file] = files.thumbnail
      if (!file) throw invalid({ thumbnail: rule('required') })
      const organizationId = await organizationFor(values.organizationId)
      const { mimetype } = await judgeThumbnail(file, 'thumbnail')
      await file.staged.keep()
      const { sha256, size } = file.staged
      const thumbnail = { organizationId, sha256, size, mimetype }
      return { thumbnailId: await createThumbnail(within(organizationId), thumbnail, isoTime(clock.now())) }
    } finally {
      await discard()
    }
  },
})
