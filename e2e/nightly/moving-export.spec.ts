import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { ORANGE, picture, storyboard, upload } from '#support/content.ts'
import { savePageAsVideo } from '#support/page-video.ts'
import { type Color, differs } from '#support/pixels.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const RATE = 25
const SIZE = { width: 640, height: 360 }
/** Layout pixels per second of a strip of its height, as on screens. */
const STRIP = { height: 60, pace: 78 }
const BLACK: Color = [0, 0, 0]

/** A second of red, then blue. */
function redThenBlue(file: string): string {
  const colors = ['red:d=1', 'blue:d=3'].flatMap((color) => [
    ...['-f', 'lavfi', '-i', `color=${color}:s=320x180:r=25`],
  ])
  const join = ['-filter_complex', '[0][1]concat=n=2', '-pix_fmt', 'yuv420p', '-c:v', 'libx264']
  execFileSync('ffmpeg', ['-v', 'error', ...colors, ...join, file])
  return file
}

/** Red, green, and blue of a part of one frame. */
function pixels(
  video: string,
  seconds: number,
  [width, height, x, y]: readonly [number, number, number, number],
): Buffer {
  const frame = Math.round(seconds * RATE)
  return execFileSync('ffmpeg', [
    ...['-v', 'error', '-i', video, '-vf', `select=eq(n\\,${frame}),crop=${width}:${height}:${x}:${y}`],
    ...['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
  ])
}

const colorAt = (video: string, seconds: number, x: number, y: number): Color => {
  const [red = 0, green = 0, blue = 0] = pixels(video, seconds, [2, 2, x, y])
  return [red, green, blue]
}

/** How bright each column of the strip is. */
function columnsOf(video: string, seconds: number): number[] {
  const strip = pixels(video, seconds, [SIZE.width, STRIP.height, 0, SIZE.height - STRIP.height])
  return Array.from({ length: SIZE.width }, (_, x) => {
    let sum = 0
    for (let y = 0; y < STRIP.height; y++) sum += strip[(y * SIZE.width + x) * 3] ?? 0
    return sum / STRIP.height
  })
}

/** The pixels by which columns moved to the left. */
function moved(before: readonly number[], after: readonly number[], most: number): number {
  const off = (by: number) => {
    const differences = before.slice(most).map((value, x) => Math.abs(value - (after[x + most - by] ?? 0)))
    return differences.reduce((sum, one) => sum + one, 0)
  }
  const all = Array.from({ length: most }, (_, by) => off(by))
  return all.indexOf(Math.min(...all))
}

test('a video of a page has its entrances, films, and moving strips at their times, also for people who asked for less motion', async ({
  server,
  console,
  browser,
  page,
}, info) => {
  const admin = await server.organization('Film hotel')
  const film = await readFile(redThenBlue(info.outputPath('film.mp4')))
  const [orange, moving] = await upload(admin, [
    await picture(browser, 'orange.jpg', ORANGE),
    { name: 'film.mp4', mimeType: 'video/mp4', buffer: film },
  ])
  const zone = { type: 'media-looper', zIndex: 1, width: 300, height: 280 } as const
  const { layout } = await admin.api.layouts.create({
    body: {
      name: 'Moving',
      type: 'designed',
      ...SIZE,
      widgets: [
        {
          ...{ ...zone, id: 'late', name: 'Late', transform: 'translate(0px, 0px)' },
          frame: { enter: 'fade', enterDelay: 0.6 },
        },
        { ...zone, id: 'film', name: 'Film', transform: 'translate(320px, 0px)' },
        {
          ...{ id: 'strip', type: 'ticker', name: 'Strip', zIndex: 2, ...SIZE, height: STRIP.height },
          transform: `translate(0px, ${SIZE.height - STRIP.height}px)`,
        },
      ],
      config: {
        background: '#000000',
        inputs: [
          { name: 'late-media', value: [{ mediaId: orange, duration: 60 }] },
          { name: 'film-media', value: [{ mediaId: moving, duration: 0 }] },
          {
            name: 'strip-tickerSentence1',
            value: { text: 'Fresh bread every morning at seven', isBold: true, isItalic: false, size: 30 },
          },
        ],
      },
    },
  })
  const id = await storyboard(admin, 'Lobby', [layout.id])
  // A film is for screens: what its maker's browser asks for is no reason to leave movements out.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await console.openAs(admin.credentials)
  const video = info.outputPath('moving.mp4')
  await (await savePageAsVideo(console, id, 2)).saveAs(video)

  // The entrance: hidden, half visible, there.
  expect(differs(colorAt(video, 0.4, 150, 140), BLACK)).toBe(false)
  const [half] = colorAt(video, 0.76, 150, 140)
  expect(half).toBeGreaterThan(60)
  expect(half).toBeLessThan(ORANGE[0] - 12)
  expect(differs(colorAt(video, 1.6, 150, 140), ORANGE)).toBe(false)

  const [red, , notYet] = colorAt(video, 0.6, 470, 140)
  expect(red - notYet).toBeGreaterThan(150)
  const [over, , blue] = colorAt(video, 1.4, 470, 140)
  expect(blue - over).toBeGreaterThan(150)

  const strip = [0.4, 0.9, 1.6].map((seconds) => columnsOf(video, seconds))
  expect(Math.max(...(strip[0] ?? []))).toBeGreaterThan(60)
  for (const [at, seconds] of [
    [1, 0.5],
    [2, 1.2],
  ] as const)
    expect(Math.abs(moved(strip[0] ?? [], strip[at] ?? [], 140) - seconds * STRIP.pace)).toBeLessThan(3)
})
