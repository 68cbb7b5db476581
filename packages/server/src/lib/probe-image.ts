import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { BROKEN, type FileFacts, Refusal } from './probe-verdict.ts'

/** A frame's pixels: browsers need four bytes for each, and the largest cameras make about as many. */
const MAX_PIXELS = 100_000_000
const MAX_FRAMES = 2000
/** Bytes; a drawing larger than this is no drawing for a screen. */
const MAX_SVG = 5 * 2 ** 20

const TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
} as const

// Only the readers of these types, whatever else the image library could open.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
})
sharp.cache(false)
sharp.concurrency(1)

/** Reads size and frames, then decodes the whole picture once, so that a cut or damaged one is found now. */
export async function probeImage(path: string, type: keyof typeof TYPES): Promise<FileFacts> {
  if (type === 'svg') await refuseHostileSvg(path)
  if (type === 'gif') await refuseCutGif(path)
  const options = { failOn: 'truncated', limitInputPixels: false, sequentialRead: true } as const
  const { pages = 1, autoOrient } = await sharp(path, options).metadata()
  const { width, height } = autoOrient
  if (width * height > MAX_PIXELS || pages > MAX_FRAMES)
    throw new Refusal(
      `is too large for screens: ${width} × ${height} pixels${pages > 1 ? `, ${pages} frames` : ''}`,
    )
  await sharp(path, options).resize(16, 16, { fit: 'fill' }).raw().toBuffer()
  return { kind: 'image', mimetype: TYPES[type], width, height, duration: null, codec: null }
}

/**
 * A drawing is served so that no script in it ever runs. Entities are refused all the same: a few lines of them unfold
 * to gigabytes in whatever opens it.
 */
async function refuseHostileSvg(path: string): Promise<void> {
  const file = await open(path)
  try {
    if ((await file.stat()).size > MAX_SVG) throw new Refusal('is too large for a drawing')
    const text = await file.readFile('utf8')
    if (/<!ENTITY/i.test(text)) throw new Refusal('defines entities, which drawings for screens may not')
    if (!endsInDrawing(text)) throw new Refusal(BROKEN)
  } finally {
    await file.close()
  }
}

/** Whether a drawing's last tag closes it; comments and blanks may follow. Reads each character once, from the end. */
function endsInDrawing(text: string): boolean {
  let end = text.trimEnd().length
  const skipBlanks = () => {
    while (/\s/.test(text[end - 1] ?? '')) end--
  }
  while (text.endsWith('-->', end)) {
    const start = text.lastIndexOf('<!--', end - '-->'.length - '<!--'.length)
    if (start < 0) return false
    end = start
    skipBlanks()
  }
  if (!text.endsWith('>', end)) return false
  end--
  skipBlanks()
  return /^<\/svg$/i.test(text.slice(Math.max(0, end - '</svg'.length), end))
}

/** A picture that moves still opens when its later frames are missing; whole ones end in a semicolon (GIF89a §27). */
async function refuseCutGif(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({ position: Math.max(0, size - 1024), length: 1024 })
    if (!/;\0*$/.test(buffer.toString('latin1', 0, bytesRead))) throw new Refusal(BROKEN)
  } finally {
    await file.close()
  }
}
