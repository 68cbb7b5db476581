import { mediaVersions } from '@vitrine/contract/api/content/library/media-versions'
import { feature } from '#base/handler.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import { getMedia } from '#content/media/queries.ts'
import type { UploadParts } from '#content/media/resumable.ts'
import { shown } from '#db/scoped.ts'
import { notFound } from '#lib/errors.ts'
import { replace, restore } from './replace.ts'
import { listVersions } from './versions.ts'

export const mediaVersionsFeature = feature(mediaVersions, (services: UploadParts) => ({
  replace: replace(services),
  restore: restore(services),
  list: async ({ db, params, clock }) => {
    const { id } = await getMedia(db, params.id)
    return { versions: await listVersions(db, id, clock.now()) }
  },
  file: async ({ db, params: { id, sha256 }, request, reply, clock }) => {
    const { src, mimetype } = await getMedia(shown(db), id)
    if (src === sha256) return sendBlob(request, reply, services.blobs, { sha256, mimetype })
    const version = (await listVersions(db, id, clock.now())).find((each) => each.src === sha256)
    if (!version) throw notFound('This file is no longer available')
    return sendBlob(request, reply, services.blobs, { sha256, mimetype: version.mimetype })
  },
}))
