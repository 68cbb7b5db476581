import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** Red, green, blue, each 0 to 255. */
export type Color = readonly [number, number, number]

/** Videos and JPEG change colors slightly. */
const TOLERANCE = 12

export const differs = (one: Color, other: Color): boolean =>
  one.some((part, index) => Math.abs(part - (other[index] ?? 0)) > TOLERANCE)

/** The rendered color at a point, given in fractions (0 to 1) of the window's size. */
export async function colourAt(page: Page, x: number, y: number): Promise<Color> {
  const size = page.viewportSize() ?? { width: 1, height: 1 }
  const clip = { x: Math.floor(size.width * x), y: Math.floor(size.height * y), width: 1, height: 1 }
  return pixelOf(await page.screenshot({ clip, type: 'png' }))
}

/**
 * The only pixel of a 1 × 1 PNG: its row is the filter byte and the pixel, and without neighbors every filter leaves
 * the pixel unchanged (PNG 1.2, §6).
 */
export function pixelOf(png: Buffer): Color {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const [, red = 0, green = 0, blue = 0] = inflateSync(Buffer.concat(parts))
  return [red, green, blue]
}
