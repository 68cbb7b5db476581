import { parseColor } from '@vitrine/contract/fields/color'
import { OPS, type PDFPageProxy } from 'pdfjs-dist'
import {
  type Drawing,
  type DrawnItem,
  ELEMENTS_MOST,
  PICTURES_MOST,
  type Reason,
  Refused,
  Report,
} from '#content/pages/designer/importing/drawn-item.ts'
import {
  at,
  boundsOf,
  IDENTITY,
  type Matrix,
  matrixOf,
  meanScale,
  rectIn,
  times,
  turnOf,
} from '#content/pages/designer/importing/matrix.ts'
import { moved, pointsOf, type Step } from '#content/pages/designer/importing/path-data.ts'
import { hexOf } from '#content/pages/designer/importing/svg-paint.ts'
import { boxSteps, cornersRect, isUprightRect, stepsOf } from './pdf-path.ts'
import { drawn, pdfPicture } from './pdf-picture.ts'
import { applied, intersection, isWithin, type PdfFont, type PdfState, startOf } from './pdf-state.ts'
import { type Glyph, paragraphs, runOf } from './pdf-text.ts'

/** Pixels of a page per point. */
const SCALE = 4 / 3
/** Operations that are read. */
const OPERATIONS_MOST = 200_000
/** Points of one shape. */
const POINTS_MOST = 1300

/** Painting operations: of those that pages can't have, a picture in the background is made. */
const PAINTED: ReadonlySet<number> = new Set([
  ...[OPS.shadingFill, OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject],
  ...[OPS.paintImageMaskXObjectGroup, OPS.paintInlineImageXObjectGroup, OPS.paintImageXObjectRepeat],
  ...[OPS.paintImageMaskXObjectRepeat, OPS.paintSolidColorImageMask, OPS.rawFillPath],
  ...[
    OPS.constructPath,
    OPS.showText,
    OPS.showSpacedText,
    OPS.nextLineShowText,
    OPS.nextLineSetSpacingShowText,
  ],
])

/** Reads a page of an untrusted PDF file as shapes, texts, and pictures on white paper. Throws `Refused`. */
export async function readPage(page: PDFPageProxy): Promise<Drawing> {
  const viewport = page.getViewport({ scale: SCALE })
  const { width, height } = viewport
  const list = await page.getOperatorList({ annotationMode: 0 })
  if (list.fnArray.length > OPERATIONS_MOST) throw new Refused('elements')
  const glass = { x: 0, y: 0, width, height }
  const reader = new PageReader(page, startOf(matrixOf(viewport.transform), glass))
  for (const [index, operation] of list.fnArray.entries())
    await reader.step(index, operation, list.argsArray[index] ?? [])
  const { items, kept, report } = reader
  const whole = paragraphs(items)
  if (whole.length > ELEMENTS_MOST) throw new Refused('elements')
  if (kept.size > 0) {
    // Clips are part of a path's operation, but only those that paint are left out.
    const operationsFilter = (index: number) =>
      kept.has(index) ||
      !PAINTED.has(list.fnArray[index] ?? 0) ||
      isClip(list.fnArray[index], list.argsArray[index])
    const scale = Math.min(2, 2400 / Math.max(width, height)) * SCALE
    const picture = await drawn(page, scale, { operationsFilter, background: 'rgba(0,0,0,0)' })
    whole.unshift({
      kind: 'picture',
      file: new File([picture], 'background.png', { type: 'image/png' }),
      rect: glass,
      degrees: 0,
      opacity: 1,
    })
  }
  if (whole.length === 0) throw new Refused('empty')
  whole.unshift(paper(width, height))
  return { width, height, items: whole, report }
}

const isClip = (operation: number | undefined, args: readonly unknown[] | undefined) =>
  operation === OPS.constructPath && args?.[0] === OPS.endPath

function paper(width: number, height: number): DrawnItem {
  // A page of whole pixels may be a little larger.
  const steps = boxSteps({ x: -1, y: -1, width: width + 2, height: height + 2 })
  const plain = { shape: 'rectangle' as const, radius: 0 }
  return { kind: 'shape', plain, steps, isEvenOdd: false, fill: '#ffffff', stroke: undefined, opacity: 1 }
}

