import type { DrawnItem, Report } from '#content/pages/designer/importing/drawn-item.ts'
import { fontOf } from '#content/pages/designer/importing/font-names.ts'
import { at, times, turnOf } from '#content/pages/designer/importing/matrix.ts'
import { joined } from '#content/pages/designer/importing/svg-text.ts'
import type { PdfFont, PdfState } from './pdf-state.ts'

/** A letter, or a step back in thousandths of the font's size. */
export type Glyph = number | { unicode: string; width: number; isSpace?: boolean } | null

type TextItem = Extract<DrawnItem, { kind: 'text' }>

/** Steps in a line, in its font size, that are a space between words. */
const SPACE = 0.2
/** Text that is drawn neither filled nor in a line. */
const HIDDEN = 3

/** A run of letters, after which the state is behind it. Undefined for one that pages can't have. */
export function runOf(
  state: PdfState,
  glyphs: readonly Glyph[],
  report: Report,
): TextItem | 'hidden' | undefined {
  const { font, fontSize, hScale } = state
  const unit = font?.fontMatrix?.[0] ?? 0.001
  let across = 0
  let text = ''
  for (const glyph of glyphs) {
    if (glyph === null) continue
    if (typeof glyph === 'number') {
      across -= (glyph / 1000) * fontSize
      if (-glyph / 1000 > SPACE && !text.endsWith(' ')) text += ' '
      continue
    }
    text += glyph.unicode
    across += glyph.width * unit * fontSize + state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0)
  }
  const start = { x: state.x, y: state.y + state.rise }
  state.x += across * hScale
  const matrix = times(state.matrix, state.textMatrix)
  const from = at(matrix, start)
  const to = at(matrix, { x: state.x, y: start.y })
  if (state.mode === HIDDEN || text.trim() === '') return 'hidden'
  // From its top, like pages.
  const turn = turnOf(times(matrix, { a: hScale, b: 0, c: 0, d: -1, e: 0, f: 0 }))
  const isOdd = !turn || Math.abs(turn.across / turn.down - 1) > 0.15
  if (isOdd || !font || font.isType3Font || font.vertical || fontSize <= 0 || UNREADABLE.test(text))
    return undefined
  const size = fontSize * turn.down
  const { name, weight, isItalic } = namedFont(font, report)
  return {
    kind: 'text',
    lines: [text],
    at: from,
    alignment: 'left',
    degrees: Math.abs(turn.degrees) < 0.05 ? 0 : turn.degrees,
    font: { name, size, weight, isItalic, spacing: state.charSpacing / fontSize },
    lineStep: size * 1.2,
    width: Math.hypot(to.x - from.x, to.y - from.y),
    underline: false,
    color: state.fill ?? '#000000',
    opacity: state.fillAlpha,
  }
}

/** Letters without a meaning: a font that doesn't say what it draws. */
const UNREADABLE = /[\ue000-\uf8ff\ufffd]|[^\P{Cc}\s]/u

const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/black|heavy/i, 900],
  [/semi-?bold|demi/i, 600],
  [/bold/i, 700],
  [/medium/i, 500],
  [/light|thin/i, 300],
]

/** `ABCDEF+OpenSans-SemiBoldItalic` → a font that is offered. */
function namedFont(font: PdfFont, report: Report) {
  const own = (font.name ?? '').replace(/^[A-Z]{6}\+/, '')
  const cut = own.search(/[-,](?:regular|book|roman|bold|semi|medium|light|black|italic|oblique|it|mt|ps)/i)
  const family = (cut < 0 ? own : own.slice(0, cut)).replace(/(?:PS)?MT$/, '')
  const like = font.isMonospace ? 'monospace' : font.isSerifFont ? 'serif' : 'sans-serif'
  const weight =
    WEIGHTS.find(([pattern]) => pattern.test(own))?.[1] ?? (font.black ? 900 : font.bold ? 700 : 400)
  return {
    name: fontOf(`${family}, ${like}`, report),
    weight,
    isItalic: font.italic ?? /italic|oblique/i.test(own),
  }
}

/** Runs of a line joined to lines, and lines to paragraphs; everything else stays as it is. */
export function paragraphs(items: readonly DrawnItem[]): DrawnItem[] {
  const lines: DrawnItem[] = []
  for (const item of items) {
    const before = lines.at(-1)
    if (item.kind === 'text' && before?.kind === 'text' && continued(before, item)) continue
    lines.push(item.kind === 'text' ? { ...item } : item)
  }
  const whole: DrawnItem[] = []
  for (const item of lines) {
    const before = whole.at(-1)
    if (item.kind === 'text') item.lines = item.lines.map((line) => line.replace(/\s+/g, ' ').trim())
    if (item.kind === 'text' && before?.kind === 'text' && joined(before, item)) continue
    whole.push(item)
  }
  return whole
}

/** Adds a run to the one before it, if it continues its line in the same style. */
function continued(before: TextItem, next: TextItem): boolean {
  const { font } = before
  const gap = next.at.x - before.at.x - before.width
  const isSame =
    before.degrees === 0 &&
    next.degrees === 0 &&
    Math.abs(before.at.y - next.at.y) < font.size * 0.05 &&
    before.color === next.color &&
    before.opacity === next.opacity &&
    font.name === next.font.name &&
    font.weight === next.font.weight &&
    font.isItalic === next.font.isItalic &&
    Math.abs(font.size / next.font.size - 1) < 0.02
  if (!isSame || gap < -font.size * 0.3 || gap > font.size * 0.6) return false
  const [line = ''] = before.lines
  const [more = ''] = next.lines
  before.lines = [
    line + (gap > font.size * SPACE * 0.7 && !/\s$/.test(line) && !/^\s/.test(more) ? ' ' : '') + more,
  ]
  before.width = next.at.x + next.width - before.at.x
  return true
}
