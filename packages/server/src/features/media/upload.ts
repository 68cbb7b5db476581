import { Id } from '@vitrine/contract/entity'
import type { Media, media } from '@vitrine/contract/media'
import { rule } from '@vitrine/contract/rules'
import { judgeReceived, type ReceivedFile, receiveFiles } from '#blobs/receive-files.ts'
import { inTransaction } from '#db/database.ts'
import type { Context } from '#features/handler.ts'
import { createThumbnail, judgeThumbnail, MAX_THUMBNAIL } from '#features/thumbnails/queries.ts'
import { isoTime } from '#lib/clock.ts'
import { invalid } from '#lib/errors.ts'
import { knownFolder } from './folders.ts'
import { createMedia, type NewMedia } from './queries.ts'

/** Files of one request. */
const MAX_FILES = 30

/** All files of a request become media, or none: every one is judged before the first is kept. */
export async function upload(context: Context<typeof media.upload>): Promise<Media[]> {
  const { request, blobs, settings, db, within, organizationFor, clock } = context
  const bytes = settings.MAX_UPLOAD_MB * 2 ** 20
  const { files, values, discard } = await receiveFiles(request, blobs, {
    media: { count: MAX_FILES, bytes },
    thumbnail: { count: MAX_FILES, bytes: MAX_THUMBNAIL },
  })
  try {
    if (files.media.length === 0) throw invalid({ media: rule('required') })
    const folderId = readFolderId(values.folderId)
    const folder = folderId === null ? null : await knownFolder(db, folderId)
    const organizationId =
      folder?.organizationId ?? (await organizationFor(values.organizationId || undefined))
    const judged = await Promise.all(
      files.media.map(async (file, index) => ({ file, ...(await judgeReceived(file, `media.${index}`)) })),
    )
    // Which belongs to which is told by order alone, so wrong ones are worse than none.
    const pictures = files.thumbnail.length === judged.length ? files.thumbnail : []
    const thumbnails = await Promise.all(
      pictures.map(async (file, index) => {
        const { mimetype } = await judgeThumbnail(file, `thumbnail.${index}`)
        return { organizationId, ...stored(file), mimetype }
      }),
    )
    for (const { staged } of [...files.media, ...pictures]) await staged.keep()

    const now = isoTime(clock.now())
    return await inTransaction(within(organizationId), async (tx) => {
      const items: NewMedia[] = []
      for (const [index, { file, kind: _, duration, ...facts }] of judged.entries()) {
        const thumbnail = thumbnails[index]
        items.push({
          organizationId,
          folderId,
          name: file.name,
          ...stored(file),
          ...facts,
          duration: duration === null ? null : Math.round(duration * 1000),
          thumbnailId: thumbnail ? await createThumbnail(tx, thumbnail, now) : null,
        })
      }
      return createMedia(tx, items, now)
    })
  } finally {
    await discard()
  }
}

const stored = ({ staged: { sha256, size } }: ReceivedFile) => ({ sha256, size })

/** Empty and absent are Root. */
function readFolderId(sent: string | undefined): string | null {
  if (!sent || sent === 'null') return null
  const id = Id.safeParse(sent)
  if (!id.success) throw invalid({ folderId: rule('unknown') })
  return id.data
}
