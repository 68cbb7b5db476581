import { readFile, stat } from 'node:fs/promises'
import libheif from 'libheif-js/wasm-bundle.js'
import sharp, { type Sharp } from 'sharp'
import { BROKEN, Refusal } from '#content/uploads/probing/probe-verdict.ts'

/** Maximum bytes, which are read into memory; photos of 48 megapixels have about 10 MB. */
const MAX_BYTES = 64 * 2 ** 20
/** Maximum pixels: the decoder needs about 26 bytes for each. */
const MAX_PIXELS = 50_000_000
const THUMBNAIL_SIDE = 320
/** Bytes of a color profile in one segment of a JPEG (ICC.1:2022, annex B.4). */
const MAX_SEGMENT = 65_519

/** A photo as browsers show it. */
export interface DecodedPhoto {
  mimetype: 'image/jpeg' | 'image/png'
  bytes: Uint8Array
  /** A JPEG. */
  thumbnail: Uint8Array
}

sharp.cache(false)
sharp.concurrency(1)
// Reads the header only: this library doesn't decode HEVC.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadHeif'] })

/**
 * Decodes the main picture of a HEIC file, turned and mirrored as the camera says. Its color profile stays; place, time,
 * and camera don't. Throws a Refusal.
 */
export async function decodeHeic(path: string): Promise<DecodedPhoto> {
  if ((await stat(path)).size > MAX_BYTES) throw new Refusal('is too large for a photo')
  const file = await readFile(path)
  const { width: declared, height: high, icc } = await sharp(file, { limitInputPixels: false }).metadata()
  if (declared * high > MAX_PIXELS)
    throw new Refusal(`is too large to convert: ${declared} × ${high} pixels. Save it as JPEG.`)
  const { width, height, pixels } = await decodePixels(file)
  const raw = { width, height, channels: 4 } as const
  const picture = sharp(pixels, { raw })
  const { isOpaque } = await picture.stats()
  const small = picture
    .clone()
    .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
  const thumbnail = await toJpeg(small.flatten({ background: '#8d949c' }), icc, 82)
  if (!isOpaque) return { mimetype: 'image/png', bytes: await picture.png().toBuffer(), thumbnail }
  return { mimetype: 'image/jpeg', bytes: await toJpeg(picture.removeAlpha(), icc, 92), thumbnail }
}

interface Pixels {
  width: number
  height: number
  /** Red, green, blue, alpha. */
  pixels: Uint8ClampedArray
}

async function decodePixels(file: Buffer): Promise<Pixels> {
  const images = new libheif.HeifDecoder().decode(file)
  const image = images.find((each) => each.is_primary()) ?? images[0]
  if (!image) throw new Refusal(BROKEN)
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > MAX_PIXELS) throw new Refusal(BROKEN)
  const target = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  const shown = await new Promise((resolve) => image.display(target, resolve))
  if (!shown) throw new Refusal(BROKEN)
  for (const each of images) each.free()
  return { width, height, pixels: target.data }
}

async function toJpeg(picture: Sharp, icc: Buffer | undefined, quality: number): Promise<Buffer> {
  const jpeg = await picture.jpeg({ quality, mozjpeg: false }).toBuffer()
  return icc && icc.length > 0 ? withProfile(jpeg, icc) : jpeg
}

/** Inserts a color profile after the first marker, in segments: the image library would convert the colors as well. */
function withProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const count = Math.ceil(icc.length / MAX_SEGMENT)
  if (count > 255) return jpeg
  const segments = [...Array(count).keys()].map((index) => {
    const part = icc.subarray(index * MAX_SEGMENT, (index + 1) * MAX_SEGMENT)
    const head = Buffer.from(`\xff\xe2\0\0ICC_PROFILE\0`, 'latin1')
    head.writeUInt16BE(part.length + head.length, 2)
    return Buffer.concat([head, Buffer.from([index + 1, count]), part])
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}