const FILLS: ReadonlySet<number> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
])
const STROKES: ReadonlySet<number> = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
])
const EVEN_ODD: ReadonlySet<number> = new Set([OPS.eoFill, OPS.eoFillStroke, OPS.closeEOFillStroke])

class PageReader {
  readonly items: DrawnItem[] = []
  /** Operations that only fit in the background. */
  readonly kept = new Set<number>()
  readonly report = new Report()
  readonly #page: PDFPageProxy
  readonly #saved: PdfState[] = []
  #state: PdfState
  #clips: 'rect' | 'odd' | undefined
  #pictures = 0

  constructor(page: PDFPageProxy, state: PdfState) {
    this.#page = page
    this.#state = state
  }

  // biome-ignore lint/suspicious/noExplicitAny: operations have different arguments
  async step(index: number, operation: number, args: any): Promise<void> {
    const state = this.#state
    switch (operation) {
      case OPS.save:
        this.#saved.push({ ...state })
        return
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
      case OPS.endGroup:
        this.#state = this.#saved.pop() ?? state
        return
      case OPS.paintFormXObjectBegin:
        this.#saved.push({ ...state })
        if (args[0]) state.matrix = times(state.matrix, matrixOf(args[0]))
        if (args[1]) this.#clipTo(rectIn(state.matrix, cornersRect(args[1])))
        return
      case OPS.beginGroup:
        this.#saved.push({ ...state })
        // A see-through group covers what is behind it as a whole.
        if (args[0]?.smask || state.fillAlpha < 1) state.isMixed = true
        return
      case OPS.clip:
      case OPS.eoClip:
        this.#clips = 'rect'
        return
      case OPS.constructPath:
        return this.#path(index, args)
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
        return this.#image(index, args[0])
      default:
        if (applied(state, operation, args) || this.#text(index, operation, args)) return
        if (PAINTED.has(operation))
          this.#keep(index, operation === OPS.shadingFill ? 'gradient' : 'background')
    }
  }

  #keep(index: number, reason: Reason): void {
    this.kept.add(index)
    this.report.note(reason === 'gradient' ? 'background' : reason)
  }

