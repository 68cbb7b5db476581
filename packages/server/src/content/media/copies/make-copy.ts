// Makes a copy of a video that every screen can play, and replaces the original with it.
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { authorName } from '#accounts/authors/queries.ts'
import type { Change } from '#base/change.ts'
import { refuseBeyondLimit } from '#base/storage/queries.ts'
import type { Staged } from '#blobs/blob-store.ts'
import { endConversion } from '#content/media/conversions/queries.ts'
import type { ConvertParts, Running } from '#content/media/conversions/run.ts'
import { getMedia } from '#content/media/queries.ts'
import { keepVersion } from '#content/media/replacing/versions.ts'
import { remadePackages, saveRemade } from '#content/packages/api.ts'
import {
  createThumbnail,
  inspectThumbnail,
  MAX_THUMBNAIL,
  type NewThumbnail,
} from '#content/thumbnails/queries.ts'
import { type FileFacts, inspectReceived } from '#content/uploads/api.ts'
import { inTransaction, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import type { ConversionsTable } from '#db/tables/content.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, conflict } from '#lib/errors.ts'
import type { Owner } from '#lib/work/turns.ts'
import { encode, stillOf } from './encode.ts'

export const CopyParams = z.object({
  /** The box that the copy fits into. */
  width: z.number(),
  height: z.number(),
  /** Duration of the original in seconds. */
  duration: z.number(),
})
export type CopyParams = z.infer<typeof CopyParams>

export const NO_FFMPEG =
  "can't be converted: this server has no ffmpeg. Save it as H.264 in MP4 and upload that."

export async function makeCopy(parts: ConvertParts, running: Running): Promise<void> {
  const { blobs, tools, settings } = parts
  const { row } = running
  if (tools.ffmpeg === null) throw new AppError('UNSUPPORTED_MEDIA', NO_FFMPEG)
  const source = await blobs.stage(await blobs.read(row.sha256), row.size)
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-video-'))
  let copy: Staged | undefined
  let picture: Staged | undefined
  try {
    const file = path.join(folder, 'copy.mp4')
    const params = CopyParams.parse(JSON.parse(row.params))
    const tool = { ffmpeg: tools.ffmpeg, ffprobe: tools.ffprobe, folder, maxFile: settings.MAX_UPLOAD_MB }
    await encode(tool, { source: source.path, file, mimetype: row.mimetype, ...params }, running)
    const { size } = await stat(file)
    copy = await blobs.stage(createReadStream(file), settings.MAX_UPLOAD_MB * 2 ** 20)
    const sender = { organizationId: row.organizationId, userId: row.userId ?? row.organizationId }
    const facts = await inspectReceived({ name: row.name, sender, staged: copy }, 'media')
    const still = await stillOf(tool, file, params.duration, running.signal)
    if (still) picture = await blobs.stage(createReadStream(still), MAX_THUMBNAIL)
    const thumbnail = picture && (await thumbnailOf(picture, sender))
    await copy.keep()
    if (thumbnail) await picture?.keep()
    await replaceByCopy(parts, row, { sha256: copy.sha256, size, facts, thumbnail })
  } finally {
    await copy?.discard()
    await picture?.discard()
    await source.discard()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Undefined if ffmpeg wrote something else. */
async function thumbnailOf(
  picture: Staged,
  sender: Owner,
): Promise<Omit<NewThumbnail, 'organizationId'> | undefined> {
  try {
    const { mimetype } = await inspectThumbnail({ name: 'still.jpg', sender, staged: picture }, 'thumbnail')
    return { sha256: picture.sha256, size: picture.size, mimetype }
  } catch (error) {
    if (error instanceof AppError && error.errKey === 'UNSUPPORTED_MEDIA') return undefined
    throw error
  }
}

/** The original stays in the media item's history. */
async function replaceByCopy(
  { database, blobs, settings, clock, publisher }: ConvertParts,
  row: ConversionsTable,
  {
    sha256,
    size,
    facts,
    thumbnail,
  }: {
    sha256: string
    size: number
    facts: FileFacts
    thumbnail: Omit<NewThumbnail, 'organizationId'> | undefined
  },
): Promise<void> {
  const { organizationId } = row
  const id = row.mediaId ?? ''
  const { mimetype, width, height, codec } = facts
  const duration = facts.duration === null ? null : Math.round(facts.duration * 1000)
  const bound = scoped(database, organizationId)
  const { name } = await getMedia(bound, id)
  const packages = await remadePackages(bound, blobs, [{ id, name, sha256, size, mimetype }])
  const news = [{ organizationId, topics: ['media', 'devices'] }]
  const write = async (tx: Db): Promise<Change[]> => {
    const db = scoped(tx, organizationId)
    await refuseBeyondLimit(db, settings, organizationId, size + (thumbnail?.size ?? 0))
    await lockRow(db, 'media', id)
    const media = await db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
    // Someone replaced it while the copy was made.
    if (media?.sha256 !== row.sha256) throw conflict()
    const now = clock.now()
    await keepVersion(db, media, row.userId ? await authorName(db, row.userId) : '', now)
    const file = { sha256, size, mimetype, width, height, duration, codec, thumbnailId: media.thumbnailId }
    if (thumbnail)
      file.thumbnailId = await createThumbnail(db, { organizationId, ...thumbnail }, isoTime(now))
    await writeVersion(db, 'media', { id, seen: undefined, now: isoTime(now) }, file)
    for (const each of packages) await saveRemade(db, each, now)
    await endConversion(db, row.id, { state: 'done' }, now)
    const changes = [id, ...packages.map((each) => each.id)].map(
      (each): Change => ({ kind: 'content', id: each }),
    )
    await publisher.announce(tx, changes, news, row.userId ?? undefined)
    return changes
  }
  await publisher.publish(await inTransaction(database, write))
  publisher.notify(news)
}
