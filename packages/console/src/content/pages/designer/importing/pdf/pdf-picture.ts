import { AnnotationMode, type PDFPageProxy } from 'pdfjs-dist'
import { Refused } from '#content/pages/designer/importing/drawn-item.ts'
import { newId } from '#lib/browser/new-id.ts'

/** What pdf.js decodes a picture to: a bitmap, or rows of one bit, three bytes, or four bytes. */
interface Decoded {
  width: number
  height: number
  bitmap?: ImageBitmap | null
  data?: Uint8Array | Uint8ClampedArray | null
  kind?: number
}

const PIXELS_MOST = 40e6

/** A picture of a page as a PNG file; undefined for one that isn't there. */
export async function pdfPicture(page: PDFPageProxy, given: unknown): Promise<File | undefined> {
  const decoded = typeof given === 'string' ? await objectOf(page, given) : (given as Decoded | null)
  if (!decoded || decoded.width * decoded.height > PIXELS_MOST) return undefined
  const { width, height, bitmap, data } = decoded
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (bitmap) context?.drawImage(bitmap, 0, 0)
  else if (data) context?.putImageData(pixelsOf(decoded, data), 0, 0)
  else return undefined
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return picture ? new File([picture], `picture ${newId().slice(-4)}.png`, { type: 'image/png' }) : undefined
}

function objectOf(page: PDFPageProxy, id: string): Promise<Decoded | null> {
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), 10_000)
    objects.get(id, (value: unknown) => {
      clearTimeout(timer)
      resolve(value as Decoded | null)
    })
  })
}

function pixelsOf({ width, height, kind }: Decoded, data: Uint8Array | Uint8ClampedArray): ImageData {
  const pixels = new ImageData(width, height)
  const out = pixels.data
  const row = (width + 7) >> 3
  for (let index = 0; index < width * height; index += 1) {
    const to = index * 4
    if (kind === 1) {
      const [x, y] = [index % width, Math.floor(index / width)]
      const isLit = ((data[y * row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
      out.fill(isLit ? 255 : 0, to, to + 3)
      out[to + 3] = 255
    } else {
      const bytes = kind === 2 ? 3 : 4
      for (let part = 0; part < bytes; part += 1) out[to + part] = data[index * bytes + part] ?? 0
      if (kind === 2) out[to + 3] = 255
    }
  }
  return pixels
}

/** A page, or some of its operations, as a PNG file. `background`: of the paper, white if absent. */
export async function drawn(
  page: PDFPageProxy,
  scale: number,
  some: { operationsFilter?: (index: number) => boolean; background?: string } = {},
): Promise<Blob> {
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(viewport.width))
  canvas.height = Math.max(1, Math.round(viewport.height))
  // The first call decides: pdf.js would ask for an opaque one.
  canvas.getContext('2d', { alpha: true })
  await page.render({ canvas, viewport, annotationMode: AnnotationMode.DISABLE, ...some }).promise
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!picture) throw new Refused('broken')
  return picture
}
