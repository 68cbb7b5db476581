import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { findTools } from '#lib/work/tools.ts'
import { colorCube, HLG, PQ } from './color-cube.ts'
import { isOnlyDolbyVision, toBt709, type VideoTags } from './colors.ts'
import { encode, stillOf } from './encode.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-colors-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fixture = (name: string) => fileURLToPath(new URL(`../../../../test/fixtures/${name}`, import.meta.url))

/** The color of 0 to 255 that a table has for a signal of 0 to 1, at its nearest point. */
function lookUp(primaries: string, transfer: string): (red: number, green: number, blue: number) => number[] {
  const [head = '', ...lines] = [...colorCube(primaries, transfer)].join('').trimEnd().split('\n')
  const points = Number(head.split(' ')[1])
  expect(lines).toHaveLength(points ** 3)
  return (...signal) => {
    const [r = 0, g = 0, b = 0] = signal.map((each) => Math.round(each * (points - 1)))
    return (lines[(b * points + g) * points + r] ?? '')
      .split(' ')
      .map((each) => Math.round(Number(each) * 255))
  }
}

describe('the table of colors', () => {
  it.each([
    // Diffuse white of 203 nits, the peak of 1000 nits, and 18 % gray (ITU-R BT.2408, table 1).
    ['PQ', PQ, { white: 0.5833, peak: 0.75, gray: 0.375 }],
    ['HLG', HLG, { white: 0.75, peak: 1, gray: 0.375 }],
  ])(
    'shows diffuse white of %s as white, and highlights brighter',
    (_name, transfer, { white, peak, gray }) => {
      const color = lookUp('bt2020', transfer)
      const [atWhite = 0, atPeak = 0, atGray = 0] = [white, peak, gray].map(
        (each) => color(each, each, each)[0],
      )
      expect(atWhite).toBeGreaterThanOrEqual(243)
      expect(atWhite).toBeLessThan(255)
      expect(atPeak).toBe(255)
      expect(atGray).toBeGreaterThan(90)
      expect(atGray).toBeLessThan(150)
      expect(color(0, 0, 0)).toEqual([0, 0, 0])
    },
  )

  it.each(['bt2020', 'smpte432'])('keeps the grays of SDR in %s, and saturates its colors', (primaries) => {
    const color = lookUp(primaries, 'bt709')
    for (const gray of [0, 0.25, 0.5, 0.75, 1])
      for (const each of color(gray, gray, gray)) expect(Math.abs(each - gray * 255)).toBeLessThanOrEqual(2)
    const [red = 0, green = 255] = color(0.75, 0.25, 0.25)
    expect(red).toBeGreaterThan(0.75 * 255)
    expect(green).toBeLessThan(0.25 * 255)
  })
})

describe('the filters', () => {
  const filters = (tags: VideoTags) => toBt709(tags, 'scale=8:8', folder)
  const named = { color_space: 'bt709', color_primaries: 'bt709', color_transfer: 'bt709' }

  it.each<[string, VideoTags, { matrix?: string; isMapped: boolean }]>([
    ['BT.709', named, { isMapped: false }],
    ['BT.601', { ...named, color_space: 'smpte170m', color_primaries: 'smpte170m' }, { isMapped: false }],
    ['PQ', { ...named, color_primaries: 'bt2020', color_transfer: PQ }, { isMapped: true }],
    ['HLG without primaries', { color_space: 'bt2020nc', color_transfer: HLG }, { isMapped: true }],
    ['Display P3', { ...named, color_primaries: 'smpte432' }, { isMapped: true }],
    // As browsers guess.
    ['nothing, small', { codec_name: 'h264', height: '719' }, { matrix: 'bt601', isMapped: false }],
    ['nothing, HD', { codec_name: 'h264', height: '720' }, { matrix: 'bt709', isMapped: false }],
    ['nothing, VP9', { codec_name: 'vp9', height: '1080' }, { matrix: 'bt601', isMapped: false }],
    ['nothing at all', {}, { matrix: 'bt601', isMapped: false }],
  ])('of a video that declares %s', async (_name, tags, { matrix, isMapped }) => {
    const text = await filters(tags)
    expect(/in_color_matrix=(\w+)/.exec(text)?.[1]).toBe(matrix)
    expect(text.includes('lut3d')).toBe(isMapped)
    expect(text).toContain('out_color_matrix=bt709:out_range=tv')
  })

  it('knows Dolby Vision that no other player shows', () => {
    expect([isOnlyDolbyVision({ dv_profile: '5' }), isOnlyDolbyVision({ dv_profile: '8' })]).toEqual([
      true,
      false,
    ])
  })
})

/** The corners and the center of test/fixtures/chart.png. */
const CHART = [
  [220, 30, 30],
  [30, 180, 60],
  [40, 70, 220],
  [240, 210, 40],
  [255, 255, 255],
]

