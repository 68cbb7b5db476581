import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'
import { test } from './screen.ts'

/** A square: red above, blue below. */
const square = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="200" fill="#f00"/>' +
    '<rect y="200" width="400" height="200" fill="#00f"/></svg>',
)

type Colour = 'red' | 'blue' | 'black' | 'mixed'

/** Each fit with what is seen at the left edge in the upper half, and in the middle of the lower half. */
const FITS: readonly [fit: string, focus: string, left: Colour, lower: Colour][] = [
  ['contain', 'center', 'black', 'blue'],
  ['cover', 'center', 'red', 'blue'],
  ['cover', 'top', 'red', 'red'],
  ['stretch', 'center', 'red', 'blue'],
  ['blur', 'center', 'mixed', 'blue'],
]

/** At a place in parts (0 to 1) of the width and height. */
async function colourAt(page: Page, x: number, y: number): Promise<Colour> {
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
        timeout: 15_000,
        message: `${fit} ${focus}`,
      })
      .toEqual([left, lower])
  }
})
