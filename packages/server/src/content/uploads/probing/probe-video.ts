import { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { BROKEN, type FileFacts, Refusal } from './probe-verdict.ts'
import { wholeDuration } from './whole-duration.ts'

/** Codecs that screens' browsers play with suitable hardware. */
const CODECS: readonly (string | null)[] = ['avc', 'hevc', 'vp8', 'vp9', 'av1']
/** Maximum pixels per side. */
const MAX_SIDE = 16_384

/** Reads the container's tables and the last packet, which detects truncation without reading the whole file. */
export async function probeVideo(path: string): Promise<FileFacts> {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM, MATROSKA] })
  if (!(await input.canRead()) || (await input.getTracks()).length === 0) throw new Refusal(BROKEN)
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Refusal('has no video track')
  if (!CODECS.includes(await track.getCodec()))
    throw new Refusal("uses a video codec that browsers can't play; save it as H.264 in MP4")
  const width = await track.getDisplayWidth()
  const height = await track.getDisplayHeight()
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw new Refusal(`is too large for screens: ${width} × ${height} pixels`)

  const duration = await wholeDuration(track)
  return {
    kind: 'video',
    mimetype: await mimetypeOf(input),
    width: Math.round(width),
    height: Math.round(height),
    duration,
    codec: await track.getCodecParameterString(),
  }
}

async function mimetypeOf(input: Input): Promise<string> {
  const format = await input.getFormat()
  if (format === QTFF) return 'video/quicktime'
  if (format === WEBM) return 'video/webm'
  return format === MATROSKA ? 'video/x-matroska' : 'video/mp4'
}
