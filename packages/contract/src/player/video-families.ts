/** Codec strings to probe a browser with: an average Full HD video of each family. */
export const VIDEO_FAMILIES = {
  avc: 'video/mp4; codecs="avc1.640028"',
  hevc: 'video/mp4; codecs="hvc1.1.6.L120.90"',
  vp8: 'video/webm; codecs="vp8"',
  vp9: 'video/webm; codecs="vp09.00.40.08"',
  av1: 'video/mp4; codecs="av01.0.08M.08"',
} as const
export type VideoFamily = keyof typeof VIDEO_FAMILIES
export const VIDEO_FAMILY_NAMES = Object.keys(VIDEO_FAMILIES) as [VideoFamily, ...VideoFamily[]]

const STARTS: readonly [RegExp, VideoFamily][] = [
  [/^avc/, 'avc'],
  [/^(hev|hvc|dvh)/, 'hevc'],
  [/^vp0?8/, 'vp8'],
  [/^vp0?9/, 'vp9'],
  [/^av01/, 'av1'],
]

/** The family of a codec as of RFC 6381; undefined for one that no browser plays. */
export const familyOf = (codec: string): VideoFamily | undefined =>
  STARTS.find(([start]) => start.test(codec))?.[1]
