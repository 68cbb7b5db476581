// Makes a copy of a video that every screen can play, and replaces the original with it.
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import type { Staged } from '#blobs/blob-store.ts'
import { inTransaction, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import type { ConversionsTable } from '#db/tables/content.ts'
import { writeVersion } from '#db/versions.ts'
import { endConversion } from '#features/media/conversions/queries.ts'
import type { ConvertParts, Running } from '#features/media/conversions/run.ts'
import { getMedia } from '#features/media/queries.ts'
import { keepVersion } from '#features/media/replacing/versions.ts'
import { remadePackages, saveRemade } from '#features/packages/api.ts'
import { nameOf } from '#features/page-versions/queries.ts'
import { refuseBeyondLimit } from '#features/storage/queries.ts'
import { type FileFacts, inspectReceived } from '#features/uploads/api.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, conflict } from '#lib/errors.ts'
import { runTool } from '#lib/work/run-tool.ts'
import type { Change } from '#publishing/publisher.ts'

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

/**
 * Time limit in milliseconds: a minimum, and per second of video; an old machine takes ten times the length of a 4K
 * video.
 */
const TIME = { least: 10 * 60_000, perSecond: 40_000 }
/** Processor seconds per second of video, for several threads. */
const CPU = { least: 1200, perSecond: 120 }
/** Memory limit in megabytes. 4K needs about 1,000. */
const MEMORY = 6000
/** Minimum milliseconds between two progress writes. */
const TELL_EVERY = 1000

/**
 * The demuxers for the types that upload inspection accepts; others, such as playlists that name files, are never
 * tried.
 */
const READERS: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
}

export async function makeCopy(parts: ConvertParts, running: Running): Promise<void> {
  const { blobs, tools, settings } = parts
  const { row } = running
  if (tools.ffmpeg === null) throw new AppError('UNSUPPORTED_MEDIA', NO_FFMPEG)
  const source = await blobs.stage(await blobs.read(row.sha256), row.size)
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-video-'))
  let copy: Staged | undefined
  try {
    const file = path.join(folder, 'copy.mp4')
    await encode(tools.ffmpeg, { source: source.path, file, folder }, parts, running)
    const { size } = await stat(file)
    copy = await blobs.stage(createReadStream(file), settings.MAX_UPLOAD_MB * 2 ** 20)
    const sender = { organizationId: row.organizationId, userId: row.userId ?? row.organizationId }
    const facts = await inspectReceived({ name: row.name, sender, staged: copy }, 'media')
    await copy.keep()
    await replaceByCopy(parts, row, { sha256: copy.sha256, size, facts })
  } finally {
    await copy?.discard()
    await source.discard()
    await rm(folder, { recursive: true, force: true })
  }
}

async function encode(
  ffmpeg: string,
  { source, file, folder }: { source: string; file: string; folder: string },
  { settings }: ConvertParts,
  { row, signal, progress }: Running,
): Promise<void> {
  const { width, height, duration } = CopyParams.parse(JSON.parse(row.params))
  await progress(0, 100)
  let told = 0
  const onLine = (line: string) => {
    const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? []
    if (microseconds === undefined || performance.now() - told < TELL_EVERY) return
    told = performance.now()
    const share = Number(microseconds) / 1e6 / Math.max(duration, 0.1)
    // The signal reports a cancellation.
    progress(Math.min(99, Math.floor(share * 100))).catch(() => {})
  }
  const scale = `scale='min(${width},iw)':'min(${height},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`
  const args = [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-progress', 'pipe:1', '-nostats'],
    ...['-protocol_whitelist', 'file', '-f', READERS[row.mimetype] ?? 'mov', '-i', source],
    ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1'],
    ...[
      '-vf',
      `${scale},format=yuv420p`,
      '-c:v',
      'libx264',
      '-preset',
      'medium',
      '-profile:v',
      'high',
      '-crf',
      '20',
    ],
    ...['-threads', '2', '-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-movflags', '+faststart', '-y', file],
  ]
  const { code, late } = await runTool(ffmpeg, args, {
    folder,
    offline: true,
    signal,
    onLine,
    time: Math.max(TIME.least, TIME.perSecond * duration),
    cpu: Math.ceil(Math.max(CPU.least, CPU.perSecond * duration)),
    memory: MEMORY,
    file: settings.MAX_UPLOAD_MB,
  })
  signal.throwIfAborted()
  if (late) throw new AppError('UNSUPPORTED_MEDIA', 'takes too long to convert on this server')
  if (code !== 0)
    throw new AppError('UNSUPPORTED_MEDIA', "can't be converted. Save it as H.264 in MP4 and upload that.")
}

/** The original stays in the media item's history. */
async function replaceByCopy(
  { database, blobs, settings, clock, publisher }: ConvertParts,
  row: ConversionsTable,
  { sha256, size, facts }: { sha256: string; size: number; facts: FileFacts },
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
    await refuseBeyondLimit(db, settings, organizationId, size)
    await lockRow(db, 'media', id)
    const media = await db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
    // Someone replaced it while the copy was made.
    if (media?.sha256 !== row.sha256) throw conflict()
    const now = clock.now()
    await keepVersion(db, media, row.userId ? await nameOf(db, row.userId) : '', now)
    const file = { sha256, size, mimetype, width, height, duration, codec }
    await writeVersion(db, 'media', { id, seen: undefined, now: isoTime(now) }, file)
    for (const each of packages) await saveRemade(db, each, now)
    await endConversion(db, row.id, { state: 'done' }, now)
    const changes = [id, ...packages.map((each) => each.id)].map(
      (each): Change => ({ kind: 'content', id: each }),
    )
    await publisher.announce(tx, changes, news)
    return changes
  }
  await publisher.publish(await inTransaction(database, write))
  publisher.tell(news)
}