/** How to make a video of the chart: size, samples, and what the file declares. */
const made = (height: number, matrix: string, range: string, tags: readonly string[]) => [
  ...['-vf', `scale=-2:${height}:out_color_matrix=${matrix}:out_range=${range},format=yuv420p`],
  ...['-c:v', 'libx264', '-color_range', range, ...tags],
]
const tagged = (name: string) => ['-colorspace', name, '-color_primaries', name, '-color_trc', name]

// Only where ffmpeg is installed.
const { ffmpeg, ffprobe } = findTools()
describe.skipIf(ffmpeg === null)('a copy of a color chart', () => {
  const run = (args: readonly string[]) =>
    execFileSync(ffmpeg ?? '', ['-loglevel', 'error', '-y', ...args], { maxBuffer: 2 ** 26 })

  it('has square pixels and the shape of the original, and so does its thumbnail', async () => {
    const source = path.join(folder, 'wide-pixels.mov')
    const pixels = ['-vf', 'scale=160:180,setsar=2,format=yuv420p', '-c:v', 'libx264']
    run(['-loop', '1', '-t', '0.2', '-r', '10', '-i', fixture('chart.png'), ...pixels, source])
    const file = path.join(folder, 'square-pixels.mp4')
    const { signal } = new AbortController()
    const tool = { ffmpeg: ffmpeg ?? '', ffprobe, folder, maxFile: 100 }
    const order = { source, mimetype: 'video/quicktime', file, width: 1920, height: 1080, duration: 0.2 }
    await encode(tool, order, { signal, progress: async () => {} } as never)
    const entries = ['-show_entries', 'stream=width,height,sample_aspect_ratio', '-of', 'csv=p=0']
    const facts = execFileSync(ffprobe ?? '', ['-v', 'error', '-select_streams', 'v', ...entries, file])
    expect(facts.toString().trim()).toBe('320,180,1:1')
    const still = await stillOf(tool, file, 0.2, signal)
    expect(await sharp(still).metadata()).toMatchObject({ width: 320, height: 180 })
  })

  it.each<[string, string | readonly string[]]>([
    ['BT.709', made(180, 'bt709', 'tv', tagged('bt709'))],
    ['BT.709 without a word', made(720, 'bt709', 'tv', [])],
    ['BT.709 in full range', made(180, 'bt709', 'pc', tagged('bt709'))],
    ['BT.601', made(180, 'bt601', 'tv', tagged('smpte170m'))],
    ['HLG', fixture('chart-hlg.mov')],
    ['PQ', fixture('chart-pq.mov')],
  ])('in %s looks like the chart, and says what it is', async (name, source) => {
    const original = typeof source === 'string' ? source : path.join(folder, `${name}.mov`)
    if (typeof source !== 'string')
      run(['-loop', '1', '-t', '0.2', '-r', '10', '-i', fixture('chart.png'), ...source, original])
    const file = path.join(folder, 'copy.mp4')
    const signal = new AbortController().signal
    const tool = { ffmpeg: ffmpeg ?? '', ffprobe, folder, maxFile: 100 }
    const order = {
      source: original,
      mimetype: 'video/quicktime',
      file,
      width: 1920,
      height: 1080,
      duration: 1,
    }
    await encode(tool, order, { signal, progress: async () => {} } as never)

    const entries = ['-show_entries', 'stream=color_range,color_space,color_transfer,color_primaries,pix_fmt']
    const facts = execFileSync(ffprobe ?? '', [
      '-v',
      'error',
      '-select_streams',
      'v',
      ...entries,
      file,
    ]).toString()
    for (const each of ['space=bt709', 'transfer=bt709', 'primaries=bt709', 'range=tv', 'pix_fmt=yuv420p'])
      expect(facts).toContain(each)
    const still = run([
      '-i',
      file,
      '-frames:v',
      '1',
      '-vf',
      'format=rgb24',
      '-f',
      'image2',
      '-c:v',
      'png',
      'pipe:1',
    ])
    const { data, info } = await sharp(still).raw().toBuffer({ resolveWithObject: true })
    const [right, bottom] = [info.width - 6, info.height - 6]
    const places = [
      [5, 5],
      [right, 5],
      [5, bottom],
      [right, bottom],
      [info.width / 2, info.height / 2],
    ] as const
    for (const [index, [x, y]] of places.entries()) {
      const at = (Math.floor(y) * info.width + Math.floor(x)) * info.channels
      const color = [...data.subarray(at, at + 3)]
      for (const [part, wanted] of (CHART[index] ?? []).entries())
        expect(Math.abs((color[part] ?? 0) - wanted), `${name} ${index}: ${color}`).toBeLessThanOrEqual(12)
    }
  })
})
