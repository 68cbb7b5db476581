import { ownFont } from '@vitrine/contract/fields/own-font'
import { expect, test } from 'vitest'
import { faceFor, fontDraws, type OwnFont } from './own-fonts.ts'

const file = (id: string, weights: [number, number], italic = false, family = 'Brand'): OwnFont => ({
  id,
  face: { family, weights, italic },
})
const ALL = [
  file('regular', [400, 400]),
  file('bold', [700, 700]),
  file('italic', [400, 400], true),
  file('other', [700, 700], true, 'Other'),
]

test.each([
  ['bold', 'regular', { isBold: true }, 'bold'],
  ['regular again', 'bold', { isBold: false }, 'regular'],
  ['italic', 'regular', { isItalic: true }, 'italic'],
  [
    'bold italic, of which there is none: the style counts more',
    'bold',
    { isBold: true, isItalic: true },
    'italic',
  ],
  ['unchanged', 'regular', {}, 'regular'],
  ['alone in its family', 'other', {}, 'other'],
])('a family has a file for each style: %s', (_name, font, style, expected) => {
  expect(faceFor(ownFont(font), ALL, style)).toBe(ownFont(expected))
})

test('a variable font keeps its file, and one that is gone keeps its name', () => {
  expect(faceFor(ownFont('v'), [file('v', [300, 900]), ...ALL], { isBold: true })).toBe(ownFont('v'))
  expect(faceFor(ownFont('gone'), ALL, { isBold: true })).toBe(ownFont('gone'))
  expect(faceFor('Arial', ALL, { isBold: true })).toBe('Arial')
})

test('fonts say what they draw', () => {
  const host = {
    media: (id: string) =>
      id === 'm' ? { ...file(id, [1, 1000]), name: 'm', mimetype: 'font/ttf' } : undefined,
  }
  expect(fontDraws('Lora', host)).toMatchObject({ weights: [400, 700], italic: true })
  expect(fontDraws(ownFont('m'), host)).toMatchObject({ weights: [1, 1000] })
  expect(fontDraws(ownFont('gone'), host)).toBeUndefined()
  expect(fontDraws('Comic Sans', host)).toBeUndefined()
})
