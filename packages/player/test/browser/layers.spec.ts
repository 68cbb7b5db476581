import { expect, type Page } from '@playwright/test'
import type { DevicePart } from '@vitrine/contract/api/playback/manifest'
import { wallPart } from '@vitrine/contract/player/wall-part'
import type { LayerPlace } from '@vitrine/contract/schedule/layer-areas'
import sharp from 'sharp'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'
import { test } from './screen.ts'

/** The page is red; the layer is blue, and four times as wide as high. */
const SHAPE = { width: 1600, height: 400 }

function withLayer(place: LayerPlace, shape = SHAPE) {
  // Another shape is another page.
  const storyboardId = `layer of ${shape.width} × ${shape.height}`
  const layer = { ...colorPage(storyboardId, '#0000ff'), ...shape }
  const content = contentOf([
    { id: 's', items: [{ page: colorPage('p', '#ff0000'), seconds: 60 }] },
    { id: storyboardId, items: [{ page: layer, seconds: 60 }] },
  ])
  Object.assign(content.storyboards[storyboardId] ?? {}, shape)
  return groupPart(content, scheduleOf('s', { layers: [{ name: 'News', place, storyboardId, slots: [] }] }))
}

/** The colors at points, given in fractions (0 to 1) of width and height. */
async function colors(page: Page, points: readonly (readonly [x: number, y: number])[]): Promise<string> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = ([x, y]: readonly [number, number]) => {
    const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * 3
    const [red = 0, , blue = 0] = data.subarray(start, start + 3)
    return red > 200 ? 'red' : blue > 200 ? 'blue' : 'black'
  }
  return points.map(at).join(' ')
}

const wall = (columns: number, rows: number, place: number): DevicePart => ({
  ...devicePart(),
  wall: wallPart({ columns, rows, panelWidth: 1600, panelHeight: 900, gapX: 0, gapY: 0 }, place),
})

test('a layer is in its place, and above the page everywhere but in a frame', async ({ tv }) => {
  const { page, server, secure } = tv
  await tv.connect(secure, withLayer({ kind: 'top-left', width: 25 }), devicePart())
  // The corners and the middle.
  const points = [
    [0.05, 0.05],
    [0.95, 0.05],
    [0.05, 0.95],
    [0.95, 0.95],
    [0.5, 0.5],
  ] as const
  const wide = { width: 1600, height: 900 }
  const expected: [LayerPlace, string, typeof SHAPE?][] = [
    [{ kind: 'top-left', width: 25 }, 'blue red red red red'],
    [{ kind: 'top-right', width: 25 }, 'red blue red red red'],
    [{ kind: 'bottom-left', width: 25 }, 'red red blue red red'],
    [{ kind: 'bottom-right', width: 25 }, 'red red red blue red'],
    [{ kind: 'top' }, 'blue blue red red red'],
    [{ kind: 'bottom' }, 'red red blue blue red'],
    [{ kind: 'whole' }, 'blue blue blue blue blue', wide],
    [{ kind: 'frame' }, 'blue blue blue blue red', wide],
  ]
  for (const [place, seen, shape] of expected) {
    server.publish('group', withLayer(place, shape))
    await expect.poll(() => colors(page, points), { message: place.kind }).toBe(seen)
  }
})

test('a layer spans a video wall, on the panels of its place only', async ({ tv }) => {
  const { page, server, secure } = tv
  // Of 640 × 720 in all, a quarter of the width in height.
  await tv.connect(secure, withLayer({ kind: 'bottom', makesRoom: true }), wall(1, 2, 0))
  // With the whole wall, the page would begin and end lower: below the second point of both panels.
  const down = [0.1, 0.3, 0.6, 0.95].map((y) => [0.5, y] as const)
  await expect.poll(() => colors(page, down)).toBe('black red red red')
  server.publish('device', wall(1, 2, 1))
  await expect.poll(() => colors(page, down)).toBe('red black blue blue')

  // Of 1280 × 360 in all.
  server.publish('group', withLayer({ kind: 'top-left', width: 25 }))
  server.publish('device', wall(2, 1, 0))
  const corner = [
    [0.1, 0.1],
    [0.45, 0.1],
    [0.7, 0.1],
    [0.9, 0.5],
  ] as const
  await expect.poll(() => colors(page, corner)).toBe('blue blue red red')
  server.publish('device', wall(2, 1, 1))
  await expect.poll(() => colors(page, corner)).toBe('red red black black')
})

test('a layer is where people see its place on a turned screen', async ({ tv }) => {
  const { page, server, secure } = tv
  const turned = (orientation: 0 | 90 | 180 | 270): DevicePart => ({
    ...devicePart(),
    configuration: { orientation, volume: 100, hours: null },
  })
  await tv.connect(secure, withLayer({ kind: 'bottom' }), turned(0))
  // The middles of the glass's edges: top, right, bottom, left.
  const edges = [
    [0.5, 0.03],
    [0.97, 0.5],
    [0.5, 0.97],
    [0.03, 0.5],
  ] as const
  const expected = [
    [0, 'red red blue red'],
    [180, 'blue red red red'],
    // Upright, the page is as wide as the glass is high, and black is above and below it.
    [90, 'red black red blue'],
    [270, 'red blue red black'],
  ] as const
  for (const [orientation, seen] of expected) {
    server.publish('device', turned(orientation))
    await expect.poll(() => colors(page, edges), { message: `turned by ${orientation}` }).toBe(seen)
  }
  // As high as a quarter of the width that people see.
  server.publish('device', turned(90))
  const width = 360 / 4 / 640
  const across = [width - 0.01, width + 0.01, 0.5].map((x) => [x, 0.5] as const)
  await expect.poll(() => colors(page, across)).toBe('blue black red')
})