  #clipTo(rect: ReturnType<typeof rectIn>): void {
    this.#state.clip = intersection(this.#state.clip, rect)
  }

  #path(index: number, [operation, [data] = [null]]: [number, [ArrayLike<number> | null]]): void {
    const state = this.#state
    const own = data ? stepsOf(data) : []
    const steps = moved(own, state.matrix)
    const bounds = boundsOf(pointsOf(steps))
    const clips = this.#clips
    this.#clips = undefined
    if (steps.length > 0) this.#paint(index, operation, steps, bounds)
    if (!clips) return
    if (!isUprightRect(steps)) state.isOddClip = true
    this.#clipTo(bounds)
  }

  #paint(index: number, operation: number, steps: Step[], bounds: ReturnType<typeof boundsOf>): void {
    const state = this.#state
    const fills = FILLS.has(operation)
    const strokes = STROKES.has(operation)
    const seen = intersection(bounds, state.clip)
    const isThin = bounds.width === 0 || bounds.height === 0
    if ((!fills && !strokes) || (!isThin && (seen.width === 0 || seen.height === 0))) return
    const isCut = !isWithin(bounds, state.clip)
    const isBox = isUprightRect(steps)
    const cut = state.isOddClip || (isCut && !(isBox && fills && !strokes))
    const hasPattern = (fills && state.fill === undefined) || (strokes && state.stroke === undefined)
    const reason =
      (state.isMixed && 'blend') ||
      (cut && 'clip') ||
      (hasPattern && 'pattern') ||
      (strokes && state.isDashed && 'dashes') ||
      (pointsOf(steps).length > POINTS_MOST && 'complex')
    if (reason) {
      this.#keep(index, reason)
      return
    }
    const shown = isCut ? boxSteps(seen) : steps
    const stroke = strokes
      ? {
          color: withAlpha(state.stroke ?? '#000000', state.strokeAlpha),
          // Zero is as thin as possible.
          width: Math.max(0.75, state.lineWidth * meanScale(state.matrix)),
          isRound: state.isRound,
        }
      : undefined
    this.items.push({
      kind: 'shape',
      ...(isBox && !strokes && { plain: { shape: 'rectangle' as const, radius: 0 } }),
      steps:
        operation === OPS.closeStroke || operation === OPS.closeFillStroke
          ? [...shown, { command: 'Z', points: [] }]
          : shown,
      isEvenOdd: EVEN_ODD.has(operation),
      fill: fills ? withAlpha(state.fill ?? '#000000', state.fillAlpha) : undefined,
      stroke,
      opacity: 1,
    })
  }

  async #image(index: number, given: unknown): Promise<void> {
    const state = this.#state
    // The unit square, from its top.
    const matrix = times(state.matrix, { ...IDENTITY, d: -1, f: 1 })
    const box = rectIn(matrix, { x: 0, y: 0, width: 1, height: 1 })
    const turn = turnOf(matrix)
    const isCut = state.isOddClip || !isWithin(box, state.clip)
    if (!turn || state.isMixed || isCut || this.#pictures >= PICTURES_MOST - 1)
      return this.#keep(index, isCut ? 'clip' : turn ? 'background' : 'slanted')
    const file = await pdfPicture(this.#page, given)
    if (!file) return this.#keep(index, 'background')
    this.#pictures += 1
    const middle = at(matrix, { x: 0.5, y: 0.5 })
    const [width, height] = [turn.across, turn.down]
    this.items.push({
      kind: 'picture',
      file,
      rect: { x: middle.x - width / 2, y: middle.y - height / 2, width, height },
      degrees: turn.degrees,
      opacity: state.fillAlpha,
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: operations have different arguments
  #text(index: number, operation: number, args: any): boolean {
    const state = this.#state
    const move = (x: number, y: number) => {
      state.lineX += x
      state.lineY += y
      state.x = state.lineX
      state.y = state.lineY
    }
    switch (operation) {
      case OPS.beginText:
        this.#setTextMatrix(IDENTITY)
        return true
      case OPS.setCharSpacing:
        state.charSpacing = args[0]
        return true
      case OPS.setWordSpacing:
        state.wordSpacing = args[0]
        return true
      case OPS.setHScale:
        state.hScale = args[0] / 100
        return true
      case OPS.setLeading:
        state.leading = -args[0]
        return true
      case OPS.setFont:
        state.font = this.#page.commonObjs.has(args[0])
          ? (this.#page.commonObjs.get(args[0]) as PdfFont)
          : undefined
        state.fontSize = args[1]
        return true
      case OPS.setTextRenderingMode:
        state.mode = args[0]
        return true
      case OPS.setTextRise:
        state.rise = args[0]
        return true
      case OPS.moveText:
        move(args[0], args[1])
        return true
      case OPS.setLeadingMoveText:
        state.leading = args[1]
        move(args[0], args[1])
        return true
      case OPS.setTextMatrix:
        this.#setTextMatrix(matrixOf(args.length === 1 ? args[0] : args))
        return true
      case OPS.nextLine:
        move(0, state.leading)
        return true
      case OPS.showText:
        this.#show(index, args[0])
        return true
      default:
        return false
    }
  }

  #setTextMatrix(matrix: Matrix): void {
    Object.assign(this.#state, { textMatrix: matrix, x: 0, y: 0, lineX: 0, lineY: 0 })
  }

  #show(index: number, glyphs: readonly Glyph[]): void {
    const state = this.#state
    const run = runOf(state, glyphs, this.report)
    if (run === 'hidden') return
    const isCut = state.isMixed || state.isOddClip || state.fill === undefined
    if (run !== undefined && !isCut) this.items.push(run)
    else this.#keep(index, run === undefined ? 'slanted' : 'clip')
  }
}

function withAlpha(color: string, alpha: number): string {
  const { r, g, b } = parseColor(color) ?? { r: 0, g: 0, b: 0 }
  return hexOf([r, g, b, alpha])
}
