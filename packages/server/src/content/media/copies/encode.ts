import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Running } from '#content/media/conversions/run.ts'
import { AppError } from '#lib/errors.ts'
import { runTool } from '#lib/work/run-tool.ts'
import { BT709_ARGS, isOnlyDolbyVision, TAG_ARGS, toBt709, type VideoTags } from './colors.ts'

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
const REPORT_EVERY = 1000

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
/** Limits of a quick look at a file: seconds of processor time, milliseconds. */
const QUICK = { time: 60_000, cpu: 60, memory: MEMORY }
/** The longer side of a thumbnail in pixels, as browsers make them. */
const THUMBNAIL = 320

interface VideoTool {
  ffmpeg: string
  ffprobe: string | null
  /** Working folder of both. */
  folder: string
  /** Maximum megabytes of a written file. */
  maxFile: number
}

interface CopyOrder {
  source: string
  mimetype: string
  /** The copy to write. */
  file: string
  /** The box that it fits into. */
  width: number
  height: number
  /** Seconds. */
  duration: number
}

/** Writes a copy in H.264 and AAC. Throws UNSUPPORTED_MEDIA with a sentence for people. */
export async function encode(
  { ffmpeg, ffprobe, folder, maxFile }: VideoTool,
  { source, mimetype, file, width, height, duration }: CopyOrder,
  { signal, progress }: Running,
): Promise<void> {
  await progress(0, 100)
  let reportedAt = 0
  const onLine = (line: string) => {
    const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? []
    if (microseconds === undefined || performance.now() - reportedAt < REPORT_EVERY) return
    reportedAt = performance.now()
    const share = Number(microseconds) / 1e6 / Math.max(duration, 0.1)
    // The signal reports a cancellation.
    progress(Math.min(99, Math.floor(share * 100))).catch(() => {})
  }
  const input = ['-protocol_whitelist', 'file', '-f', READERS[mimetype] ?? 'mov', '-i', source]
  const limits = { folder, offline: true, signal, file: maxFile, memory: MEMORY }
  const tags: Record<string, string> = {}
  if (ffprobe !== null) {
    const note = (line: string) => {
      const [name, value] = line.split('=')
      if (name && value) tags[name] = value
    }
    await runTool(ffprobe, [...TAG_ARGS, ...input], { ...limits, ...QUICK, onLine: note })
  }
  if (isOnlyDolbyVision(tags))
    throw new AppError(
      'UNSUPPORTED_MEDIA',
      'is in Dolby Vision without HDR10. Export it in SDR and upload that.',
    )
  const args = [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-progress', 'pipe:1', '-nostats', ...input],
    ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-vf', await filtersOf(tags, { width, height }, folder)],
    ...['-c:v', 'libx264', '-preset', 'medium', '-profile:v', 'high', '-crf', '20', ...BT709_ARGS],
    ...['-threads', '2', '-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-movflags', '+faststart', '-y', file],
  ]
  const { code, late } = await runTool(ffmpeg, args, {
    ...limits,
    onLine,
    time: Math.max(TIME.least, TIME.perSecond * duration),
    cpu: Math.ceil(Math.max(CPU.least, CPU.perSecond * duration)),
  })
  signal.throwIfAborted()
  if (late) throw new AppError('UNSUPPORTED_MEDIA', 'takes too long to convert on this server')
  if (code !== 0)
    throw new AppError('UNSUPPORTED_MEDIA', "can't be converted. Save it as H.264 in MP4 and upload that.")
}

/** Some players, and JPEG pictures, ignore that a pixel is wider than high. */
const SQUARE = 'scale=iw*sar:ih,setsar=1'

const filtersOf = (tags: VideoTags, { width, height }: { width: number; height: number }, folder: string) =>
  toBt709(
    tags,
    `${SQUARE},scale='min(${width},iw)':'min(${height},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`,
    folder,
  )

/** A picture of a copy at one second, or a tenth of a short one, like browsers' thumbnails; undefined without. */
export async function stillOf(
  { ffmpeg, folder, maxFile }: VideoTool,
  copy: string,
  duration: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const file = path.join(folder, 'still.jpg')
  const size = `scale=${THUMBNAIL}:${THUMBNAIL}:force_original_aspect_ratio=decrease:force_divisible_by=2`
  const args = [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-protocol_whitelist', 'file'],
    ...['-ss', String(Math.min(1, duration / 10)), '-f', 'mov', '-i', copy, '-frames:v', '1', '-an'],
    // JPEG pictures have the matrix of BT.601 in full range.
    ...['-vf', `${size}:out_color_matrix=bt601:out_range=pc,format=yuvj420p`],
    ...['-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2', '-y', file],
  ]
  const { code } = await runTool(ffmpeg, args, { folder, offline: true, signal, file: maxFile, ...QUICK })
  signal.throwIfAborted()
  const written = await stat(file).catch(() => undefined)
  return code === 0 && written && written.size > 0 ? file : undefined
}
