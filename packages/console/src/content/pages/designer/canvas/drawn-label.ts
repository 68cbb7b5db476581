/**
 * Renders digits on a small canvas in the canvas's own font and color. DOM text would cause layout and paint at every
 * move, and setting the font a style lookup, so glyphs are rendered once and copied. The size is set by CSS and must
 * not change.
 */
export class DrawnLabel {
  readonly #canvas: HTMLCanvasElement
  #text = ''
  #drawn: Drawn | undefined

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
  }

  /** Warms up the first write. */
  prepare(): void {
    this.#drawn ??= prepared(this.#canvas)
  }
  /** `text` may contain digits and `−-,× `; other characters are dropped. */
  write(text: string): void {
    if (text === this.#text) return
    this.prepare()
    if (!this.#drawn) return
    this.#text = text
    const { pen, sheet, width, height } = this.#drawn
    pen.clearRect(0, 0, width, height)
    const glyphs = [...text].flatMap((one) => sheet.glyphs.get(one) ?? [])
    let x = (width - glyphs.reduce((sum, glyph) => sum + glyph.width, 0)) / 2
    for (const glyph of glyphs) {
      const { at, width: wide } = glyph
      pen.drawImage(
        sheet.image,
        at,
        0,
        wide,
        sheet.height,
        x,
        (height - sheet.height) / 2,
        wide,
        sheet.height,
      )
      x += wide
    }
  }
}

/** In device pixels. */
interface Drawn {
  pen: CanvasRenderingContext2D
  sheet: Sheet
  width: number
  height: number
}
interface Sheet {
  image: ImageBitmap
  height: number
  glyphs: ReadonlyMap<string, { at: number; width: number }>
}

function prepared(canvas: HTMLCanvasElement): Drawn | undefined {
  const pen = canvas.getContext('2d')
  const ratio = window.devicePixelRatio
  const sheet = sheetFor(getComputedStyle(canvas), ratio)
  if (!pen || !sheet) return undefined
  canvas.width = Math.round(canvas.offsetWidth * ratio)
  canvas.height = Math.round(canvas.offsetHeight * ratio)
  // The first draw creates a layer, and the browser then recomputes all layers of the page: do it now.
  pen.drawImage(sheet.image, 0, 0)
  pen.clearRect(0, 0, canvas.width, canvas.height)
  return { pen, sheet, width: canvas.width, height: canvas.height }
}

const GLYPHS = '0123456789−-,× '
const sheets = new Map<string, Sheet>()

/** One sprite sheet per font and color, shared by all labels. */
function sheetFor(style: CSSStyleDeclaration, ratio: number): Sheet | undefined {
  const size = Number.parseFloat(style.fontSize) * ratio
  const font = `${style.fontWeight} ${size}px ${style.fontFamily}`
  const key = `${font} ${style.color}`
  const known = sheets.get(key)
  if (known) return known
  const height = Math.ceil(size * 1.4)
  const canvas = new OffscreenCanvas(Math.ceil(size * 1.2 * GLYPHS.length), height)
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.font = font
  pen.fillStyle = style.color
  pen.textBaseline = 'middle'
  // In a right-to-left console, text would start at its right end.
  pen.textAlign = 'left'
  const glyphs = new Map<string, { at: number; width: number }>()
  let at = 0
  for (const glyph of GLYPHS) {
    const width = Math.ceil(pen.measureText(glyph).width)
    pen.fillText(glyph, at, height / 2)
    glyphs.set(glyph, { at, width })
    at += width
  }
  const sheet = { image: canvas.transferToImageBitmap(), height, glyphs }
  sheets.set(key, sheet)
  return sheet
}
