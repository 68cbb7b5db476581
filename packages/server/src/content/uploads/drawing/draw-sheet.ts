import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { GlobalFonts, loadImage, PDFDocument, type SKRSContext2D } from '@napi-rs/canvas'

/** A report on A4 pages: texts in the order in which they are read. Images are files of any size that is bounded by callers. */
export interface Sheet {
  title: string
  /** Below the title. */
  lines: readonly string[]
  logo: Uint8Array | null
  /** A picture of what the report is about. */
  cover: Uint8Array | null
  figures: readonly { value: string; name: string }[]
  chart: { title: string; bars: readonly { label: string; value: number }[]; most: string }
  tables: readonly { title: string; columns: readonly string[]; rows: readonly (readonly string[])[] }[]
  proofs: { title: string; pictures: readonly { bytes: Uint8Array; text: string }[] }
  foot: string
  isRtl: boolean
}

/** Points of a page and its margin. */
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 42]
const INNER = WIDTH - 2 * MARGIN
const [INK, QUIET, LINE, ACCENT] = ['#1b2026', '#535961', '#dde0e4', '#1c64d7']
const ROWS_MAX = 20

/** The console's own fonts, beside a built server, for scripts other than Latin, Greek, and Cyrillic. */
const WEB_FONTS = path.join(import.meta.dirname, '..', 'console', 'assets')
const ARABIC = /^ibm-plex-sans-arabic-arabic-[46]00-normal-.*\.woff2$/

let families = ''
function registerFonts(): string {
  if (families) return families
  const beside = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  for (const name of ['Regular', 'Bold'])
    GlobalFonts.registerFromPath(path.join(beside, 'standard_fonts', `LiberationSans-${name}.ttf`), 'Sheet')
  if (existsSync(WEB_FONTS))
    for (const file of readdirSync(WEB_FONTS))
      if (ARABIC.test(file)) GlobalFonts.registerFromPath(path.join(WEB_FONTS, file), 'Sheet Arabic')
  families = "'Sheet', 'Sheet Arabic', sans-serif"
  return families
}

/** The report as a PDF. */
export async function drawSheet(sheet: Sheet): Promise<Uint8Array> {
  const font = registerFonts()
  const pdf = new PDFDocument({ title: sheet.title, creator: 'Vitrine', encodingQuality: 85 })
  const pen = new Pen(pdf, font, sheet)
  await pen.head()
  pen.figures()
  pen.chart()
  await pen.proofs()
  for (const table of sheet.tables) pen.table(table)
  pen.end()
  return pdf.close()
}

/** The library declares less than it returns. */
const pageOf = (pdf: PDFDocument) => pdf.beginPage(WIDTH, HEIGHT) as unknown as SKRSContext2D

/** Writes from top to bottom, and begins a page when one is full. From right to left, everything is mirrored. */
class Pen {
  readonly #pdf: PDFDocument
  readonly #font: string
  readonly #sheet: Sheet
  #page: SKRSContext2D
  #y = MARGIN

  constructor(pdf: PDFDocument, font: string, sheet: Sheet) {
    this.#pdf = pdf
    this.#font = font
    this.#sheet = sheet
    this.#page = pageOf(pdf)
  }

  #need(height: number): void {
    if (this.#y + height <= HEIGHT - MARGIN - 16) return
    this.end()
    this.#page = pageOf(this.#pdf)
    this.#y = MARGIN
  }

  /** Ends the page with its foot. */
  end(): void {
    this.#text(this.#sheet.foot, 0, HEIGHT - MARGIN + 4, { size: 8, color: QUIET, width: INNER })
    this.#pdf.endPage()
  }

  /** The place from the left of something that begins `x` points after the margin. */
  #left = (x: number, width: number) => MARGIN + (this.#sheet.isRtl ? INNER - x - width : x)

