import { FilePathSource, Input, MP3, MP4, OGG, WAVE } from 'mediabunny'
import { BROKEN, type FileFacts, Refusal } from './probe-verdict.ts'
import { wholeDuration } from './whole-duration.ts'

/** Types that screens' browsers play, by container. */
const TYPES = [
  { format: MP3, mimetype: 'audio/mpeg', codecs: ['mp3'] },
  { format: MP4, mimetype: 'audio/mp4', codecs: ['aac', 'mp3', 'opus', 'flac'] },
  { format: OGG, mimetype: 'audio/ogg', codecs: ['opus', 'vorbis'] },
  { format: WAVE, mimetype: 'audio/wav', codecs: ['pcm-u8', 'pcm-s16', 'pcm-s24', 'pcm-s32', 'pcm-f32'] },
]

export async function probeAudio(path: string): Promise<FileFacts> {
  using input = new Input({ source: new FilePathSource(path), formats: TYPES.map(({ format }) => format) })
  if (!(await input.canRead())) throw new Refusal(BROKEN)
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Refusal('has no audio track')
  const format = await input.getFormat()
  const codec = await track.getCodec()
  const type = TYPES.find((each) => each.format === format)
  if (!type || codec === null || !type.codecs.includes(codec))
    throw new Refusal("uses an audio codec that browsers can't play; save it as MP3 or AAC")
  const duration = await wholeDuration(track)
  return {
    kind: 'audio',
    mimetype: type.mimetype,
    width: null,
    height: null,
    duration,
    codec: null,
  }
}
