import { OPS } from 'pdfjs-dist'
import type { Rect } from '#content/pages/designer/geometry/rect.ts'
import { IDENTITY, type Matrix, matrixOf, times } from '#content/pages/designer/importing/matrix.ts'

/** What pdf.js says about a font. */
export interface PdfFont {
  name?: string
  bold?: boolean
  black?: boolean
  italic?: boolean
  vertical?: boolean
  isType3Font?: boolean
  isSerifFont?: boolean
  isMonospace?: boolean
  fontMatrix?: readonly number[]
}

/** The graphics state of a page. Colors are `#rrggbb`; undefined for patterns, which pages don't have. */
export interface PdfState {
  matrix: Matrix
  fill: string | undefined
  stroke: string | undefined
  fillAlpha: number
  strokeAlpha: number
  lineWidth: number
  isRound: boolean
  isDashed: boolean
  /** A soft mask, or another way of blending. */
  isMixed: boolean
  /** What is left of the page, in its pixels; `isOdd` if it isn't a rect. */
  clip: Rect
  isOddClip: boolean
  font: PdfFont | undefined
  fontSize: number
  charSpacing: number
  wordSpacing: number
  hScale: number
  leading: number
  rise: number
  mode: number
  textMatrix: Matrix
  lineX: number
  lineY: number
  x: number
  y: number
}

export const startOf = (matrix: Matrix, clip: Rect): PdfState => ({
  matrix,
  fill: '#000000',
  stroke: '#000000',
  fillAlpha: 1,
  strokeAlpha: 1,
  lineWidth: 1,
  isRound: false,
  isDashed: false,
  isMixed: false,
  clip,
  isOddClip: false,
  font: undefined,
  fontSize: 0,
  charSpacing: 0,
  wordSpacing: 0,
  hScale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
  textMatrix: IDENTITY,
  lineX: 0,
  lineY: 0,
  x: 0,
  y: 0,
})

type Setting = readonly [name: string, value: unknown]

/** Applies an operation that only changes the state. Whether it is one. */
// biome-ignore lint/suspicious/noExplicitAny: operations have different arguments
export function applied(state: PdfState, operation: number, args: any): boolean {
  switch (operation) {
    case OPS.transform:
      state.matrix = times(state.matrix, matrixOf(args))
      return true
    case OPS.setLineWidth:
      state.lineWidth = args[0]
      return true
    case OPS.setLineCap:
    case OPS.setLineJoin:
      state.isRound = args[0] === 1
      return true
    case OPS.setDash:
      state.isDashed = isDashed(args)
      return true
    case OPS.setGState:
      applySettings(state, args[0])
      return true
    case OPS.setFillRGBColor:
      state.fill = String(args[0])
      return true
    case OPS.setStrokeRGBColor:
      state.stroke = String(args[0])
      return true
    case OPS.setFillColorN:
      state.fill = undefined
      return true
    case OPS.setStrokeColorN:
      state.stroke = undefined
      return true
    default:
      return false
  }
}

/** Applies entries of an extended graphics state. */
function applySettings(state: PdfState, settings: readonly Setting[]): void {
  for (const [name, value] of settings) {
    if (name === 'LW') state.lineWidth = Number(value)
    else if (name === 'LC' || name === 'LJ') state.isRound ||= value === 1
    else if (name === 'D') state.isDashed = isDashed(value)
    else if (name === 'CA') state.strokeAlpha = Number(value)
    else if (name === 'ca') state.fillAlpha = Number(value)
    else if (name === 'BM') state.isMixed = value !== 'source-over' && value !== 'Normal'
    else if (name === 'SMask') state.isMixed = Boolean(value)
  }
}

/** Whether a dash, with its gaps, has any. */
const isDashed = (value: unknown): boolean =>
  Array.isArray(value) && Array.isArray(value[0]) && value[0].length > 0

export const intersection = (a: Rect, b: Rect): Rect => {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  }
}

const NEAR = 0.6
export const isWithin = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x - NEAR &&
  inner.y >= outer.y - NEAR &&
  inner.x + inner.width <= outer.x + outer.width + NEAR &&
  inner.y + inner.height <= outer.y + outer.height + NEAR
