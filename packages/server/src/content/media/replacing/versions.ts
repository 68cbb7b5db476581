import { type MediaVersion, REPLACED_KEPT_DAYS } from '@vitrine/contract/api/content/library/media-versions'
import type { Selectable } from 'kysely'
import { fileUrl } from '#content/media/queries.ts'
import { deleteThumbnails } from '#content/thumbnails/queries.ts'
import type { Db } from '#db/schema.ts'
import type { MediaTable, MediaVersionsTable } from '#db/tables/content.ts'
import { isoTime } from '#lib/clock.ts'
import { notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

const DAY = 24 * 60 * 60_000

/** The columns of a media item that describe its file. */
export type FileColumns = Pick<
  MediaTable,
  'sha256' | 'mimetype' | 'size' | 'width' | 'height' | 'duration' | 'codec' | 'face' | 'thumbnailId'
>

export const fileColumns = ({
  sha256,
  mimetype,
  size,
  width,
  height,
  duration,
  codec,
  face,
  thumbnailId,
}: FileColumns): FileColumns => ({
  sha256,
  mimetype,
  size,
  width,
  height,
  duration,
  codec,
  face,
  thumbnailId,
})

/** Newest first. */
export async function listVersions(db: Db, mediaId: string, now: number): Promise<MediaVersion[]> {
  const rows = await db
    .selectFrom('media_versions')
    .selectAll()
    .where('mediaId', '=', mediaId)
    .where('expiresAt', '>', now)
    .orderBy('version', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ sha256, duration, expiresAt, ...row }) => ({
    ...row,
    src: sha256,
    url: fileUrl(mediaId, sha256),
    duration: duration === null ? null : duration / 1000,
    expiresAt: isoTime(expiresAt),
  }))
}

/** Throws NOT_FOUND if it has expired or was already restored. */
export async function getVersion(
  db: Db,
  mediaId: string,
  version: number,
  now: number,
): Promise<MediaVersionsTable> {
  const row = await db
    .selectFrom('media_versions')
    .selectAll()
    .where('mediaId', '=', mediaId)
    .where('version', '=', version)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (!row) throw notFound('This file is no longer available')
  return row
}

/** Keeps a media item's current file before it is replaced. */
export async function keepVersion(
  db: Db,
  media: Selectable<MediaTable>,
  replacedBy: string,
  now: number,
): Promise<void> {
  const { id: mediaId, organizationId, version } = media
  await db
    .insertInto('media_versions')
    .values({
      id: newId(),
      organizationId,
      mediaId,
      version,
      ...fileColumns(media),
      replacedBy,
      replacedAt: isoTime(now),
      expiresAt: now + REPLACED_KEPT_DAYS * DAY,
    })
    .execute()
}

/** Deletes expired versions; the collector deletes their bytes. Returns the count. */
export async function forgetMediaVersions(db: Db, now: number): Promise<number> {
  const gone = await db
    .deleteFrom('media_versions')
    .where('expiresAt', '<=', now)
    .returning('thumbnailId')
    .execute()
  await deleteThumbnails(
    db,
    gone.map(({ thumbnailId }) => thumbnailId),
  )
  return gone.length
}