  #text(
    text: string,
    x: number,
    y: number,
    { size = 10, color = INK, bold = false, width = INNER, atEnd = false } = {},
  ): void {
    const page = this.#page
    const { isRtl } = this.#sheet
    page.font = `${bold ? 700 : 400} ${size}px ${this.#font}`
    page.fillStyle = color
    page.direction = isRtl ? 'rtl' : 'ltr'
    const isRight = isRtl !== atEnd
    page.textAlign = isRight ? 'right' : 'left'
    page.fillText(this.#cut(text, width), this.#left(x, width) + (isRight ? width : 0), y)
  }

  #cut(text: string, width: number): string {
    if (this.#page.measureText(text).width <= width) return text
    const letters = [...text]
    let [few, many] = [0, letters.length]
    while (few < many) {
      const middle = Math.ceil((few + many) / 2)
      if (this.#page.measureText(`${letters.slice(0, middle).join('')}…`).width <= width) few = middle
      else many = middle - 1
    }
    return `${letters.slice(0, few).join('')}…`
  }

  /** An image as large as it fits into a box, at its top; returns its height, 0 if it can't be read. */
  async #image(bytes: Uint8Array, x: number, width: number, height: number): Promise<number> {
    const image = await loadImage(bytes).catch(() => null)
    if (!image || image.width === 0 || image.height === 0) return 0
    const share = Math.min(width / image.width, height / image.height)
    const [across, down] = [image.width * share, image.height * share]
    this.#page.drawImage(image, this.#left(x, across), this.#y, across, down)
    return down
  }

  async head(): Promise<void> {
    const { title, lines, logo, cover } = this.#sheet
    if (logo) {
      const height = await this.#image(logo, 0, 150, 44)
      if (height > 0) this.#y += height + 14
    }
    const top = this.#y
    const coverHeight = cover ? await this.#image(cover, INNER - 150, 150, 100) : 0
    const width = coverHeight > 0 ? INNER - 166 : INNER
    this.#y += 20
    this.#text(title, 0, this.#y, { size: 20, bold: true, width })
    for (const line of lines) {
      this.#y += 17
      this.#text(line, 0, this.#y, { size: 11, color: QUIET, width })
    }
    this.#y = Math.max(this.#y, top + coverHeight) + 22
  }

  figures(): void {
    const { figures } = this.#sheet
    const width = INNER / Math.max(1, figures.length)
    this.#need(48)
    for (const [n, { value, name }] of figures.entries()) {
      this.#text(value, n * width, this.#y + 18, { size: 19, bold: true, width: width - 8 })
      this.#text(name, n * width, this.#y + 34, { size: 9, color: QUIET, width: width - 8 })
    }
    this.#y += 54
  }

  #title(text: string): void {
    this.#text(text, 0, this.#y + 12, { size: 12, bold: true })
    this.#y += 22
  }

  chart(): void {
    const { title, bars, most } = this.#sheet.chart
    if (bars.length < 2) return
    const height = 110
    this.#need(height + 60)
    this.#title(title)
    const top = Math.max(1, ...bars.map(({ value }) => value))
    const step = INNER / bars.length
    this.#text(most, 0, this.#y + 8, { size: 8, color: QUIET })
    this.#y += 12
    this.#page.fillStyle = LINE
    this.#page.fillRect(MARGIN, this.#y + height, INNER, 0.7)
    const every = Math.ceil(bars.length / 8)
    for (const [n, { label, value }] of bars.entries()) {
      const tall = (value / top) * height
      const wide = Math.max(0.6, step * 0.78)
      this.#page.fillStyle = ACCENT
      this.#page.fillRect(this.#left(n * step + (step - wide) / 2, wide), this.#y + height - tall, wide, tall)
      if (n % every === 0)
        this.#text(label, n * step, this.#y + height + 12, { size: 8, color: QUIET, width: step * every - 2 })
    }
    this.#y += height + 28
  }

  async proofs(): Promise<void> {
    const { title, pictures } = this.#sheet.proofs
    if (pictures.length === 0) return
    const gap = 12
    const width = (INNER - 2 * gap) / 3
    for (let n = 0; n < pictures.length; n += 3) {
      const row = pictures.slice(n, n + 3)
      this.#need(150)
      if (n === 0) this.#title(title)
      let tallest = 0
      for (const [place, { bytes }] of row.entries())
        tallest = Math.max(tallest, await this.#image(bytes, place * (width + gap), width, 100))
      for (const [place, { text }] of row.entries())
        this.#text(text, place * (width + gap), this.#y + tallest + 11, { size: 8, color: QUIET, width })
      this.#y += tallest + 24
    }
    this.#y += 6
  }

  table({ title, columns, rows }: Sheet['tables'][number]): void {
    if (rows.length === 0) return
    this.#need(70)
    this.#title(title)
    const number = 84
    const first = INNER - number * (columns.length - 1)
    const write = (cells: readonly string[], look: { color?: string; bold?: boolean }) => {
      for (const [n, cell] of cells.entries()) {
        const x = n === 0 ? 0 : first + (n - 1) * number
        this.#text(cell, x, this.#y + 11, {
          size: 9,
          width: n === 0 ? first - 8 : number,
          atEnd: n > 0,
          ...look,
        })
      }
      this.#page.fillStyle = LINE
      this.#page.fillRect(MARGIN, this.#y + 16, INNER, 0.5)
      this.#y += 18
    }
    write(columns, { color: QUIET })
    for (const row of rows.slice(0, ROWS_MAX)) {
      this.#need(18)
      write(row, {})
    }
    this.#y += 14
  }
}
