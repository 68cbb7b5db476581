import { readFileSync } from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import type { SourceFile } from './content.ts'
import type { Color } from './pixels.ts'

/** The chart's quarters: top left, top right, bottom left, bottom right. */
const QUARTERS: readonly Color[] = [
  [220, 30, 30],
  [30, 180, 60],
  [40, 70, 220],
  [240, 210, 40],
]
const [WIDTH, HEIGHT] = [320, 180]

function pixels(colors: readonly Color[] = QUARTERS): Sharp {
  const bytes = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      bytes.set(colors[(y < HEIGHT / 2 ? 0 : 2) + (x < WIDTH / 2 ? 0 : 1)] ?? [], (y * WIDTH + x) * 3)
  return sharp(bytes, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
}

/** A kind of file as authors upload it, and what a correct program shows. */
export interface UploadKind {
  file: SourceFile
  /** Its width divided by its height. */
  shape: number
  colors: readonly Color[]
  /** Whether browsers convert its colors in their own way: the thumbnail and the screen agree, and resemble them. */
  isConverted?: boolean
}

const SHAPE = WIDTH / HEIGHT
const kind = (name: string, mimeType: string, buffer: Buffer, colors = QUARTERS): UploadKind => ({
  file: { name, mimeType, buffer },
  shape: SHAPE,
  colors,
})
const stored = (name: string, mimeType: string) =>
  kind(name, mimeType, readFileSync(path.resolve(import.meta.dirname, '../media/uploads', name)))

/** What turns the chart into the samples that a file with this orientation stores (Exif 2.3, tag 274). */
const STORED_AS: readonly ((chart: Sharp) => Sharp)[] = [
  (chart) => chart,
  (chart) => chart.flop(),
  (chart) => chart.rotate(180),
  (chart) => chart.flip(),
  (chart) => chart.rotate(90).flip(),
  (chart) => chart.rotate(270),
  (chart) => chart.rotate(90).flop(),
  (chart) => chart.rotate(90),
]

async function turned(orientation: number): Promise<UploadKind> {
  const chart = sharp(await pixels().png().toBuffer())
  const samples = sharp(await (STORED_AS[orientation - 1]?.(chart) ?? chart).png().toBuffer())
  const bytes = await samples.jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer()
  return kind(`turned-${orientation}.jpg`, 'image/jpeg', bytes)
}

/** A PNG with another chunk after its header. */
function withChunk(png: Buffer, name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

/** A PNG whose samples are linear light, as its gAMA chunk (100,000) says. */
async function linear(): Promise<Buffer> {
  const light = (value: number) =>
    Math.round(255 * (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
  const colors = QUARTERS.map(([r, g, b]): Color => [light(r), light(g), light(b)])
  const gamma = Buffer.alloc(4)
  gamma.writeUInt32BE(100_000)
  return withChunk(await pixels(colors).png().toBuffer(), 'gAMA', gamma)
}

/** The chart with a transparent middle. */
async function withHole(): Promise<Buffer> {
  const hole = await sharp({ create: { width: 60, height: 40, channels: 4, background: '#000' } })
    .png()
    .toBuffer()
  const chart = pixels().ensureAlpha()
  return chart
    .composite([{ input: hole, blend: 'dest-out' }])
    .png()
    .toBuffer()
}

const svg = () => {
  const rects = QUARTERS.map(
    ([r, g, b], at) =>
      `<rect x="${(at % 2) * 160}" y="${at < 2 ? 0 : 90}" width="160" height="90" fill="rgb(${r},${g},${b})"/>`,
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180">${rects.join('')}</svg>`,
  )
}

/** Every kind of upload that shows a picture. */
export async function uploadKinds(): Promise<UploadKind[]> {
  const lossy = { quality: 95, chromaSubsampling: '4:4:4' }
  const printed = await pixels().toColourspace('cmyk').withIccProfile('cmyk').jpeg(lossy).toBuffer()
  const animated = () => sharp([frames, frames], { join: { animated: true } })
  const frames = await pixels().png().toBuffer()
  return [
    ...(await Promise.all(STORED_AS.map((_, index) => turned(index + 1)))),
    { ...kind('printed.jpg', 'image/jpeg', printed, await colorsOf(printed)), isConverted: true },
    kind('wide.jpg', 'image/jpeg', await pixels().withIccProfile('p3').jpeg(lossy).toBuffer()),
    kind(
      'gray.jpg',
      'image/jpeg',
      await pixels().grayscale().jpeg(lossy).toBuffer(),
      await colorsOf(await pixels().grayscale().png().toBuffer()),
    ),
    kind('deep.png', 'image/png', await pixels().toColourspace('rgb16').png().toBuffer()),
    kind('linear.png', 'image/png', await linear()),
    kind('hole.png', 'image/png', await withHole()),
    kind('palette.png', 'image/png', await pixels().png({ palette: true }).toBuffer()),
    kind('lossy.webp', 'image/webp', await pixels().webp({ quality: 95 }).toBuffer()),
    kind('lossless.webp', 'image/webp', await pixels().webp({ lossless: true }).toBuffer()),
    kind('moving.webp', 'image/webp', await animated().webp({ quality: 95 }).toBuffer()),
    kind('moving.gif', 'image/gif', await animated().gif().toBuffer()),
    kind('still.gif', 'image/gif', await pixels().gif().toBuffer()),
    kind('eight-bit.avif', 'image/avif', await pixels().avif({ quality: 90 }).toBuffer()),
    stored('ten-bit.avif', 'image/avif'),
    // As dark as the browser shows HDR without a graphics card.
    { ...stored('pq.avif', 'image/avif'), isConverted: true },
    kind('drawing.svg', 'image/svg+xml', svg()),
    stored('rotated.mp4', 'video/mp4'),
    stored('anamorphic.mp4', 'video/mp4'),
  ]
}

/** As the image library converts it to sRGB. */
async function colorsOf(bytes: Buffer): Promise<Color[]> {
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return cornersOf(data, info)
}

/** The colors a tenth of the picture away from its corners, inside a box given in pixels. */
export function cornersOf(
  data: Buffer,
  { width, channels, height }: { width: number; height: number; channels: number },
  box = { left: 0, top: 0, width, height },
): Color[] {
  return [0.1, 0.9].flatMap((y) =>
    [0.1, 0.9].map((x): Color => {
      const row = Math.floor(box.top + box.height * y)
      const at = (row * width + Math.floor(box.left + box.width * x)) * channels
      return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    }),
  )
}
