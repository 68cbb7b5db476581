import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { colorCube, needsCube } from './color-cube.ts'

/** What ffprobe says about a video track, by its names; `unknown` or absent if the file doesn't. */
export type VideoTags = Readonly<Record<string, string>>

/** Asks ffprobe for the tags of the first video track. */
export const TAG_ARGS = [
  ...['-v', 'error', '-select_streams', 'v:0', '-of', 'default=noprint_wrappers=1', '-show_entries'],
  'stream=codec_name,height,color_space,color_transfer,color_primaries:stream_side_data=dv_profile',
]

/** Profile 5 of Dolby Vision has its own colors, without a picture for other players. */
export const isOnlyDolbyVision = ({ dv_profile }: VideoTags): boolean => dv_profile === '5'

const CUBE_FILE = 'colors.cube'
/** Without these, colors are off by a few of 255. */
const EXACT = 'flags=bicubic+accurate_rnd+full_chroma_int'

/**
 * Filters that scale a video and convert it to BT.709 in limited range and eight bits, tone-mapped if it is HDR: what
 * every screen shows. Writes their table of colors into `folder`, where ffmpeg must run.
 */
export async function toBt709(tags: VideoTags, scale: string, folder: string): Promise<string> {
  const { color_primaries = '', color_transfer = '' } = tags
  const matrix = guessedMatrix(tags)
  const input = matrix === undefined ? '' : `:in_color_matrix=${matrix}`
  const output = 'out_color_matrix=bt709:out_range=tv'
  const named = 'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv'
  // Brightness of an HDR display.
  const end = `format=yuv420p,sidedata=mode=delete,${named}`
  if (!needsCube(color_primaries, color_transfer)) return `${scale}${input}:${output}:${EXACT},${end}`
  const cube = Readable.from(colorCube(color_primaries, color_transfer))
  await pipeline(cube, createWriteStream(path.join(folder, CUBE_FILE)))
  const lookUp = `format=gbrp16le,lut3d=file=${CUBE_FILE}`
  return `${scale}${input}:${EXACT},${lookUp},scale=${output}:${EXACT},${end}`
}

/** Names the same for players; the filters have converted the samples. */
export const BT709_ARGS = ['-colorspace', '-color_primaries', '-color_trc']
  .flatMap((option) => [option, 'bt709'])
  .concat('-color_range', 'tv')

/** The matrix that browsers assume for a video that names none; undefined if it names one. */
function guessedMatrix({ color_space = 'unknown', codec_name, height = '0' }: VideoTags): string | undefined {
  if (color_space !== 'unknown') return undefined
  return codec_name !== 'vp9' && Number(height) >= 720 ? 'bt709' : 'bt601'
}
