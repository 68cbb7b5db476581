import { judgeReceived, type ReceivedFile } from '#blobs/receive-files.ts'
import type { Db } from '#db/schema.ts'
import { AppError, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { FileFacts } from '#lib/probe-verdict.ts'

/** Bytes; browsers make them 320 pixels wide, about 20 kB. */
export const MAX_THUMBNAIL = 5 * 2 ** 20

/** Only a picture can be a thumbnail. */
export async function judgeThumbnail(file: ReceivedFile, field: string): Promise<FileFacts> {
  const facts = await judgeReceived(file, field)
  if (facts.kind === 'image') return facts
  const sentence = `${file.name} is not a picture`
  throw new AppError('UNSUPPORTED_MEDIA', sentence, { [field]: sentence })
}

export interface NewThumbnail {
  organizationId: string
  sha256: string
  mimetype: string
  size: number
}

export async function createThumbnail(db: Db, thumbnail: NewThumbnail, now: string): Promise<string> {
  const id = newId()
  await db
    .insertInto('thumbnails')
    .values({ id, ...thumbnail, createdAt: now })
    .execute()
  return id
}

export async function getThumbnail(db: Db, id: string): Promise<{ sha256: string; mimetype: string }> {
  const found = await db
    .selectFrom('thumbnails')
    .select(['sha256', 'mimetype'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('There is no such thumbnail')
  return found
}

export async function deleteThumbnails(db: Db, ids: readonly (string | null)[]): Promise<void> {
  const known = ids.filter((id) => id !== null)
  for (let start = 0; start < known.length; start += 500)
    await db
      .deleteFrom('thumbnails')
      .where('id', 'in', known.slice(start, start + 500))
      .execute()
}
