/**
 * A few digits on a small canvas, in its own font and color. They change with every move; as text, each change would
 * cause layout and paint, or at least a style lookup of the font, so pictures of the digits are drawn once and
 * copied. The canvas's style sets its size, which must not change.
 */
export class DrawnLabel {
  readonly #canvas: HTMLCanvasElement
  #text = ''
  #drawn: Drawn | undefined

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
  }

  /** Does beforehand what the first writing would do. */
  prepare(): void {
    this.#drawn ??= prepared(this.#canvas)
  }
  /** `text` is made of digits and of `−-,× `; anything else is left out. */
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

/** Everything in device pixels. */
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
  // The first picture creates a layer, which makes the browser recompute all layers of the page.
  pen.drawImage(sheet.image, 0, 0)
  pen.clearRect(0, 0, canvas.width, canvas.height)
  return { pen, sheet, width: canvas.width, height: canvas.height }
}

const GLYPHS = '0123456789−-,× '
const sheets = new Map<string, Sheet>()

/** One for each look, shared by all labels. */
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
  // Where the console reads from right to left, a text would begin at its right end.
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
