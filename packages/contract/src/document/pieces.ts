import { readColor } from '#fields/color-value.ts'
import { asList, asNumber, asText } from '#fields/kind.ts'
import { isRecord } from '#record.ts'

/**
 * Several styles in one text. A widget keeps the pieces of its texts beside its settings, as it keeps links to styles: the
 * settings have the whole text, so that searches, translations, and older players know nothing of it. Pieces belong to the
 * text that they spell. A text that none spell is drawn in one style.
 */

/** What differs from the style of the text; absent parts are as in that. */
export interface PieceLook {
  isBold?: boolean
  isItalic?: boolean
  line?: PieceLine
  color?: string
  /** Percent of the text's size. */
  size?: number
}
export interface Piece extends PieceLook {
  text: string
}

export const PIECE_LINES = ['underline', 'line-through'] as const
export type PieceLine = (typeof PIECE_LINES)[number]

export const PIECES_MAX = 200
/** Texts of a widget that have pieces: one in each language. */
export const PIECED_MAX = 13
/** Characters of a text that has pieces. */
export const PIECED_TEXT_MAX = 5000
export const PIECE_SIZE_MIN = 25
export const PIECE_SIZE_MAX = 400

/** The text of pieces. */
export const spelled = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

/** Those that spell a text; `undefined` if it has one style. */
export const piecesOf = (
  all: readonly (readonly Piece[])[] | undefined,
  text: string,
): readonly Piece[] | undefined => all?.find((pieces) => spelled(pieces) === text)

/** Color of a piece: opaque or not, never a gradient, which goes through a whole text. */
export const PIECE_COLOR = { allowTransparent: true } as const

/** The stored pieces of a widget; `undefined` if there are none. Never fails. */
export function readPieces(stored: unknown): Piece[][] | undefined {
  const all = (asList(stored) ?? []).slice(0, PIECED_MAX).flatMap((set) => {
    const pieces = (asList(set) ?? []).slice(0, PIECES_MAX).flatMap(readPiece)
    return pieces.some(hasLook) && spelled(pieces).length <= PIECED_TEXT_MAX ? [pieces] : []
  })
  return all.length > 0 ? all : undefined
}

function readPiece(stored: unknown): Piece[] {
  const text = isRecord(stored) ? asText(stored.text) : undefined
  return text && isRecord(stored) ? [{ text, ...readLook(stored) }] : []
}

/** The parts of a look in one order. */
export function readLook({
  isBold,
  isItalic,
  line,
  color,
  size,
}: Readonly<Record<string, unknown>>): PieceLook {
  const known = PIECE_LINES.find((one) => one === line)
  const [paint, percent] = [readColor(color, PIECE_COLOR), asNumber(size)]
  return {
    ...(typeof isBold === 'boolean' && { isBold }),
    ...(typeof isItalic === 'boolean' && { isItalic }),
    ...(known && { line: known }),
    ...(paint && { color: paint }),
    ...(percent !== undefined &&
      percent !== 100 && { size: Math.min(PIECE_SIZE_MAX, Math.max(PIECE_SIZE_MIN, Math.round(percent))) }),
  }
}

export const hasLook = (look: PieceLook): boolean => Object.keys(look).some((part) => part !== 'text')

/** The stored form, with keys in one order. */
export const writePieces = (all: readonly (readonly Piece[])[]): Piece[][] =>
  all.map((pieces) => pieces.map((piece) => ({ text: piece.text, ...readLook({ ...piece }) })))
