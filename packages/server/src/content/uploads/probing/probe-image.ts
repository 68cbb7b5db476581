import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { BROKEN, type FileFacts, Refusal } from './probe-verdict.ts'

/** Maximum pixels of a frame: browsers need four bytes for each, and the largest cameras have about as many. */
const MAX_PIXELS = 100_000_000
const MAX_FRAMES = 2000
/** Maximum pixels of all frames of an animated image: 2,000 of full HD. Screens decode and compose every one. */
const MAX_MOVING = 4_200_000_000
/** Maximum bytes; a larger SVG isn't a drawing for a screen. */
const MAX_SVG = 5 * 2 ** 20

const TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
} as const

// Enables only the loaders of these types in the image library.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
})
sharp.cache(false)
sharp.concurrency(1)

/** Reads size and frames, then decodes the whole image once to detect truncation and damage. */
export async function probeImage(path: string, type: keyof typeof TYPES): Promise<FileFacts> {
  if (type === 'svg') await refuseHostileSvg(path)
  const options = { failOn: 'truncated', limitInputPixels: false, sequentialRead: true } as const
  const canvas = type === 'gif' ? await readGif(path) : { width: 0, height: 0 }
  refuseTooLarge({ ...canvas, frames: 1 })
  const { pages = 1, autoOrient } = await sharp(path, options).metadata()
  const { width, height } = autoOrient
  const frames = type === 'png' ? await framesOfPng(path) : pages
  refuseTooLarge({
    width: Math.max(width, canvas.width),
    height: Math.max(height, canvas.height),
    frames,
  })
  await sharp(path, options).resize(16, 16, { fit: 'fill' }).raw().toBuffer()
  return { kind: 'image', mimetype: TYPES[type], width, height, duration: null, codec: null }
}

/**
 * SVGs are served such that no script in them ever runs. Entities are refused all the same: a few lines of them expand
 * to gigabytes in any program that opens the file.
 */
async function refuseHostileSvg(path: string): Promise<void> {
  const file = await open(path)
  try {
    if ((await file.stat()).size > MAX_SVG) throw new Refusal('is too large for an SVG image')
    const text = await file.readFile('utf8')
    if (/<!ENTITY/i.test(text)) throw new Refusal("defines entities, which SVG images for screens can't")
    if (!endsInDrawing(text)) throw new Refusal(BROKEN)
  } finally {
    await file.close()
  }
}

/**
 * Whether an SVG ends with its closing tag; comments and whitespace may follow. Reads each character once, from the
 * end.
 */
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

function refuseTooLarge({ width, height, frames }: { width: number; height: number; frames: number }): void {
  const pixels = width * height
  if (pixels <= MAX_PIXELS && frames <= MAX_FRAMES && (frames === 1 || pixels * frames <= MAX_MOVING)) return
  const count = frames > 1 ? `, ${frames} frames` : ''
  throw new Refusal(`is too large for screens: ${width} × ${height} pixels${count}`)
}

/** Frames of an animated PNG (chunk acTL, which precedes the first pixels); 1 for any other. */
async function framesOfPng(path: string): Promise<number> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(12)
    for (let position = 8; ; ) {
      const { bytesRead } = await file.read(head, 0, 12, position)
      const kind = head.toString('latin1', 4, 8)
      if (bytesRead < 12 || kind === 'IDAT') return 1
      if (kind === 'acTL') return head.readUInt32BE(8)
      position += 12 + head.readUInt32BE(0)
    }
  } finally {
    await file.close()
  }
}

/**
 * The canvas that a GIF declares (§18), which browsers allocate: the image library reports only the area of its frames.
 * An animated GIF still opens if later frames are missing; complete ones end with a semicolon (§27).
 */
async function readGif(path: string): Promise<{ width: number; height: number }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(10)
    await file.read(head, 0, 10, 0)
    const { buffer, bytesRead } = await file.read({ position: Math.max(0, size - 1024), length: 1024 })
    if (!/;\0*$/.test(buffer.toString('latin1', 0, bytesRead))) throw new Refusal(BROKEN)
    return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  } finally {
    await file.close()
  }
}
