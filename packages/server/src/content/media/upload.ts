import type { Media, media } from '@vitrine/contract/api/content/media'
import { prepare } from '#base/handler.ts'
import type { Incoming } from '#base/storage/api.ts'
import { refuseBeyondLimit } from '#base/storage/queries.ts'
import { createPackage, type Unpacked } from '#content/packages/queries.ts'
import { createThumbnail } from '#content/thumbnails/queries.ts'
import type { ReceivedFile } from '#content/uploads/api.ts'
import { isoTime } from '#lib/clock.ts'
import { createMedia, type NewMedia } from './queries.ts'
import { forgetArrived, type UploadParts } from './resumable.ts'
import {
  bytesOf,
  declaredBytes,
  destinationOf,
  inspectFiles,
  inspectPictures,
  itemsOf,
  keepFiles,
  openQuota,
  picturesFor,
  receiveForm,
  refuseDecks,
  reserveQuota,
  type UploadContext,
  type UploadedItem,
  unpackPackages,
} from './upload-steps.ts'

interface Kept {
  organizationId: string
  /** Ids of resumable uploads among them. */
  uploadIds: string[]
  items: UploadedItem[]
}

/** All files of a request become media, or none: every file is inspected before the first is kept. */
async function keepUpload(context: UploadContext): Promise<Kept> {
  const { db, settings, blobs } = context
  const contents = new Map<ReceivedFile, Unpacked>()
  let room: Incoming | undefined
  let discard = async () => {}
  try {
    room = await openQuota(context)
    room?.take(declaredBytes(context) ?? 0)
    const received = await receiveForm(context, room)
    discard = received.discard
    const { files, values } = received
    const destination = await destinationOf(context, values)
    const { organizationId } = destination
    room = await reserveQuota(context, room, organizationId, files)
    const inspected = await inspectFiles(blobs, files)
    refuseDecks(inspected)
    const pictures = picturesFor(inspected, files.thumbnail)
    const thumbnails = await inspectPictures(pictures, organizationId)
    await unpackPackages(context, inspected, room, contents)
    const opened = [...contents.values()]
    await refuseBeyondLimit(db, settings, organizationId, bytesOf(files.media, pictures, opened))
    await keepFiles([...files.media, ...pictures], opened)
    return {
      organizationId,
      uploadIds: files.media.flatMap(({ uploadId }) => uploadId ?? []),
      items: await itemsOf(
        context,
        destination,
        inspected,
        { received: pictures, inspected: thumbnails },
        contents,
      ),
    }
  } finally {
    room?.end()
    await discard()
    for (const { staged } of contents.values()) await Promise.all(staged.map((file) => file.discard()))
  }
}

export const upload = (services: UploadParts) =>
  prepare<typeof media.upload, Kept>(
    (context) => keepUpload({ ...context, ...services }),
    (context, kept) => saveUpload({ ...context, ...services }, kept),
  )

async function saveUpload(
  context: UploadContext,
  { organizationId, uploadIds, items }: Kept,
): Promise<{ media: Media[] }> {
  const { tenantDb, clock, blobs, settings, afterCommit } = context
  const db = tenantDb(organizationId)
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0)
  await refuseBeyondLimit(db, settings, organizationId, bytes)
  const now = isoTime(clock.now())
  const rows: NewMedia[] = []
  for (const { media: item, thumbnail } of items)
    rows.push({ ...item, thumbnailId: thumbnail ? await createThumbnail(db, thumbnail, now) : null })
  const created = await createMedia(db, rows, now)
  for (const [index, { content }] of items.entries()) {
    const made = created[index]
    if (content && made) await createPackage(db, made, content.unpacked, content.version, clock.now())
  }
  // Not in `db`: a super admin's partial uploads belong to the home organization.
  await forgetArrived(context.db, uploadIds)
  afterCommit(async () => {
    for (const id of uploadIds) await blobs.partials.discard(id)
  })
  return { media: created }
}
