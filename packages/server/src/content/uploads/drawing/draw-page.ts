import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { DECK_PAGE_SIDE, DECK_PAGES_MAX } from '@vitrine/contract/api/content/conversions/decks'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { BROKEN, Refusal } from '#content/uploads/probing/probe-verdict.ts'

/** Maximum bytes of a PDF, which the reader loads into memory. */
const MAX_PDF = 200 * 2 ** 20
/** Maximum pixels of one image in a page. */
const MAX_IMAGE = 64_000_000
/** Maximum aspect ratio of a page. */
const MAX_RATIO = 20
/** Maximum bytes of a lossless image; one with photographs is larger. */
const LOSSLESS = 2 * 2 ** 20
const THUMBNAIL_WIDTH = 320

/** A rendered page. */
export interface DrawnPage {
  width: number
  height: number
  mimetype: 'image/png' | 'image/jpeg'
  bytes: Uint8Array
  /** A JPEG. */
  thumbnail: Uint8Array
}

sharp.cache(false)
sharp.concurrency(1)

/** The reader's fonts, character maps and decoders are in its package folder. */
const beside = `${path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))}/`

let opened: { file: string; pdf: PDFDocumentProxy } | undefined
/** Reused for all pages: separate ones would wait for the garbage collector. */
let canvas: Canvas | undefined

/** Number of pages. Throws a Refusal for an unreadable file or too many pages. */
export async function countPages(file: string): Promise<number> {
  const { numPages } = await open(file)
  if (numPages < 1) throw new Refusal('has no pages')
  if (numPages > DECK_PAGES_MAX)
    throw new Refusal(
      `has ${numPages.toLocaleString('en')} pages. The limit is ${DECK_PAGES_MAX}. Split it, or remove pages.`,
    )
  return numPages
}

/** Pages of one file are requested in order, so it stays open until another file is requested. */
async function open(file: string): Promise<PDFDocumentProxy> {
  if (opened?.file === file) return opened.pdf
  await opened?.pdf.loadingTask.destroy()
  opened = undefined
  if ((await stat(file)).size > MAX_PDF)
    throw new Refusal('is too large for a PDF. Split it, or shrink its pictures.')
  const pdf = await getDocument({
    data: new Uint8Array(await readFile(file)),
    standardFontDataUrl: `${beside}standard_fonts/`,
    cMapUrl: `${beside}cmaps/`,
    wasmUrl: `${beside}wasm/`,
    iccUrl: `${beside}iccs/`,
    // Glyphs are drawn as paths, so that no untrusted font reaches a font library.
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: MAX_IMAGE,
    enableXfa: false,
    verbosity: 0,
  }).promise.catch((error: Error) => {
    throw new Refusal(error.name === 'PasswordException' ? PASSWORD : BROKEN)
  })
  opened = { file, pdf }
  return pdf
}

const PASSWORD = 'has a password. Save it without one and upload that.'

/** Renders a page, counted from 1. `side`: pixels of its longer side, by default those of the largest screens. */
export async function drawPage(file: string, number: number, side = DECK_PAGE_SIDE): Promise<DrawnPage> {
  const page = await (await open(file)).getPage(number)
  try {
    const { width, height } = page.getViewport({ scale: 1 })
    const [short, long] = width < height ? [width, height] : [height, width]
    if (!(short > 0) || long / short > MAX_RATIO)
      throw new Refusal(`has a page that is too narrow for screens: page ${number}`)
    const viewport = page.getViewport({ scale: side / long })
    const size = [Math.round(viewport.width), Math.round(viewport.height)] as const
    canvas ??= createCanvas(...size)
    // Resizing also clears it.
    ;[canvas.width, canvas.height] = size
    await page.render({ canvas: canvas as never, viewport, background: '#ffffff' }).promise
    return await encode(canvas)
  } finally {
    page.cleanup()
  }
}

async function encode(drawn: Canvas): Promise<DrawnPage> {
  const { width, height } = drawn
  const pixels = drawn.data()
  const raw = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  const picture = sharp(raw, { raw: { width, height, channels: 4 } }).removeAlpha()
  const png = await picture.clone().png({ compressionLevel: 4 }).toBuffer()
  const thumbnail = thumbnailOf(drawn)
  if (png.length > LOSSLESS) {
    const jpeg = await picture.clone().jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer()
    if (jpeg.length < png.length) return { width, height, mimetype: 'image/jpeg', bytes: jpeg, thumbnail }
  }
  return { width, height, mimetype: 'image/png', bytes: png, thumbnail }
}

function thumbnailOf(drawn: Canvas): Uint8Array {
  const height = Math.max(1, Math.round((THUMBNAIL_WIDTH * drawn.height) / drawn.width))
  const small = createCanvas(THUMBNAIL_WIDTH, height)
  const context = small.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(drawn, 0, 0, THUMBNAIL_WIDTH, height)
  return small.encodeSync('jpeg', 80)
}
