import { sql } from 'kysely'
import { type FileFacts, inspectReceived, type ReceivedFile } from '#content/uploads/api.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

/** Maximum bytes; browsers make them 320 pixels wide, about 20 kB. */
export const MAX_THUMBNAIL = 5 * 2 ** 20

/** Maximum bytes of the same image in full size. */
export const MAX_SCREENSHOT = 20 * 2 ** 20

/** Ids of thumbnails in use, and of their full-size images. */
const shown = sql<string>`(
  select ${sql.ref('thumbnailId')} from pages where ${sql.ref('thumbnailId')} is not null
  union select ${sql.ref('thumbnailId')} from media where ${sql.ref('thumbnailId')} is not null
  union select ${sql.ref('thumbnailId')} from media_versions where ${sql.ref('thumbnailId')} is not null
  union select ${sql.ref('screenshotId')} from thumbnails where ${sql.ref('screenshotId')} is not null)`

/** Milliseconds until a new thumbnail without a saved page is deleted. */
const UNSAVED_FOR = 24 * 60 * 60_000

/** A thumbnail must be an image. */
export async function inspectThumbnail(file: ReceivedFile, field: string): Promise<FileFacts> {
  const facts = await inspectReceived(file, field)
  if (facts.kind === 'image') return facts
  const sentence = `${file.name} isn't an image`
  throw new AppError('UNSUPPORTED_MEDIA', sentence, { [field]: sentence })
}

export interface NewThumbnail {
  organizationId: string
  sha256: string
  mimetype: string
  size: number
}

export async function createThumbnail(
  db: Db,
  thumbnail: NewThumbnail,
  now: string,
  screenshotId: string | null = null,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('thumbnails')
    .values({ id, ...thumbnail, screenshotId, createdAt: now })
    .execute()
  return id
}

export interface Picture {
  sha256: string
  mimetype: string
  size: number
}

export async function getThumbnail(db: Db, id: string): Promise<Picture> {
  const found = await db
    .selectFrom('thumbnails')
    .select(['sha256', 'mimetype', 'size'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('Thumbnail not found')
  return found
}

/** The full-size image of a thumbnail; the thumbnail itself without one. */
export async function getScreenshot(db: Db, id: string): Promise<Picture> {
  const full = await db
    .selectFrom('thumbnails')
    .innerJoin('thumbnails as full', 'full.id', 'thumbnails.screenshotId')
    .select(['full.sha256', 'full.mimetype', 'full.size'])
    .where('thumbnails.id', '=', id)
    .executeTakeFirst()
  return full ?? getThumbnail(db, id)
}

/** Deletes thumbnails and their full-size images unless they are in use. */
export async function deleteThumbnails(part: Db, ids: readonly (string | null)[]): Promise<void> {
  // Media that the caller doesn't reach may use them.
  const db = whole(part)
  const known = [...new Set(ids.filter((id) => id !== null))]
  for (let start = 0; start < known.length; start += 500) {
    const some = known.slice(start, start + 500)
    const gone = await db
      .deleteFrom('thumbnails')
      .where('id', 'in', some)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('pages').select('pages.id').whereRef('pages.thumbnailId', '=', 'thumbnails.id')),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('media').select('media.id').whereRef('media.thumbnailId', '=', 'thumbnails.id')),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('media_versions')
              .select('media_versions.id')
              .whereRef('media_versions.thumbnailId', '=', 'thumbnails.id'),
          ),
        ),
      )
      .returning('screenshotId')
      .execute()
    const full = gone.flatMap(({ screenshotId }) => screenshotId ?? [])
    if (full.length) await db.deleteFrom('thumbnails').where('id', 'in', full).execute()
  }
}

/** Maximum bytes of an organization's images for unsaved pages; the oldest are deleted. */
const UNSAVED_BYTES = 256 * 2 ** 20

/** Few thumbnails are young, so that each is looked up: a list of all that are in use would be long. */
const isUnsaved = sql<boolean>`not exists (select 1 from pages where ${sql.ref('pages.thumbnailId')} = thumbnails.id)
  and not exists (select 1 from media where ${sql.ref('media.thumbnailId')} = thumbnails.id)
  and not exists (select 1 from media_versions where ${sql.ref('media_versions.thumbnailId')} = thumbnails.id)
  and not exists (select 1 from thumbnails as small where ${sql.ref('small.screenshotId')} = thumbnails.id)`

/** Keeps thumbnails of unsaved pages from filling an organization's storage. `db` is bound to it. */
export async function forgetUnsavedBeyond(part: Db, organizationId: string, now: number): Promise<void> {
  const db = whole(part)
  const young = db
    .selectFrom('thumbnails')
    .where('organizationId', '=', organizationId)
    // The job has deleted earlier ones.
    .where('createdAt', '>', isoTime(now - 2 * UNSAVED_FOR))
  const { all } = await young
    .select(({ fn }) => fn.sum<number | null>('size').as('all'))
    .executeTakeFirstOrThrow()
  // With those in use: looking up which are takes ten times as long.
  if (Number(all) <= UNSAVED_BYTES) return
  const rows = await young
    .select(['id', 'size'])
    .select(({ selectFrom }) =>
      selectFrom('thumbnails as full')
        .select('full.size')
        .whereRef('full.id', '=', 'thumbnails.screenshotId')
        .as('fullSize'),
    )
    .where(isUnsaved)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  let bytes = 0
  const beyond = rows.filter(({ size, fullSize }) => {
    bytes += size + (fullSize ?? 0)
    return bytes > UNSAVED_BYTES
  })
  await deleteThumbnails(
    db,
    beyond.map(({ id }) => id),
  )
}

/** Deletes thumbnails of pages that were never saved. Returns how many. */
export async function forgetThumbnails(db: Db, now: number): Promise<number> {
  const rows = await db
    .selectFrom('thumbnails')
    .select('id')
    .where('createdAt', '<', isoTime(now - UNSAVED_FOR))
    // As one list: a subquery per row would read all pages each time.
    .where('id', 'not in', shown)
    .execute()
  await deleteThumbnails(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}
