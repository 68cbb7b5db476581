import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DocumentWidget } from '#api/content/page-document.ts'
import {
  PIECE_SIZE_MAX,
  PIECE_SIZE_MIN,
  PIECED_MAX,
  PIECED_TEXT_MAX,
  PIECES_MAX,
  type Piece,
  piecesOf,
  readPieces,
  spelled,
  writePieces,
} from './pieces.ts'
import { pageIn, withoutStrayPieces } from './translated-page.ts'

const widget = {
  id: 'w',
  type: 'text',
  name: 'Text',
  zIndex: 1,
  width: 10,
  height: 10,
  transform: 'translate(0px, 0px)',
}
const accepts = (pieces: unknown): boolean => DocumentWidget.safeParse({ ...widget, pieces }).success
const many = (count: number, text = 'a'): Piece[] =>
  Array.from({ length: count }, () => ({ text, isBold: true }))

const piece = fc.record(
  {
    text: fc.string({ minLength: 1, maxLength: 5 }),
    isBold: fc.boolean(),
    isItalic: fc.boolean(),
    line: fc.constantFrom('underline', 'line-through'),
    color: fc.constantFrom('#ff0000', 'rgba(0, 0, 0, 0.5)'),
    size: fc.integer({ min: PIECE_SIZE_MIN, max: 99 }),
  },
  { requiredKeys: ['text', 'isBold'] },
)

describe('pieces of texts', () => {
  it('are stored and read byte for byte', () => {
    fc.assert(
      fc.property(fc.array(fc.array(piece, { minLength: 1 }), { minLength: 1, maxLength: 3 }), (stored) => {
        expect(accepts(stored)).toBe(true)
        const read = readPieces(stored) ?? []
        const written = writePieces(read)
        expect(JSON.stringify(writePieces(readPieces(written) ?? []))).toBe(JSON.stringify(written))
        expect(written).toEqual(stored)
      }),
    )
  })

  it('belong to the text that they spell', () => {
    const [own, german] = [
      [{ text: 'Fresh ' }, { text: 'rye', isBold: true }],
      [{ text: 'Frisch', isBold: true }],
    ]
    expect(piecesOf([own, german], 'Frisch')).toBe(german)
    expect(piecesOf([own, german], spelled(own))).toBe(own)
    expect(piecesOf([own, german], 'Fresh')).toBeUndefined()
    expect(piecesOf(undefined, '')).toBeUndefined()
  })

  it('stay while the widget or a translation says their text', () => {
    const types = { text: { text: { type: 'textbox', label: 'Text' } } } as const
    const sets = ['Rye', 'Roggen', 'gone'].map((text) => [{ text, isBold: true }])
    const read = { id: 'w', type: 'text', name: 'w', zIndex: 1, x: 0, y: 0, width: 9, height: 9, known: true }
    const said = { ...read, settings: { text: 'Rye' }, pieces: sets }
    const languages = { own: 'en', others: [{ language: 'de', texts: [{ of: 'Rye', to: 'Roggen' }] }] }
    expect(withoutStrayPieces(said, types, languages).pieces).toEqual(sets.slice(0, 2))
    expect(withoutStrayPieces(said, types, undefined).pieces).toEqual(sets.slice(0, 1))
    expect('pieces' in withoutStrayPieces({ ...said, settings: { text: '' } }, types, undefined)).toBe(false)
    // A page in another language draws the pieces of its translation.
    const page = { width: 100, height: 100, languages, widgets: [said] }
    const [german] = pageIn(page, types, 'de').widgets
    expect(piecesOf(german?.pieces, String(german?.settings.text))).toEqual(sets[1])
  })

  it.each([
    ['as many pieces as allowed', [many(PIECES_MAX)], true],
    ['one piece more', [many(PIECES_MAX + 1)], false],
    ['as many texts as allowed', Array.from({ length: PIECED_MAX }, () => many(1)), true],
    ['one text more', Array.from({ length: PIECED_MAX + 1 }, () => many(1)), false],
    ['the longest text', [many(2, 'a'.repeat(PIECED_TEXT_MAX / 2))], true],
    ['a longer text', [[...many(2, 'a'.repeat(PIECED_TEXT_MAX / 2)), ...many(1)]], false],
    ['no text', [[{ text: '', isBold: true }]], false],
    ['no pieces', [[]], false],
    ['the smallest size', [[{ text: 'a', size: PIECE_SIZE_MIN }]], true],
    ['a smaller size', [[{ text: 'a', size: PIECE_SIZE_MIN - 1 }]], false],
    ['the largest size', [[{ text: 'a', size: PIECE_SIZE_MAX }]], true],
    ['a larger size', [[{ text: 'a', size: PIECE_SIZE_MAX + 1 }]], false],
    ['half a percent', [[{ text: 'a', size: 99.5 }]], false],
    ['a color', [[{ text: 'a', color: '#c51d24' }]], true],
    ['an address as a color', [[{ text: 'a', color: 'url(https://example.org)' }]], false],
    ['another line', [[{ text: 'a', line: 'blink' }]], false],
  ])('with %s: %#', (_name, pieces, isAccepted) => {
    expect(accepts(pieces)).toBe(isAccepted)
  })

  it('of anything else are none', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        for (const set of readPieces([[stored], stored]) ?? []) expect(set.length).toBeGreaterThan(0)
      }),
    )
    for (const odd of [
      undefined,
      null,
      'a',
      [],
      [[]],
      [['a']],
      [[{ text: 'a' }]],
      [[{ text: 'a', color: 'url(x)' }]],
    ])
      expect(readPieces(odd)).toBeUndefined()
  })
})
