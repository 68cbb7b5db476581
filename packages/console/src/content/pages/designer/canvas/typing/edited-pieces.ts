import {
  hasLook,
  PIECE_SIZE_MAX,
  PIECE_SIZE_MIN,
  PIECES_MAX,
  type Piece,
  type PieceLook,
  spelled,
} from '@vitrine/contract/document/pieces'
import { letterEnds } from '@vitrine/contract/letter-ends'

/** Edits of a text with several styles, as pure functions. Offsets count UTF-16 code units. */

export type Pieces = readonly Piece[]
/** A selection, or a caret where both are equal. */
export interface Range {
  from: number
  to: number
}
/** What to change; `null` for a part as in the text. */
export type LookChange = { [Part in keyof PieceLook]: PieceLook[Part] | null }

const PARTS = ['isBold', 'isItalic', 'line', 'color', 'size'] as const

export const lookOf = ({ text: _, ...look }: Piece): PieceLook => look

const sameLook = (a: PieceLook, b: PieceLook): boolean => PARTS.every((part) => a[part] === b[part])

/** The pieces between two offsets. */
export function cutOut(pieces: Pieces, from: number, to: number): Piece[] {
  let at = 0
  return pieces.flatMap((piece) => {
    const text = piece.text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += piece.text.length
    return text === '' ? [] : [{ ...piece, text }]
  })
}

/** Neighbors of one look as one piece, none of them empty, and none divided inside what people see as one letter. */
export function settled(pieces: Pieces): Piece[] {
  const found: Piece[] = []
  for (const piece of wholeLetters(pieces)) {
    const last = found.at(-1)
    if (last && sameLook(last, piece)) found[found.length - 1] = { ...last, text: last.text + piece.text }
    else if (piece.text !== '') found.push(piece)
  }
  return found
}

const PLAIN = /^[\n\x20-\x7e]*$/

/** A letter of several characters has the look of its first. */
function wholeLetters(pieces: Pieces): Pieces {
  const text = spelled(pieces)
  if (pieces.length < 2 || PLAIN.test(text)) return pieces
  const ends = letterEnds(text)
  const endFrom = (at: number) => ends.find((end) => end >= at) ?? at
  let [at, taken] = [0, 0]
  return pieces.map((piece) => {
    const start = taken
    at += piece.text.length
    taken = Math.max(taken, piece.text === '' ? taken : endFrom(at))
    return { ...piece, text: text.slice(start, taken) }
  })
}

/** The look in which letters are typed at an offset: that of the letter before. */
export function lookAt(pieces: Pieces, at: number): PieceLook {
  const [before] = cutOut(pieces, Math.max(0, at - 1), Math.max(1, at))
  return before ? lookOf(before) : {}
}

/** The pieces with a range replaced. */
export const replaced = (pieces: Pieces, { from, to }: Range, by: Pieces): Piece[] =>
  settled([...cutOut(pieces, 0, from), ...by, ...cutOut(pieces, to, Number.POSITIVE_INFINITY)])

/** The pieces after a text was typed in the look of the letter before, or in `look`. */
export const typed = (
  pieces: Pieces,
  range: Range,
  text: string,
  look: PieceLook = lookAt(pieces, range.from),
): Piece[] => replaced(pieces, range, [{ ...look, text }])

/** The pieces with another look in a range; the same ones if they would be too many. */
export function formatted(pieces: Pieces, { from, to }: Range, change: LookChange): Pieces {
  const inside = cutOut(pieces, from, to).map((piece) => ({
    text: piece.text,
    ...changed(lookOf(piece), change),
  }))
  const next = replaced(pieces, { from, to }, inside)
  return next.length > PIECES_MAX ? pieces : next
}

export function changed(look: PieceLook, change: LookChange): PieceLook {
  const parts = Object.entries({ ...look, ...change }).filter(([, value]) => value != null)
  return Object.fromEntries(parts) as PieceLook
}

/** How the text itself looks. */
export interface Base {
  isBold: boolean
  isItalic: boolean
}

/** The look of a whole range: parts that differ inside it are absent. `size` in percent. */
export function sharedLook(pieces: Pieces, { from, to }: Range, base: Base, pending?: PieceLook) {
  const looks =
    from === to ? [pending ?? lookAt(pieces, from)] : cutOut(pieces, from, to).map((piece) => lookOf(piece))
  const all = <T>(read: (look: PieceLook) => T): T | undefined => {
    const [first, ...others] = looks.map(read)
    return others.every((other) => other === first) ? first : undefined
  }
  return {
    isBold: all(({ isBold = base.isBold }) => isBold),
    isItalic: all(({ isItalic = base.isItalic }) => isItalic),
    isUnderlined: all(({ line }) => line === 'underline'),
    isStruck: all(({ line }) => line === 'line-through'),
    color: all(({ color = '' }) => color),
    size: all(({ size = 100 }) => size),
  }
}
export type SharedLook = ReturnType<typeof sharedLook>

/** What a press of a button, or of its keys, changes. */
export function toggled(
  part: 'isBold' | 'isItalic' | 'underline' | 'line-through',
  shared: SharedLook,
  base: Base,
): LookChange {
  if (part === 'underline' || part === 'line-through') {
    const isOn = part === 'underline' ? shared.isUnderlined : shared.isStruck
    return { line: isOn ? null : part }
  }
  const next = shared[part] !== true
  return { [part]: next === base[part] ? null : next }
}

const STEPS = [PIECE_SIZE_MIN, 50, 75, 100, 125, 150, 200, 300, PIECE_SIZE_MAX]

/** The next larger or smaller size. */
export function resized(shared: SharedLook, larger: boolean): LookChange {
  const size = shared.size ?? 100
  const next = larger ? STEPS.find((step) => step > size) : STEPS.findLast((step) => step < size)
  return { size: next === 100 ? null : (next ?? size) }
}

/** The typing between two states of a text: the range that it replaced, and by what. `caret`: after it. */
export function difference(before: string, after: string, caret: number): { range: Range; text: string } {
  const end = before.length - (after.length - caret)
  const isKnown = end >= 0 && before.slice(end) === after.slice(caret)
  const tail = isKnown ? after.length - caret : commonEnd(before, after)
  const most = Math.min(before.length, after.length) - tail
  let from = 0
  while (from < most && before[from] === after[from]) from += 1
  return { range: { from, to: before.length - tail }, text: after.slice(from, after.length - tail) }
}

function commonEnd(a: string, b: string): number {
  let length = 0
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) length += 1
  return length
}

/** Whether a text needs its pieces: otherwise it is an ordinary one. */
export const isStyled = (pieces: Pieces): boolean => pieces.some(hasLook)
