import { expect, type Page } from '@playwright/test'
import { wallPart } from '@vitrine/contract/player/wall-part'
import sharp from 'sharp'
import { contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'
import { test } from './screen.ts'

/** A square: red above, blue below. */
const square = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="200" fill="#f00"/>' +
    '<rect y="200" width="400" height="200" fill="#00f"/></svg>',
)

type Color = 'red' | 'blue' | 'black' | 'mixed'

/** Each fit with the color visible at the left edge in the upper half, and in the middle of the lower half. */
const FITS: readonly [fit: string, focus: string, left: Color, lower: Color][] = [
  ['contain', 'center', 'black', 'blue'],
  ['cover', 'center', 'red', 'blue'],
  ['cover', 'top', 'red', 'red'],
  ['stretch', 'center', 'red', 'blue'],
  ['blur', 'center', 'mixed', 'blue'],
]

/** The color at a point, given in fractions (0 to 1) of width and height. */
async function colourAt(page: Page, x: number, y: number): Promise<Color> {
  const { width, height } = page.viewportSize() ?? { width: 1, height: 1 }
  const clip = { x: Math.round(width * x), y: Math.round(height * y), width: 1, height: 1 }
  const [red = 0, green = 0, blue = 0] = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer()
  if (Math.max(red, green, blue) < 16) return 'black'
  if (red > 240 && Math.max(green, blue) < 16) return 'red'
  return blue > 240 && Math.max(red, green) < 16 ? 'blue' : 'mixed'
}

test('fits media into a zone as its settings and its entries say', async ({ tv }) => {
  const { page, server, secure } = tv
  const file = {
    sha256: server.addFile(square, 'image/svg+xml'),
    size: square.length,
    mimetype: 'image/svg+xml',
  }
  const shown = (index: number) => {
    const [fit, focus] = FITS[index] ?? []
    const zone = zonePage('p', ['m'], { fit, focus, version: index + 1 })
    const content = contentOf([{ id: 's', items: [{ page: zone, seconds: 2 }] }], { m: file })
    return groupPart(content, scheduleOf('s'))
  }
  await tv.connect(secure, shown(0), devicePart())
  for (const [index, [fit, focus, left, lower]] of FITS.entries()) {
    if (index > 0) server.publish('group', shown(index))
    await expect
      .poll(async () => [await colourAt(page, 0.05, 0.3), await colourAt(page, 0.5, 0.7)], {
        message: `${fit} ${focus}`,
      })
      .toEqual([left, lower])
  }
})

test('a panel of a video wall shows its part, without what is behind the bezels', async ({ tv }) => {
  const { page, server, secure } = tv
  const file = {
    sha256: server.addFile(square, 'image/svg+xml'),
    size: square.length,
    mimetype: 'image/svg+xml',
  }
  const zone = zonePage('p', ['m'], { fit: 'stretch' })
  const content = contentOf([{ id: 's', items: [{ page: zone, seconds: 60 }] }], { m: file })
  await tv.connect(secure, groupPart(content, scheduleOf('s')), devicePart())
  const [width, height] = [1600, 900]
  // Two panels, one above the other: the page is as wide as a panel, and each shows half of it.
  const parts = (gap: number, place: number) => ({
    ...devicePart(),
    wall: wallPart(
      { columns: 1, rows: 2, panelWidth: width, panelHeight: height, gapX: 0, gapY: gap },
      place,
    ),
  })
  const expected: [gap: number, place: number, upper: Color, lower: Color][] = [
    [0, 0, 'black', 'red'],
    [0, 1, 'blue', 'black'],
    // The gap between them fits the whole page.
    [height, 0, 'black', 'black'],
    [height / 2, 1, 'blue', 'black'],
  ]
  for (const [gap, place, upper, lower] of expected) {
    server.publish('device', parts(gap, place))
    await expect
      .poll(async () => [await colourAt(page, 0.5, 0.1), await colourAt(page, 0.5, 0.9)], {
        message: `${gap} mm, place ${place}`,
      })
      .toEqual([upper, lower])
  }
})
