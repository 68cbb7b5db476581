import { PIECES_MAX, type Piece, type PieceLook, spelled } from '@vitrine/contract/document/pieces'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  difference,
  formatted,
  lookAt,
  lookOf,
  type Pieces,
  resized,
  settled,
  sharedLook,
  toggled,
  typed,
} from './edited-pieces.ts'

const look: fc.Arbitrary<PieceLook> = fc.record(
  {
    isBold: fc.boolean(),
    isItalic: fc.boolean(),
    line: fc.constantFrom('underline' as const, 'line-through' as const),
    color: fc.constantFrom('#ff0000', '#00ff00'),
    size: fc.constantFrom(50, 150),
  },
  { requiredKeys: [] },
)
const text = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', 'خ', 'é', 'e\u0301', '👩‍🍳', '日', '{', '}'),
  maxLength: 6,
})
const edit = fc.record({ from: fc.nat(40), to: fc.nat(40), text, look, isTyping: fc.boolean() })

/** The simple model: a look for each code unit. */
type Units = { unit: string; look: PieceLook }[]
const unitsOf = (pieces: Pieces): Units =>
  pieces.flatMap((piece) => piece.text.split('').map((unit) => ({ unit, look: lookOf(piece) })))
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** All units of a letter look as its first one. */
function asLetters(units: Units): Units {
  const all = units.map(({ unit }) => unit).join('')
  return [...letters.segment(all)].flatMap(({ index, segment }) =>
    segment.split('').map((unit) => ({ unit, look: units[index]?.look ?? {} })),
  )
}

test('random typing, deleting, and formatting is as in a model with a look for each character', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
      let pieces: Pieces = []
      let model: Units = []
      const past: Pieces[] = []
      for (const { from: a, to: b, text, look, isTyping } of edits) {
        const most = spelled(pieces).length
        const [from, to] = [Math.min(a, b, most), Math.min(Math.max(a, b), most)]
        past.push(pieces)
        if (isTyping) {
          const own = model[Math.max(0, from - 1)]?.look ?? {}
          const put = text.split('').map((unit) => ({ unit, look: own }))
          model = asLetters([...model.slice(0, from), ...put, ...model.slice(to)])
          pieces = typed(pieces, { from, to }, text)
        } else {
          model = asLetters(
            model.map((one, at) =>
              at >= from && at < to ? { ...one, look: { ...one.look, ...look } } : one,
            ),
          )
          pieces = formatted(pieces, { from, to }, look)
        }
        expect(unitsOf(pieces)).toEqual(model)
        expect(pieces.every((piece) => piece.text !== '')).toBe(true)
        expect(settled(pieces)).toEqual(pieces)
        pieces.forEach((piece, index) => {
          const next = pieces[index + 1]
          if (next) expect(lookOf(next)).not.toEqual(lookOf(piece))
        })
      }
      // Pieces are never changed in place: what undo brings back is what was.
      for (const before of past) expect(settled(before)).toEqual(before)
    }),
  )
})

test('the typing between two texts is found, whatever letters repeat', () => {
  fc.assert(
    fc.property(text, text, text, text, (start, taken, put, end) => {
      const [before, after] = [start + taken + end, start + put + end]
      const { range, text } = difference(before, after, start.length + put.length)
      expect(before.slice(0, range.from) + text + before.slice(range.to)).toBe(after)
      expect(range.from).toBeGreaterThanOrEqual(Math.min(start.length, range.to))
      expect(range.from).toBeLessThanOrEqual(range.to)
    }),
  )
  expect(difference('aab', 'aaab', 1)).toEqual({ range: { from: 0, to: 0 }, text: 'a' })
  expect(difference('aab', 'ab', 1)).toEqual({ range: { from: 1, to: 2 }, text: '' })
})

test('a look that would make too many pieces changes nothing', () => {
  const striped = (count: number): Piece[] =>
    Array.from({ length: count }, (_, index) => ({ text: 'ab', ...(index % 2 === 0 && { isBold: true }) }))
  const one = { from: 0, to: 1 }
  const most = striped(PIECES_MAX - 1)
  expect(formatted(most, one, { isItalic: true })).toHaveLength(PIECES_MAX)
  const full = striped(PIECES_MAX)
  expect(formatted(full, one, { isItalic: true })).toBe(full)
})

test('buttons say and change what is selected', () => {
  const base = { isBold: false, isItalic: false }
  const pieces: Pieces = [{ text: 'Fresh ' }, { text: 'rye', isBold: true, size: 150 }]
  const all = sharedLook(pieces, { from: 0, to: 9 }, base)
  expect(all).toMatchObject({ isBold: undefined, isItalic: false, size: undefined, color: '' })
  const bold = formatted(pieces, { from: 0, to: 9 }, toggled('isBold', all, base))
  expect(bold).toEqual([
    { text: 'Fresh ', isBold: true },
    { text: 'rye', isBold: true, size: 150 },
  ])
  const again = formatted(
    bold,
    { from: 0, to: 9 },
    toggled('isBold', sharedLook(bold, { from: 0, to: 9 }, base), base),
  )
  expect(again).toEqual([{ text: 'Fresh ' }, { text: 'rye', size: 150 }])
  // Of a bold text, pieces are regular.
  const isBold = { isBold: true, isItalic: false }
  expect(toggled('isBold', sharedLook(pieces, { from: 0, to: 1 }, isBold), isBold)).toEqual({ isBold: false })
  expect(resized(sharedLook(pieces, { from: 6, to: 9 }, base), false)).toEqual({ size: 125 })
  expect(resized({ ...all, size: 75 }, true)).toEqual({ size: null })
  expect(lookAt(pieces, 6)).toEqual({})
  expect(lookAt(pieces, 7)).toEqual({ isBold: true, size: 150 })
})
