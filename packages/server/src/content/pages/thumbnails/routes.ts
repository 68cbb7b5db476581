import { Id } from '@vitrine/contract/api/base/entity'
import { thumbnails } from '@vitrine/contract/api/content/media'
import { rule } from '@vitrine/contract/rules'
import { feature, prepare } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { pagesRoom } from '#base/storage/queries.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import { findPage, type Page, setThumbnail } from '#content/pages/queries.ts'
import {
  createThumbnail,
  forgetUnsavedBeyond,
  getThumbnail,
  inspectThumbnail,
  MAX_SCREENSHOT,
  MAX_THUMBNAIL,
  type NewThumbnail,
} from '#content/thumbnails/queries.ts'
import { type ReceivedFile, receiveFiles } from '#content/uploads/api.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { invalid } from '#lib/errors.ts'

type Needs = Pick<Platform, 'blobs' | 'settings'>

export const thumbnailsFeature = feature(thumbnails, ({ blobs, settings }: Needs) => ({
  download: async ({ db, params, request, reply }) =>
    sendBlob(request, reply, blobs, await getThumbnail(db, params.id)),
  create: prepare(
    async ({ db, session, organizationFor, request }) => {
      const { files, values, discard } = await receiveFiles(request, session, blobs, {
        thumbnail: { count: 1, bytes: MAX_THUMBNAIL },
        screenshot: { count: 1, bytes: MAX_SCREENSHOT },
      })
      try {
        const [file] = files.thumbnail
        const [full] = files.screenshot
        if (!file) throw invalid({ thumbnail: rule('required') })
        const card = values.cardId ? await knownCard(db, values.cardId) : null
        const organizationId =
          card?.organizationId ?? (await organizationFor(values.organizationId || undefined))
        await refusePictures(db, settings, { organizationId, size: file.staged.size }, full?.staged)
        const kept = async (picture: ReceivedFile, field: string): Promise<NewThumbnail> => {
          const { mimetype } = await inspectThumbnail(picture, field)
          await picture.staged.keep()
          const { sha256, size } = picture.staged
          return { organizationId, sha256, size, mimetype }
        }
        return {
          card,
          thumbnail: await kept(file, 'thumbnail'),
          screenshot: full && (await kept(full, 'screenshot')),
        }
      } finally {
        await discard()
      }
    },
    async ({ tenantDb, clock, changed }, { card, thumbnail, screenshot }) => {
      const db = tenantDb(thumbnail.organizationId)
      await refusePictures(db, settings, thumbnail, screenshot)
      const now = isoTime(clock.now())
      const screenshotId = screenshot ? await createThumbnail(db, screenshot, now) : null
      const thumbnailId = await createThumbnail(db, thumbnail, now, screenshotId)
      if (card) {
        await setThumbnail(db, card, thumbnailId, now)
        changed({ kind: 'content', id: card.id })
      } else await forgetUnsavedBeyond(db, thumbnail.organizationId, clock.now())
      return { thumbnailId }
    },
  ),
}))

/** Throws STORAGE_LIMIT if the organization has no room for a thumbnail and its full-size image. */
async function refusePictures(
  db: Db,
  settings: Settings,
  { organizationId, size }: { organizationId: string; size: number },
  screenshot: { size: number } | undefined,
): Promise<void> {
  await lockRow(db, 'organizations', organizationId)
  const bytes = size + (screenshot?.size ?? 0)
  const { room, full } = await pagesRoom(db, settings, organizationId, bytes)
  if (bytes > room) throw full
}

/** A card named in a form; 400 under `cardId` if it doesn't exist. */
async function knownCard(db: Db, id: string): Promise<Page> {
  const found = Id.safeParse(id).success ? await findPage(db, 'card', id) : undefined
  if (!found) throw invalid({ cardId: rule('unknown') })
  return found
}
